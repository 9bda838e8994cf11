import Foundation
import Results
import TestSupport
import Testing

/// Records of photos that are known already, whose files are not there.
@Suite struct RecordBackfillTests {
    /// What makes the records' files be missing before the next run.
    enum Loss: CaseIterable {
        case deletedByHand, otherFormats, folderLost
    }

    @Test(arguments: Loss.allCases)
    func theNextRunWritesThemAgainAndWorksNoPhoto(_ loss: Loss) throws {
        let fixtures = try RunFixtures()
        try fixtures.add(2, in: "day")
        try fixtures.add(1)
        try Data("no picture".utf8).write(to: fixtures.photos.appendingPathComponent("broken.jpg"))
        try fixtures.age(fixtures.photos.appendingPathComponent("broken.jpg"))
        let queue = fixtures.folder.appendingPathComponent("kept.sqlite").path
        let settings = fixtures.folder.appendingPathComponent("pipeline.json")
        if loss == .otherFormats { try Data(#"{"output": {"formats": ["csv"]}}"#.utf8).write(to: settings) }
        let first = try fixtures.run("--queue", queue)
        #expect(first.status == 1 && !first.talk.contains("written again"), "\(first.talk)")
        let before = try fixtures.records()
        #expect(before.count == (loss == .otherFormats ? 0 : 4))

        switch loss {
        case .deletedByHand:
            for name in ["day/00000.jpg.json", "broken.jpg.json"] {
                try FileManager.default.removeItem(at: fixtures.output.appendingPathComponent(name))
            }
        case .otherFormats: try FileManager.default.removeItem(at: settings)
        case .folderLost: try FileManager.default.removeItem(at: fixtures.output)
        }
        let count = loss == .deletedByHand ? 2 : 4
        let second = try fixtures.run("--queue", queue)
        #expect(second.status == 1, "\(second.talk)")
        let said = "\(count) records written again, because the file was not there"
        #expect(second.output.contains(said), "\(second.output)")
        #expect(second.output.contains("0 done, 4 known from before (3 done, 1 failed)"), "\(second.output)")
        let after = try fixtures.records()
        #expect(Set(after.keys) == ["00000.jpg", "day/00000.jpg", "day/00001.jpg", "broken.jpg"])
        #expect(after.values.allSatisfy { $0.attempts == 1 })
        #expect(after["broken.jpg"]?.state == .failed)
        for (name, record) in before { #expect(after[name] == record) }

        let third = try fixtures.run("--queue", queue, "--format", "json")
        struct Summary: Decodable { var restored: Int }
        #expect(try JSONDecoder().decode(Summary.self, from: Data(third.output.utf8)).restored == 0)
    }
}
