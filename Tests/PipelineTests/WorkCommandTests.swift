import Foundation
import TestSupport
import Testing

/// `quiver work` over a queue that one process alone may write.
@Suite struct WorkCommandTests {
    @Test func aQueueInAFileIsRefusedWithWhatToDo() throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        let ended = try fixtures.program.run(
            "work", fixtures.photos.path, "--output", fixtures.output.path, "--model", RunFixtures.model)
        #expect(ended.status != 0)
        #expect(ended.talk.contains("one process alone may write"), "\(ended.talk)")
        #expect(ended.talk.contains(#""queue": "postgres://"#), "\(ended.talk)")
        #expect(!FileManager.default.fileExists(atPath: fixtures.queue.path), "nothing is made")
        let empty = try fixtures.program.run("work", "--output", fixtures.output.path, "--model", RunFixtures.model)
        #expect(empty.status == 64 && empty.talk.contains("No photos to work"), "\(empty.talk)")
    }
}
