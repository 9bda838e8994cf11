import Findings
import Foundation
import Testing

@testable import TextLayout

/// A string with the data that it holds.
struct LabelledString: Sendable, CustomStringConvertible {
    /// Which list it is of.
    ///
    /// `seen` strings were looked at while the readers were made. `held` ones were written before the readers and never tuned
    /// on. `fresh` and `last` were written after them and measured once each (precision 0.944 and 0.979, recall 0.962 and
    /// 0.979) before what failed was mended.
    var set: String
    var region: String?
    var text: String
    var expected: [String]

    var description: String { text }

    /// What the detector finds, as `kind=value`.
    var found: [String] {
        DataDetector(options: DataOptions(region: region)).matches(in: text).map { "\($0.kind.rawValue)=\($0.value)" }
    }

    static let all: [LabelledString] = {
        guard let file = Bundle.module.url(forResource: "strings", withExtension: "tsv", subdirectory: "Strings"),
            let text = try? String(contentsOf: file, encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").dropFirst().map { row in
            let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return LabelledString(
                set: cells[0], region: cells[1] == "-" ? nil : cells[1], text: cells[2].replacing("\\n", with: "\n"),
                expected: cells[3].isEmpty ? [] : cells[3].split(separator: " ; ").map(String.init))
        }
    }()
}

@Suite("Data in labelled strings")
struct StringsTests {
    @Test("the list is long enough, a third of the first list was never tuned on, and 60 hold nothing")
    func list() {
        let all = LabelledString.all
        #expect(all.count >= 400)
        #expect(all.filter { $0.set == "held" }.count * 3 >= all.filter { ["seen", "held"].contains($0.set) }.count)
        #expect(all.filter { $0.expected.isEmpty }.count >= 60)
    }

    @Test("precision and recall", arguments: ["seen", "held", "fresh", "last"])
    func measure(set: String) {
        var (right, found, expected) = (0, 0, 0)
        for string in LabelledString.all where string.set == set {
            let mine = string.found
            var rest = string.expected
            for one in mine {
                if let index = rest.firstIndex(of: one) {
                    rest.remove(at: index)
                    right += 1
                }
            }
            found += mine.count
            expected += string.expected.count
            if mine != string.expected { print("\(set): '\(string.text)' holds \(string.expected), found \(mine)") }
        }
        let (precision, recall) = (Double(right) / Double(max(found, 1)), Double(right) / Double(max(expected, 1)))
        print("\(set): precision \(precision), recall \(recall), \(expected) pieces of data")
        #expect(expected >= 45)
        #expect(precision >= 0.98)
        #expect(recall >= 0.95)
    }
}
