import Foundation
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
        #expect(odd.told(from: "/other").file?.rawBytes == Array("/other/".utf8) + [0xFF])
        #expect(odd.printable == "/q/%FF")
    }

    /// A database's things lie in a folder of this host, whatever the address says.
    @Test func whatBelongsToADatabaseLiesInThisHostsOwnFolder() {
        let address = QueueAddress(connection: "postgres://q:secret@db.example/photos?sslmode=require")
        let queue = QueueLocation.database(address, state: "/home/q/state/photos")
        #expect(queue.file == nil && queue.status == nil && queue.databaseFiles.isEmpty)
        #expect(queue.folder == "/home/q/state/photos")
        let own = [queue.writerLock, queue.controlSocket, queue.token, queue.sessions]
        #expect(
            own
                == ["queue.lock", "queue.sock", "queue.token", "queue.sessions"].map {
                    FilePath("/home/q/state/photos/\($0)")
                })
        #expect(queue.printable == "postgres://q@db.example/photos?sslmode=require" && queue.text == queue.printable)
        #expect(queue.told(from: "/else").controlSocket == "/else/queue.sock")
    }

    @Test func onlyADatabaseKnowsNamesOfFolders() {
        let names = [RootName(name: "club", path: "/mnt/club")]
        let queue = QueueLocation.database(QueueAddress(connection: "postgres:///q"), state: "/s").naming(names)
        #expect(queue.address?.roots == names && queue.folder == "/s")
        #expect(self.queue.naming(names) == self.queue)
    }

    @Test(arguments: [
        (["QUIVER_STATE": "/q", "XDG_STATE_HOME": "/x", "HOME": "/h"], "/q"), (["QUIVER_STATE": "q"], "/here/q"),
        (["QUIVER_STATE": "", "XDG_STATE_HOME": "/x", "HOME": "/h"], "/x/quiver"),
        (["HOME": "/h"], "/h/.local/state/quiver"), (["HOME": ""], nil),
    ])
    func theEnvironmentNamesTheFolderOfThisHost(environment: [String: String], folder: String?) {
        #expect(
            QueueLocation.stateFolder(environment: environment, in: "/here") == folder.map { FilePath($0) })
    }

    @Test(arguments: [
        ("/srv/results/quiver.sqlite", "\"quiver.sqlite\""), ("/srv/results/day/q.sqlite", "\"day\\/q.sqlite\""),
        ("/srv/queue.sqlite", "\"\\/srv\\/queue.sqlite\""),
    ])
    func aMarkNamesAQueueFromTheResults(file: FilePath, expected: String) throws {
        let queue = QueueLocation.file(file)
        let bytes = try JSONEncoder().encode(queue.mark(in: "/srv/results"))
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
        let mark = try JSONDecoder().decode(QueueMark.self, from: bytes)
        #expect(mark.file(in: "/srv/results") == queue && mark.names(queue, in: "/srv/results"))
    }

    @Test func aMarkNamesADatabaseWithoutItsPassword() throws {
        let address = QueueAddress(connection: "postgres://q:secret@db.example/photos")
        let queue = QueueLocation.database(address, state: "/s")
        let bytes = try JSONEncoder().encode(queue.mark(in: "/srv/results"))
        let mark = try JSONDecoder().decode(QueueMark.self, from: bytes)
        #expect(mark == .database("postgres://q@db.example/photos") && mark.file(in: "/srv/results") == nil)
        #expect(mark.names(queue, in: "/srv/results") && !mark.names(self.queue, in: "/srv/results"))
    }

    @Test func aNameAloneLiesInTheCurrentFolder() {
        #expect(QueueLocation.file("q.sqlite").folder == ".")
    }
}
