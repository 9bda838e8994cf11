import Foundation
import Glibc
import Hooks
import Logging
import ServiceLifecycle
import Settings
import Storage
import StorageTesting
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Supervisor

/// Messages on their way from the outbox to programs.
@Suite(.timeLimit(.minutes(30))) struct HookServiceTests {
    private let folder: TemporaryFolder
    private let queue = QueueService(MemoryQueueStore())
    private let news = HookNews()
    private let stop = StopRequest()
    /// Time stands still, so that no message comes due by itself however long a test takes.
    private let now = Clock.now()
    private static let owner = Owner(host: "h", boot: "b", pid: 1, started: 2)

    init() throws {
        folder = try TemporaryFolder()
        chmod(folder.url.path, 0o700)
    }

    private func hook(_ name: String, _ lines: String, retryFor: Duration = .seconds(3_600)) throws -> HookPlan.Hook {
        let file = folder[name]
        try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: file)
        chmod(file.path, 0o700)
        var settings = Settings.Hook()
        (settings.name, settings.retryFor) = (name, retryFor)
        return HookPlan.Hook(settings: settings, channel: HookProgram(FilePath(file.path), limit: .seconds(3_600)))
    }

    private func add(_ hook: String, _ session: String, _ number: Int) async throws {
        let message = NewMessage(
            hook: hook, subject: .session(session), event: "session", body: Array("{\"n\":\(number)}".utf8))
        try await queue.perform { [now] in try $0.outbox.add([message], at: now) }
        news.changes.notify()
    }

    private func waits(_ hook: String, for state: OutboxState, count: Int) async throws {
        // The suite's time limit ends what never comes.
        while try await queue.look({ try $0.outbox.overview()[hook]?[state] ?? 0 }) != count {
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Runs the service beside a body, and ends it in good order behind that.
    private func serving(
        _ hooks: [HookPlan.Hook], last: @escaping @Sendable () async -> Void = {},
        patience: Duration = .seconds(1_200), meter: RunMeter? = nil, _ body: () async throws -> Void
    ) async throws {
        let sentences = Sentences()
        let now = now
        var parts = HookService.Parts(
            plan: HookPlan(hooks: hooks), queue: queue, owner: Self.owner, news: news, stop: stop, now: { now },
            warn: { sentences.add($0) })
        (parts.last, parts.meter) = (last, meter)
        parts.patience = (patience, patience)
        let service = HookService(parts: parts)
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: service, successTerminationBehavior: .gracefullyShutdownGroup)],
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            do { try await body() } catch {
                tasks.cancelAll()
                throw error
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    private final class Sentences: Sendable {
        private let all = Mutex<[String]>([])
        func add(_ sentence: String) { all.withLock { $0.append(sentence) } }
    }

    private func lines(_ name: String) throws -> [String] {
        try String(contentsOf: folder[name], encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test func thoseOfOneSubjectArriveInTheirOrder() async throws {
        let hook = try hook("told", "message=$(cat); printf '%s\\n' \"$message\" >> \(folder["log"].path)")
        try await serving([hook]) {
            for number in 0..<12 { try await add("told", "s\(number % 2)", number) }
            try await waits("told", for: .delivered, count: 12)
        }
        let numbers = try lines("log").compactMap { line -> Int? in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(object?["hook"] as? String == "told" && object?["event"] as? String == "session")
            return object?["n"] as? Int
        }
        #expect(numbers.count == 12)
        for half in [0, 1] {
            let own = numbers.filter { $0 % 2 == half }
            #expect(own == own.sorted())
        }
    }

    @Test func whatIsRefusedIsTriedAgainUnderTheSameKey() async throws {
        let log = folder["log"].path
        let hook = try hook(
            "told", "echo \"$QUIVER_MESSAGE $QUIVER_ATTEMPT\" >> \(log); echo no; test $(wc -l < \(log)) -ge 2")
        let meter = RunMeter()
        try await serving([hook], meter: meter) {
            try await add("told", "s", 1)
            try await waits("told", for: .waiting, count: 1)
            while try await queue.look({ try $0.outbox.page(OutboxPage()).first?.lastAnswer }) == nil {
                try await Task.sleep(for: .milliseconds(20))
            }
            let answer = try await queue.look { try $0.outbox.page(OutboxPage()).first?.lastAnswer }
            #expect(answer?.status == .exited(1) && answer?.output == "no\n" && answer?.attempt == 1)
            _ = try await queue.perform { [now] in try $0.outbox.retry(OutboxFilter(), limit: 10, at: now) }
            news.changes.notify()
            try await waits("told", for: .delivered, count: 1)
        }
        let told = try lines("log").map { $0.split(separator: " ") }
        // A retry begins anew.
        #expect(told.count == 2 && Set(told.map { $0[0] }).count == 1 && told.map { $0[1] } == ["1", "1"])
        #expect(counts(meter) == ["delivered": 1, "refused": 1, "given up": 0])
    }

    /// How often each came of a try.
    private func counts(_ meter: RunMeter) -> [String: Double] {
        let own = meter.measurements.all.filter { $0.name == MeasuredName.hookDeliveries.rawValue }
        #expect(own.allSatisfy { $0.labels.map(\.name) == ["hook", "outcome"] && $0.labels[0].value == "told" })
        return Dictionary(own.map { ($0.labels[1].value, $0.value) }, uniquingKeysWith: +)
    }

    @Test func aHookThatHangsHoldsUpItsOwnMessagesAlone() async throws {
        let slow = try hook("slow", "sleep 3600")
        let quick = try hook("quick", "exit 0")
        try await serving([slow, quick], patience: .milliseconds(500)) {
            for number in 0..<6 { try await add("slow", "s\(number)", number) }
            for number in 0..<6 { try await add("quick", "s\(number)", number) }
            try await waits("quick", for: .delivered, count: 6)
        }
        // What was broken off was no attempt, and no process has it.
        let left = try await queue.look { try $0.outbox.page(OutboxPage(OutboxFilter(hooks: ["slow"]))) }
        #expect(left.count == 6)
        #expect(left.allSatisfy { $0.state == .waiting && $0.attempts == 0 && $0.progress.owner == nil })
    }

    @Test func whatIsTriedForLongEnoughIsGivenUp() async throws {
        let hook = try hook("told", "exit 9", retryFor: .zero)
        let meter = RunMeter()
        try await serving([hook], meter: meter) {
            try await add("told", "s", 1)
            try await waits("told", for: .givenUp, count: 1)
        }
        #expect(counts(meter) == ["delivered": 0, "refused": 0, "given up": 1])
    }

    @Test func whatIsToldAtTheEndIsDeliveredToo() async throws {
        let hook = try hook("told", "cat > \(folder["log"].path)")
        let (queue, now) = (queue, now)
        try await serving(
            [hook],
            last: {
                let message = NewMessage(
                    hook: "told", subject: .run(Self.owner, started: 5), event: "run", body: Array("{\"run\":{}}".utf8))
                try? await queue.perform { try $0.outbox.add([message], at: now) }
            }
        ) {}
        #expect(try await queue.look { try $0.outbox.overview()["told"]?[.delivered] } == 1)
        #expect(try lines("log").first?.contains("\"run\":{}") == true)
    }

    @Test func messagesOfHooksThatAreNoMoreStay() async throws {
        try await serving([try hook("told", "exit 0")]) {
            try await add("former", "s", 1)
            try await add("told", "s", 2)
            try await waits("told", for: .delivered, count: 1)
        }
        #expect(try await queue.look { try $0.outbox.overview()["former"]?[.waiting] } == 1)
    }

    @Test func aBatchThatIsNotDoneHoldsItsMessagesBack() async throws {
        let hook = try hook("told", "exit 0")
        news.begin()
        try await serving([hook]) {
            try await add("told", "s", 1)
            try await Task.sleep(for: .milliseconds(200))
            #expect(try await queue.look { try $0.outbox.overview()["told"]?[.delivered] ?? 0 } == 0)
            news.end()
            try await waits("told", for: .delivered, count: 1)
        }
    }
}
