import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Results

@Suite struct StoredRecordsTests {
    @Test func comeInTheNaturalOrderOfTheirPhotos() throws {
        let folder = try TemporaryFolder()
        // The records' own names have another order.
        for (name, photo) in [
            ("a", "day10/photo1"), ("b", "day2/photo10"), ("c", "day2/photo2"), ("d", "day2/photo10"),
        ] {
            var record = Samples.done
            record.source = .init(path: FilePath("\(photo).jpg"), bytes: 1, sha256: Samples.hash)
            record.attempts = name == "d" ? 2 : 1
            try Data(record.document.utf8).write(to: folder.url.appendingPathComponent("\(name).jpg.json"))
        }
        try Data("{}".utf8).write(to: folder.url.appendingPathComponent("other.json"))
        try Data(Samples.failed.document.utf8).write(to: folder.url.appendingPathComponent("failed.jpg.json"))
        let records = try StoredRecords(in: FilePath(folder.url.path))
        var (stored, natural): ([String], [String]) = ([], [])
        records.forEach { stored.append("\($0.source.path) \($0.attempts)") }
        records.forEachInNaturalOrder { natural.append("\($0.source.path) \($0.attempts)") }
        let last = "day10/photo1.jpg 1"
        #expect(stored == [last, "day2/photo10.jpg 1", "day2/photo2.jpg 1", "day2/photo10.jpg 2"])
        #expect(natural == ["day2/photo2.jpg 1", "day2/photo10.jpg 1", "day2/photo10.jpg 2", last])
        var failed: [Record] = []
        records.forEachInNaturalOrder(in: [.failed, .gone]) { failed.append($0) }
        #expect(failed == [Samples.failed] && !records.isEmpty)
        let empty = try TemporaryFolder()
        #expect(try StoredRecords(in: FilePath(empty.url.path)).isEmpty)
        withExtendedLifetime((folder, empty)) {}
    }
}
