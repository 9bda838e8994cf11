import SystemPackage
import Testing

@testable import SystemValues

@Suite struct QueueLocationTests {
    private let queue = QueueLocation.usual(in: "/srv/results")

    /// The names that former versions gave.
    @Test func whatBelongsToAQueueLiesBesideIt() {
        #expect(queue.file == "/srv/results/quiver.sqlite")
        #expect(queue.folder == "/srv/results")
        #expect(queue.writerLock == "/srv/results/quiver.sqlite.lock")
        #expect(queue.controlSocket == "/srv/results/quiver.sqlite.sock")
        #expect(queue.token == "/srv/results/quiver.sqlite.token")
        #expect(queue.sessions == "/srv/results/quiver.sqlite.sessions")
        let ends = queue.databaseFiles.map { $0.string.dropFirst("/srv/results/quiver.sqlite".count) }
        #expect(ends == ["", "-wal", "-shm", "-journal"])
    }

    @Test func aNameNeedNotBeText() {
        let odd = QueueLocation.file(FilePath(rawBytes: Array("/q/".utf8) + [0xFF]))
        #expect(odd.token.rawBytes == Array("/q/".utf8) + [0xFF] + Array(".token".utf8))
        #expect(odd.told(from: "/other").file.rawBytes == Array("/other/".utf8) + [0xFF])
        #expect(odd.printable == "/q/%FF")
    }

    @Test(arguments: [
        ("/srv/results/quiver.sqlite", "quiver.sqlite"), ("/srv/results/day/q.sqlite", "day/q.sqlite"),
        ("/srv/queue.sqlite", "/srv/queue.sqlite"),
    ])
    func aMarkNamesAQueueFromTheResults(file: FilePath, expected: FilePath) {
        let queue = QueueLocation.file(file)
        let mark = queue.mark(in: "/srv/results")
        #expect(mark.file == expected)
        #expect(QueueLocation(mark: mark, in: "/srv/results") == queue)
    }

    @Test func aNameAloneLiesInTheCurrentFolder() {
        #expect(QueueLocation.file("q.sqlite").folder == ".")
    }
}
