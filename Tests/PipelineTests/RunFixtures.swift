import Foundation
import Results
import TestSupport

/// As all tests of whole runs have them, with what their records say.
typealias RunFixtures = TestSupport.RunFixtures

extension RunFixtures {
    /// The records that lie in the output folder, by their path in it without `.json`.
    func records() throws -> [String: Record] {
        var records: [String: Record] = [:]
        let names = FileManager.default.enumerator(atPath: output.path)?.compactMap { $0 as? String } ?? []
        for name in names where name.hasSuffix(".json") {
            let data = try Data(contentsOf: output.appendingPathComponent(name))
            records[String(name.dropLast(5))] = try Record.decode(data)
        }
        return records
    }
}
