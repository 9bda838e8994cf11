import Foundation
import TestSupport
import Testing

/// `"after": "move"` where photos cannot be moved.
@Suite struct MoveRefusedTests {
    @Test func photosOfEarlierRunsThatStayAreSaidOnceAndNotEach() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(4)
        #expect(try fixtures.run().status == 0)
        // A file where the folder of finished photos belongs.
        try Data("mine".utf8).write(to: fixtures.photos.appendingPathComponent("done"))
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        try Data(
            """
            {"watch": [{"path": "photos"}], "output": {"path": "out"}, "queue": "out/quiver.sqlite", "after": "move",
             "detectors": [{"name": "targets", "model": "\(RunFixtures.model)"}]}
            """.utf8
        ).write(to: config)
        let ended = try fixtures.program.run("run", "--config", config.path)
        #expect(ended.talk.components(separatedBy: "has its result but stays where it is").count == 2, "\(ended.talk)")
    }
}
