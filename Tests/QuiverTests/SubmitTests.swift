import Foundation
import Glibc
import JSONTree
import Results
import Settings
import Storage
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor
@testable import quiver

/// `quiver submit` where something stands in its way, with the real program.
@Suite("submitting under difficulties")
struct SubmitTests {
    private let fixtures: RunFixtures
    private let own: URL

    init() throws {
        fixtures = try RunFixtures()
        own = fixtures.folder.appendingPathComponent("own")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    }

    /// What comes by itself settles for an hour.
    private func watch(intake: String = "{}", pausing: Bool = false) throws -> RunningQuiver {
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        try Data(
            """
            {"watch": [{"path": "photos", "settle": "1h"}], "output": {"path": "out"}, "intake": \(intake),
             "detectors": [{"name": "targets", "model": "\(RunFixtures.model)"}]}
            """.utf8
        ).write(to: config)
        let running = try fixtures.program.start(["watch", "--config", config.path, "--workers", "2"])
        try running.wait { try quiver("status", "--format", "json").status == 0 }
        if pausing { #expect(try quiver("pause").status == 0) }
        return running
    }

    private func quiver(_ arguments: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(arguments + ["--output", fixtures.output.path]).wait()
    }

    private func stop(_ running: RunningQuiver) throws {
        running.process.terminate()
        #expect(try running.wait().status == 0)
    }

    private func start(_ arguments: [String]) throws -> RunningQuiver {
        try fixtures.program.start(
            ["submit"] + arguments + [
                "--into", fixtures.photos.path, "--format", "jsonl", "--output", fixtures.output.path,
            ])
    }

    private func submit(_ arguments: String...) throws -> (status: Int32, answers: [JSONValue], talk: String) {
        let ended = try start(arguments).wait()
        return (ended.status, try answers(ended.output), ended.talk)
    }

    private func answers(_ output: String) throws -> [JSONValue] {
        try output.split(separator: "\n").map { try JSONParser.parse(Array($0.utf8)).value }
    }

    /// A photo outside the watched folder.
    private func photo(_ name: String, _ number: Int) throws -> String {
        let url = own.appendingPathComponent(name)
        try RunFixtures.photo(number).write(to: url)
        return url.path
    }

    private func watched() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: fixtures.photos.path)
            .filter { !$0.hasPrefix(".quiver-full") }.sorted()
    }

    @Test("one file that is none, or that the folder's rules leave out, keeps no answer of the others back")
    func othersAreAnswered() throws {
        let running = try watch()
        let pipe = own.appendingPathComponent("pipe.jpg").path
        try #require(mkfifo(pipe, 0o600) == 0)
        let cut = own.appendingPathComponent("cut.jpg")
        try RunFixtures.photo(1).prefix(300).write(to: cut)
        // What a submit left that was killed in the middle of a copy, two days ago.
        let left = fixtures.photos.appendingPathComponent("\(AtomicFile.prefix)1a2b-3c\(AtomicFile.suffix)")
        try Data("half".utf8).write(to: left)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -172_800)], ofItemAtPath: left.path)
        let ended = try submit(
            photo("a.jpg", 1), pipe, own.path, own.path + "/none.jpg", cut.path, photo(".hidden.jpg", 2),
            photo("b.jpg", 3), "--wait", "--timeout", "1200")
        #expect(ended.status == 1, "\(ended.talk)")
        #expect(ended.answers.map { $0["record"]?["state"] } == ["done", "done"])
        for name in ["pipe.jpg", "own", "none.jpg", "cut.jpg", ".hidden.jpg"] {
            #expect(ended.talk.split(separator: "\n").contains { $0.contains(name) }, "\(name): \(ended.talk)")
        }
        #expect(try watched() == ["a.jpg", "b.jpg"])
        // A folder that is not there is not made.
        let elsewhere = fixtures.folder.appendingPathComponent("elsewhere").path
        #expect(try quiver("submit", photo("c.jpg", 4), "--into", elsewhere).status == 2)
        #expect(!FileManager.default.fileExists(atPath: elsewhere))
        try stop(running)
    }

    @Test("a photo that lies in the watched folder is taken at once too")
    func photoOfTheFolder() throws {
        let running = try watch()
        let file = fixtures.photos.appendingPathComponent("here.jpg")
        try RunFixtures.photo(1).write(to: file)
        let ended = try submit(file.path, "--wait", "--timeout", "1200")
        #expect(ended.status == 0 && ended.answers.map { $0["record"]?["state"] } == ["done"], "\(ended.talk)")
        #expect(try watched() == ["here.jpg"])
        try stop(running)
    }

    @Test("several who hand one file in at the same moment are answered with one job")
    func atOnce() throws {
        let running = try watch()
        let file = try photo("a.jpg", 1)
        let all = try (0..<4).map { _ in try start([file, "--wait", "--timeout", "1200"]) }
        let ended = try all.map { try $0.wait() }
        #expect(ended.allSatisfy { $0.status == 0 }, "\(ended.map(\.talk))")
        #expect(try ended.flatMap { try answers($0.output) }.map { $0["job"] } == [1, 1, 1, 1])
        #expect(try watched() == ["a.jpg"])
        try stop(running)
    }

    @Test("the answer's SHA-256 is that of the file in the folder, whatever becomes of the origin meanwhile")
    func changingOrigin() throws {
        let running = try watch()
        let file = own.appendingPathComponent("a.jpg")
        try (RunFixtures.photo(1) + Data(repeating: 0x51, count: 16 << 20)).write(to: file)
        let submitting = try start([file.path])
        let writer = try FileHandle(forUpdating: file)
        var number: UInt8 = 0
        while submitting.process.isRunning {
            try writer.seek(toOffset: 16 << 20)
            try writer.write(contentsOf: Data([number]))
            number &+= 1
        }
        let ended = try submitting.wait()
        #expect(ended.status == 0, "\(ended.talk)")
        let bytes = try [UInt8](Data(contentsOf: fixtures.photos.appendingPathComponent("a.jpg")))
        let content = try #require(Fingerprint(SHA256.hash(bytes)))
        #expect(try answers(ended.output).map { $0["sha256"] } == [.string(content.description)])
        try stop(running)
    }

    @Test("Ctrl-C ends the waiting, and what is handed in is answered as it stands")
    func interrupted() throws {
        let running = try watch(pausing: true)
        let submitting = try start([photo("a.jpg", 1), photo("b.jpg", 2), "--wait"])
        try submitting.waitUntilItHearsSignals()
        try submitting.wait { try quiver("jobs", "list", "--format", "jsonl").output.contains("b.jpg") }
        kill(submitting.pid, SIGINT)
        let ended = try submitting.wait()
        #expect(ended.status == 130, "\(ended.talk)")
        let lines = try answers(ended.output)
        #expect(lines.map { $0["job"] } == [1, 2] && lines.allSatisfy { $0["record"] == .null })
        #expect(try watched() == ["a.jpg", "b.jpg"])
        try stop(running)
    }

    @Test("where the supervisor is gone for good, no photo is waited for")
    func killed() throws {
        let running = try watch(pausing: true)
        let submitting = try start([photo("a.jpg", 1), photo("b.jpg", 2), "--wait"])
        try submitting.wait { try quiver("jobs", "list", "--format", "jsonl").output.contains("b.jpg") }
        kill(running.pid, SIGKILL)
        _ = try running.wait()
        let ended = try submitting.wait()
        #expect(ended.status == 3 && ended.talk.contains("quiver watch"), "\(ended.status) \(ended.talk)")
        #expect(try answers(ended.output).map { $0["job"] } == [1, 2])
    }

    @Test("while enough photos wait, no further one is handed in")
    func full() throws {
        let running = try watch(intake: #"{"full": 2}"#, pausing: true)
        #expect(try submit(photo("a.jpg", 1), photo("b.jpg", 2)).status == 0)
        try running.wait { try quiver("status", "--format", "json").output.contains(#""fullFor""#) }
        let ended = try submit(photo("c.jpg", 3), photo("d.jpg", 4))
        #expect(ended.status == 4 && ended.answers.isEmpty, "\(ended.talk)")
        #expect(ended.talk.contains("2 photos not handed in") && ended.talk.contains("intake.full"), "\(ended.talk)")
        #expect(try watched() == ["a.jpg", "b.jpg"])
        try stop(running)
    }

    @Test("photos that get no job are waited for once, not one after the other")
    func oneDeadline() async throws {
        try fixtures.add(1)
        #expect(try fixtures.run().status == 0)
        var settings = Settings()
        settings.queue = .file(FilePath(fixtures.queue.path))
        // Each look at the clock finds it half a second later, so that a slow machine makes nothing late.
        let clock = Mutex(ContinuousClock.now)
        let now: @Sendable () -> ContinuousClock.Instant = {
            clock.withLock { time in
                time += .milliseconds(500)
                return time
            }
        }
        // One after the other they would take longer than a supervisor may be away.
        var answers = try SubmitAnswers(
            QueueControl(settings), isForEnd: true, limit: nil, patience: .seconds(4), now: now)
        let content = try #require(Fingerprint([UInt8](repeating: 7, count: 32)))
        func job(_ name: String) async throws -> Job? {
            try await answers.next(SubmittedPhoto(FilePath(fixtures.photos.path).appending(name), content)).job
        }
        for number in 1...9 { #expect(try await job("\(number).jpg") == nil) }
        #expect(!answers.isUnwatched)
    }
}
