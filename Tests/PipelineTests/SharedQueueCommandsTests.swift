import Control
import Foundation
import JSONTree
import Storage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor

/// The program over a queue in PostgreSQL, from several hosts: each has a folder of its own for what belongs to it.
@Suite(.enabled(if: PostgresCluster.isAvailable), .timeLimit(.minutes(30))) struct SharedQueueCommandsTests {
    /// The cluster trusts its users, so that any password does.
    private static let word = "s3cretW0rd"

    private let fixtures: RunFixtures
    private let address: String

    init() throws {
        fixtures = try RunFixtures()
        let given = try PostgresCluster.database()
        address = given.replacing(#/:\/\/(\w+)@/#) { "://\($0.output.1):\(Self.word)@" }
        try #require(address != given)
    }

    private func host(_ name: String, environment: [String: String] = [:]) -> QuiverProgram {
        var host = fixtures.program
        host.state = fixtures.folder.appendingPathComponent("state of \(name)")
        host.environment = ["QUIVER_QUEUE": address, "QUIVER_OUTPUT_PATH": fixtures.output.path].merging(environment) {
            $1
        }
        return host
    }

    private func work(on host: QuiverProgram, _ more: [String] = []) throws -> QuiverProgram.Ended {
        try host.start(["run", fixtures.photos.path, "--model", RunFixtures.model] + more).wait()
    }

    private func status(on host: QuiverProgram) throws -> (ended: QuiverProgram.Ended, json: JSONValue) {
        let ended = try host.start(["status", "--format", "jsonl"]).wait()
        // A queue that has not begun yet has no status.
        return (ended, ended.output.isEmpty ? .null : try JSONParser.parse(ended.output.utf8).value)
    }

    @Test func anyHostSeesAndChangesWhatAnotherHasDone() throws {
        try fixtures.add(3)
        let worked = try work(on: host("a"))
        #expect(worked.status == 0, "\(worked.talk)")
        let other = host("b")
        let (ended, json) = try status(on: other)
        #expect(ended.status == 3 && json["counts"]?["done"] == 3, "\(ended.output) \(ended.talk)")
        #expect(
            json["health"] == "down" && json["hosts"] != nil
                && json["queue"] == .string(QueueAddress(connection: address).printable))
        #expect(try other.run("pause").output.hasPrefix("paused"))
        #expect(try status(on: host("a")).json["isPausedByHand"] == true)
        #expect(try other.run("resume").output.hasPrefix("goes on"))
        #expect(try other.run("jobs", "prune", "1").status == 0)
        #expect(try status(on: host("a")).json["counts"]?["done"] == 2)
    }

    @Test func aRunningHostIsSeenFromTheOthersAndPausedByThem() throws {
        try fixtures.add(2)
        let running = try host("a").start([
            "watch", fixtures.photos.path, "--model", RunFixtures.model, "--workers", "1",
        ])
        defer { kill(running.pid, SIGKILL) }
        let other = host("b")
        try running.wait { try status(on: other).json["counts"]?["done"] == 2 }
        try running.wait { try status(on: other).ended.status == 0 }
        let json = try status(on: other).json
        guard case .array(let hosts)? = json["hosts"] else {
            Issue.record("\(json.line)")
            return
        }
        let host = try #require(hosts.first)
        #expect(hosts.count == 1 && host["process"] == .integer(Int(running.pid)) && host["isAlive"] == true)
        #expect(host["workers"] == 1 && json["supervisor"] == nil)
        // A second one on the same host and for the same user would only share its cores.
        let second = try self.host("a").start(["watch", fixtures.photos.path, "--model", RunFixtures.model]).wait()
        #expect(second.status != 0 && second.talk.contains("process \(running.pid) on "), "\(second.talk)")
        #expect(try other.run("pause").status == 0)
        try running.wait { try status(on: other).ended.status == 4 }
        kill(running.pid, SIGTERM)
        #expect(try running.wait().status == 0)
        #expect(try status(on: other).ended.status == 3)
    }

    /// In what is printed, logged, stored or listed by `ps`, of the program and of its workers.
    @Test func aPasswordIsNowhereToBeFound() throws {
        try fixtures.add(2)
        let host = host("a", environment: ["QUIVER_QUEUE": ""])
        let log = fixtures.folder.appendingPathComponent("log.txt").path
        let running = try host.start([
            "watch", fixtures.photos.path, "--queue", address, "--model", RunFixtures.model, "--log", log, "--serve",
            "--port", "0",
        ])
        defer { kill(running.pid, SIGKILL) }
        let records = fixtures.output.appendingPathComponent("results.csv").path
        try running.wait { FileManager.default.fileExists(atPath: records) }
        try running.wait { !running.children.isEmpty }
        for process in [running.pid] + running.children {
            let words = try String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
            #expect(!words.contains(Self.word), "\(words)")
        }
        for command in [
            ["status"], ["config", "--format", "json"], ["config"], ["jobs", "list"], ["nonsense"],
            ["run", "--nonsense"],
        ] {
            let ended = try host.start(command + ["--queue", address]).wait()
            #expect(!(ended.output + ended.talk).contains(Self.word), "\(command): \(ended.output) \(ended.talk)")
        }
        let warned = try host.start(["status", "--queue", address]).wait()
        #expect(warned.talk.contains("PGPASSFILE"), "status \(warned.status): \(warned.output)")
        kill(running.pid, SIGTERM)
        _ = try running.wait()
        let files = FileManager.default.enumerator(atPath: fixtures.folder.path)?.compactMap { $0 as? String } ?? []
        #expect(files.contains("out/.quiver-queue") && files.contains("log.txt"))
        for file in files {
            guard let data = try? Data(contentsOf: fixtures.folder.appendingPathComponent(file)) else { continue }
            #expect(data.firstRange(of: Data(Self.word.utf8)) == nil, "\(file)")
        }
    }

    @Test(arguments: [
        ("postgres://q:s3cretW0rd@127.0.0.1:1/photos", 2, "cannot be reached"),
        ("postgres://q:s3cret@W0rd@127.0.0.1/photos", 64, "PGPASSFILE"),
        ("mysql://q:s3cretW0rd@db/photos", 64, "postgres://"),
    ])
    func aWrongAddressIsToldOfWithoutItsPassword(address: String, status: Int32, sentence: String) throws {
        let ended = try host("a", environment: ["QUIVER_QUEUE": address]).run("status")
        #expect(ended.status == status && ended.talk.contains(sentence), "\(ended.talk)")
        #expect(!ended.talk.contains("s3cret") && !ended.talk.contains("W0rd"), "\(ended.talk)")
    }

    @Test func aDatabaseThatIsNotThereNamesTheCommandThatMakesIt() throws {
        let missing = address.replacing(/\/test_[0-9a-f]+/, with: "/photos_of_nobody")
        let ended = try host("a", environment: ["QUIVER_QUEUE": missing]).run("status")
        #expect(ended.status == 2 && ended.talk.contains("createdb photos_of_nobody"), "\(ended.talk)")
    }

    @Test func theServerIsExaminedWithoutMakingTables() throws {
        let queue = QueueLocation.database(QueueAddress(connection: address), state: "/nowhere")
        let backend = try #require(QueueBackends.backend(of: queue) as? any ExaminableQueue)
        let before = try backend.examine()
        #expect(before.steps.taken == 0 && before.steps.known > 0 && before.way == .local && before.hearsNews)
        #expect(before.latency > .zero && before.latency < .seconds(60))
        #expect(before.clockLead < .seconds(60) && before.clockLead > .seconds(-60))
        try fixtures.add(1)
        #expect(try work(on: host("a")).status == 0)
        let after = try backend.examine()
        #expect(after.steps.taken == after.steps.known && after.steps.known == before.steps.known)
    }

    /// The second host has the share elsewhere, and a third one not at all.
    @Test func namesOfFoldersHoldOnEveryHost() throws {
        try fixtures.add(2)
        let mount = fixtures.folder.appendingPathComponent("mount")
        try FileManager.default.createSymbolicLink(at: mount, withDestinationURL: fixtures.folder)
        func settings(_ name: String, _ watch: String) throws -> QuiverProgram {
            let file = fixtures.folder.appendingPathComponent("\(name).json")
            try Data("{ \"watch\": [\(watch)] }".utf8).write(to: file)
            return host(name, environment: ["QUIVER_CONFIG": file.path])
        }
        let first = try settings("a", #"{ "path": "photos", "name": "club" }"#)
        let worked = try first.start(["run", "--model", RunFixtures.model]).wait()
        #expect(worked.status == 0, "\(worked.talk)")
        let stranger = try settings("c", #"{ "path": "elsewhere", "name": "attic" }"#)
        let listed = try stranger.start(["jobs", "list", "--format", "jsonl"]).wait()
        #expect(listed.status == 0 && listed.output.contains("club:"), "\(listed.output) \(listed.talk)")
        #expect(!listed.output.contains(fixtures.photos.path))
        // Where the folder moves to, the same photos are known.
        let moved = fixtures.folder.appendingPathComponent("moved")
        try FileManager.default.moveItem(at: fixtures.photos, to: moved)
        let second = try settings("b", #"{ "path": "moved", "name": "club" }"#)
        let again = try second.start(["jobs", "list", "--format", "jsonl"]).wait()
        #expect(again.output.contains("moved/00000.jpg"), "\(again.output) \(again.talk)")
    }
}
