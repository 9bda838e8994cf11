import Control
import Findings
import Foundation
import Glibc
import Hooks
import JSONTree
import Results
import Settings
import Storage
import StorageTesting
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Supervisor

/// What hooks are told of sessions and runs.
@Suite(.timeLimit(.minutes(30))) struct HookMessagesTests {
    private static func plan(_ on: Settings.Hook.Subject, filter: String? = nil, quiet: Duration = .seconds(600)) throws
        -> HookPlan
    {
        var (settings, hook) = (Settings(), Settings.Hook())
        (hook.name, hook.on, hook.filter, hook.quiet) = ("told", on, filter, quiet)
        hook.program = "/usr/bin/true"
        settings.hooks = [hook]
        return try HookPlan(settings, version: "0")
    }

    private func messages(_ queue: QueueService) async throws -> [(message: OutboxMessage, content: JSONValue)] {
        try await queue.look { try $0.outbox.page(OutboxPage()) }
            .map { ($0, try JSONParser.parse($0.body).value) }
    }

    @Test func ofManyChangesOfASessionTheLastIsTold() async throws {
        let scene = try SheetScene()
        var writer = scene.writer()
        writer.tell = try Self.plan(.session).tellingSessions(HookNews(), waits: true)
        try await scene.score("day/1.jpg", day: 1)
        try await scene.score("eve/1.jpg", day: 1)
        for score in [7, 9] {
            try await scene.add(score, to: "day/1.jpg", as: score == 7 ? nil : 1)
            #expect(try await writer.write().failures.isEmpty)
        }
        let told = try await messages(scene.queue)
        #expect(told.map(\.message.subject) == [.session("eve 1970-01-02"), .session("day 1970-01-02")])
        let day = try #require(told.last)
        #expect(day.message.event == "session" && day.message.due - day.message.made == 600_000)
        #expect(
            day.content["session"]?["session"] == "day 1970-01-02" && day.content["session"]?["total"]?["score"] == 9)
        let files = ["html", "csv"].map { JSONValue.string(scene.output.appending("day/scores.\($0)").string) }
        #expect(day.content["files"] == .array(files))
    }

    @Test func aRunThatEndsTellsOfItsSessionsAtOnce() async throws {
        let scene = try SheetScene()
        var writer = scene.writer()
        writer.tell = try Self.plan(.session).tellingSessions(HookNews(), waits: false)
        try await scene.score("day/1.jpg", day: 1)
        _ = try await writer.write()
        let told = try await messages(scene.queue)
        #expect(told.count == 1 && told.allSatisfy { $0.message.due == $0.message.made })
        // A sheet that is as it was is no news.
        _ = try await writer.write(further: ["day 1970-01-02"])
        #expect(try await messages(scene.queue).count == 1)
    }

    private static func record(_ path: FilePath, _ state: Record.State) -> Record {
        Record(
            timestamp: Timestamp(Date(timeIntervalSince1970: 0)),
            source: Record.Source(path: path, bytes: 1, sha256: "0a"),
            state: state,
            error: state == .failed ? Record.Failure(code: "truncated", message: "it ends early", fault: .input) : nil,
            attempts: 1)
    }

    @Test func aRunIsToldWithCountsAndFailuresAndBeginsAnew() async throws {
        let scene = try SheetScene()
        let notes = RunNotes(of: ["told"], since: 1_000)
        for number in 0..<150 { notes.take(.ended(Self.record(FilePath("/p/\(number).jpg"), .failed))) }
        notes.take(.ended(Self.record("/p/good.jpg", .done)))
        notes.take(.warning("no photo"))
        let owner = Owner(host: "h", boot: "b", pid: 3, started: 2)
        let runs = RunMessages(
            plan: try Self.plan(.run), queue: scene.queue, owner: owner, notes: notes, output: scene.output,
            news: HookNews(), wall: { 90_000 })
        try await runs.tell(at: 5)
        try await runs.tell(at: 6)
        let told = try await messages(scene.queue)
        #expect(told.map(\.message.subject) == [.run(owner, started: 1_000), .run(owner, started: 90_000)])
        let run = try #require(told.first?.content["run"])
        #expect(run["done"] == 1 && run["failed"] == 150 && run["host"] == "h" && run["waiting"] == 0)
        #expect(run["began"] == "1970-01-01T00:00:01.000Z" && run["ended"] == "1970-01-01T00:01:30.000Z")
        guard case .array(let failures) = run["failures"] else {
            Issue.record("\(run)")
            return
        }
        #expect(failures.count == RunNotes.most)
        #expect(failures.first?["path"] == "/p/0.jpg" && failures.first?["message"] == "it ends early")
        #expect(told.last?.content["run"]?["failed"] == 0)
    }

    @Test func eachIsToldAtItsOwnTimeOfDay() async throws {
        let scene = try SheetScene()
        let (six, seven) = (try #require(TimeOfDay("06:00")), try #require(TimeOfDay("07:00")))
        var settings = Settings()
        settings.hooks = [("six", six), ("seven", seven), ("end", nil)].map { name, time in
            var hook = Settings.Hook()
            (hook.name, hook.on, hook.at, hook.program) = (name, .run, time, "/usr/bin/true")
            return hook
        }
        // Five to eight: each time comes once.
        let start = RunMessages.next(six, after: 1_774_000_000_000) - 3_600_000
        let clock = Mutex(start)
        let notes = RunNotes(of: ["six", "seven", "end"], since: start)
        notes.take(.ended(Self.record("/p/good.jpg", .done)))
        let runs = RunMessages(
            plan: try HookPlan(settings, version: "0"), queue: scene.queue,
            owner: Owner(host: "h", boot: "b", pid: 3, started: 2), notes: notes, output: scene.output,
            news: HookNews(), wall: { clock.withLock { $0 } },
            sleep: { time in
                try clock.withLock { now in
                    now += UnixMillis(time / .milliseconds(1))
                    if now > start + 3 * 3_600_000 { throw CancellationError() }
                }
            })
        await #expect(throws: CancellationError.self) { try await runs.tellDaily(at: { 5 }) }
        #expect(try await messages(scene.queue).map(\.message.hook) == ["six", "seven"])
        try await runs.tell(at: 6)
        let told = try await messages(scene.queue).dropFirst(2)
        #expect(
            told.map(\.content["run"]?["done"]) == [0, 0, 1] && told.map(\.message.hook) == ["six", "seven", "end"])
    }

    @Test(arguments: [(nil, 2), ("state:failed", 1), ("-state:failed", 1), ("name:c.jpg", 0)] as [(String?, Int)])
    func aPhotoIsToldOfWhereTheQueryMeansIt(filter: String?, count: Int) throws {
        let plan = try Self.plan(.photo, filter: filter)
        let told = [Self.record("/p/a.jpg", .done), Self.record("/p/b.jpg", .failed)].flatMap { record in
            plan.messages(
                on: record, at: Place(root: Array("/p".utf8), path: Array("a.jpg".utf8)),
                ended: ClaimID(job: JobID(rawValue: 7), claimNumber: 2))
        }
        #expect(told.count == count)
        #expect(told.allSatisfy { $0.subject == .photo(ClaimID(job: JobID(rawValue: 7), claimNumber: 2)) })
        #expect(told.allSatisfy { (try? JSONParser.parse($0.body).value["record"]?["attempts"]) == 1 })
    }

    @Test func aHookAsksWhichSetsAPhotoIsIn() throws {
        let plan = try Self.plan(.photo, filter: "set:a -set:b")
        #expect(plan.telling(nil, HookNews())?.asksForSets == true)
        #expect(try Self.plan(.photo, filter: "state:done").telling(nil, HookNews())?.asksForSets == false)
        for (sets, count) in [([], 0), (["a"], 1), (["a", "b"], 0)] {
            let told = plan.messages(
                on: Self.record("/p/a.jpg", .done), at: Place(root: Array("/p".utf8), path: Array("a.jpg".utf8)),
                ended: ClaimID(job: JobID(rawValue: 7), claimNumber: 2), in: sets)
            #expect(told.count == count)
        }
    }

    @Test func whoIsToldOfSomethingElseIsToldOfNoPhoto() throws {
        #expect(try Self.plan(.run).telling(nil, HookNews()) == nil)
        #expect(try Self.plan(.session).telling(nil, HookNews()) == nil)
        #expect(try Self.plan(.photo).telling(nil, HookNews()) != nil)
    }

    @Test(arguments: ["00:00", "06:30", "23:59"]) func theTimeOfDayIsTheNextOne(text: String) throws {
        let time = try #require(TimeOfDay(text))
        for now: UnixMillis in stride(from: 1_774_000_000_000, to: 1_776_000_000_000, by: 41_000_000) {
            let next = RunMessages.next(time, after: now)
            // A day with a change of summer time has 25 hours.
            #expect(next > now && next - now <= 25 * 3_600_000)
            var (moment, parts) = (time_t(next / 1_000), tm())
            localtime_r(&moment, &parts)
            #expect(Int(parts.tm_hour) * 60 + Int(parts.tm_min) == time.minutes && parts.tm_sec == 0)
        }
    }
}
