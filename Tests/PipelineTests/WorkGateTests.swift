import Control
import Foundation
import Settings
import Storage
import StorageTesting
import Synchronization
import SystemValues
import Testing

@testable import Supervisor

/// The hours and the load that photos wait for, by a clock that is set by hand.
@Suite(.timeLimit(.minutes(30))) struct WorkGateTests {
    private final class Scene: Sendable {
        /// Noon in Greenwich, a Thursday.
        let time = Mutex<UnixMillis>(1_795_694_400_000)
        let load = Mutex<Double?>(0)
        let busy = Mutex(0)
        let said = Mutex<[String]>([])
        let logged = Mutex<[String]>([])

        func gate(_ when: Settings.When) -> WorkGate {
            WorkGate(
                when, clock: LocalClock { _ in 0 }, now: { self.time.withLock { $0 } },
                load: { self.load.withLock { $0 } }, busy: { self.busy.withLock { $0 } },
                sleep: { self.pass(UnixMillis($0 / .milliseconds(1))) },
                log: PhotoLog(style: .text) { line in self.logged.withLock { $0.append(line) } }
            ) { event in
                let word =
                    switch event {
                    case .paused(let why): why
                    case .resumed(let pause): "resumed after \(pause)"
                    default: "something else"
                    }
                self.said.withLock { $0.append(word) }
            }
        }

        func pass(_ milliseconds: UnixMillis) { time.withLock { $0 += milliseconds } }
        func pass(hours: Int64) { pass(hours * 3_600_000) }
        var words: [String] { said.withLock { $0 } }
    }

    private static func hours(_ text: String) throws -> Settings.When {
        let hours: WorkHours = try #require(WorkHours(text))
        var when = Settings.When()
        when.hours = hours
        return when
    }

    private static let wait =
        "It is outside the hours of 'when.hours' (22:00-06:00): photos begin at 22:00, or at once with "
        + "'quiver resume --now'."

    @Test func aWaitAndItsEndAreToldOnce() throws {
        let scene = Scene()
        let gate = scene.gate(try Self.hours("22:00-06:00"))
        #expect(gate.isOpen && gate.isNeeded)
        #expect(gate.look())
        for _ in 1...9 {
            scene.pass(hours: 1)
            #expect(!gate.look() && !gate.isOpen)
        }
        #expect(gate.wait == LiveStatus.Wait(cause: .hours, why: Self.wait, until: 1_795_730_400_000))
        scene.pass(hours: 1)
        #expect(gate.look() && gate.isOpen && gate.wait == nil)
        #expect(!gate.look())
        #expect(scene.words == [Self.wait, "resumed after 36000.0 seconds"])
        #expect(scene.logged.withLock { $0.count } == 2)
        scene.pass(hours: 8)
        #expect(gate.look() && !gate.isOpen)
        #expect(scene.words.count == 3)
    }

    @Test func aUserDoesNotWaitOnce() throws {
        let scene = Scene()
        let gate = scene.gate(try Self.hours("22:00-06:00"))
        gate.look()
        #expect(gate.pass() && gate.isOpen)
        #expect(!gate.pass(), "there is nothing to wait for any more")
        // Through the evening into the hours, and closed again at their end.
        for _ in 1...17 {
            scene.pass(hours: 1)
            gate.look()
            #expect(gate.isOpen)
        }
        scene.pass(hours: 1)
        #expect(gate.look() && !gate.isOpen)
        #expect(scene.words.map { $0.prefix(7) } == ["It is o", "resumed", "It is o"])
    }

    @Test func othersLoadHoldsPhotosUpUntilThereIsRoom() {
        let scene = Scene()
        var when = Settings.When()
        when.load = 2
        let gate = scene.gate(when)
        for (load, isOpen) in [(2.0, true), (2.1, false), (1.7, false), (5, false), (1.6, true), (1.9, true)] {
            scene.pass(5_000)
            scene.load.withLock { $0 = load }
            gate.look()
            #expect(gate.isOpen == isOpen, "at \(load)")
        }
        // Where the system does not say, nothing waits.
        scene.load.withLock { $0 = 9 }
        #expect(gate.look())
        scene.load.withLock { $0 = nil }
        #expect(gate.look() && gate.isOpen)
        #expect(scene.words.count == 4 && scene.words[0].contains("a load of 2.1, and 'when.load' is 2.0"))
    }

    /// Four workers make a load of four, which grows within minutes and fades as slowly.
    @Test func ownWorkIsNoLoadOfOthers() {
        let scene = Scene()
        var when = Settings.When()
        when.load = 1.5
        let gate = scene.gate(when)
        scene.busy.withLock { $0 = 4 }
        var average = 0.0
        for step in 0..<240 {
            gate.look()
            #expect(gate.isOpen, "step \(step)")
            let share = exp(-5.0 / 60)
            average = average * share + Double(step < 120 ? 4 : 0) * (1 - share)
            if step == 119 { scene.busy.withLock { $0 = 0 } }
            scene.load.withLock { [average] in $0 = average + 1 }
            scene.pass(5_000)
        }
        #expect(scene.words.isEmpty)
    }

    @Test func itLooksAgainWhenTheHoursChange() async throws {
        let scene = Scene()
        let gate = scene.gate(try Self.hours("12:01-12:02"))
        let seen = Mutex<[(UnixMillis, Bool)]>([])
        struct Enough: Error {}
        await #expect(throws: Enough.self) {
            try await gate.run {
                let count = seen.withLock { seen in
                    seen.append((scene.time.withLock { $0 }, gate.isOpen))
                    return seen.count
                }
                if count == 3 { throw Enough() }
            }
        }
        let start: UnixMillis = 1_795_694_400_000
        #expect(seen.withLock { $0.map(\.0) } == [start, start + 60_000, start + 120_000])
        #expect(seen.withLock { $0.map(\.1) } == [false, true, false])
    }
}

/// What the gate does to the work.
@Suite(.timeLimit(.minutes(30))) final class GatedWorkTests: Sendable {
    private static let pipeline = Fingerprint(head: 1, tail: (2, 3, 4))
    private let queue = QueueService(MemoryQueueStore())
    private let time = Mutex<UnixMillis>(1_795_694_400_000)

    private func gate() throws -> WorkGate {
        let hours: WorkHours = try #require(WorkHours("22:00-06:00"))
        var when = Settings.When()
        when.hours = hours
        return WorkGate(when, clock: LocalClock { _ in 0 }, now: { self.time.withLock { $0 } })
    }

    private func dispatcher(_ gate: WorkGate, end: JobDispatcher.End = .never) -> JobDispatcher {
        JobDispatcher(
            queue: queue, owner: Owner(host: "test", boot: "1", pid: 1, started: 1), pipelines: [Self.pipeline],
            end: end,
            breaker: CircuitBreaker(now: { 10 }, onEvent: { _ in }), gate: gate, now: { 10 })
    }

    private func enqueue(_ names: String...) async throws {
        let photos = names.enumerated().map { number, name in
            NewJob(
                place: Place(root: Array("/photos".utf8), path: Array(name.utf8)), output: Array(name.utf8),
                stamp: FileIdentity(device: 1, inode: UInt64(number), size: 3, mtimeNanoseconds: 4),
                content: Fingerprint(head: UInt64(number) + 9, tail: (9, 9, 9)), pipeline: Self.pipeline)
        }
        _ = try await queue.enqueue(photos, at: 1)
    }

    @Test func noPhotoBeginsOutsideTheHoursAndOneThatHasGoesOn() async throws {
        let gate = try gate()
        let dispatcher = dispatcher(gate)
        try await enqueue("a.jpg", "b.jpg")
        let first = try #require(try await dispatcher.next())
        gate.look()
        try await dispatcher.gateHasChanged()
        let slot = Task { try await dispatcher.next() }
        #expect(await dispatcher.requestForRestingSlots() == nil)
        // Its end is taken as at any time.
        let turnover = try await queue.complete([(first.id, .done([1]))], claiming: nil, at: 10)
        #expect(turnover.results == [.completed(.done)])
        await dispatcher.end([first.id])
        #expect(try await queue.overview()[.ready] == 1)
        time.withLock { $0 += 10 * 3_600_000 }
        gate.look()
        try await dispatcher.gateHasChanged()
        #expect(try await slot.value?.place.path == Array("b.jpg".utf8))
    }

    @Test func whatWasClaimedAndHasNotBegunIsGivenBack() async throws {
        let gate = try gate()
        let dispatcher = dispatcher(gate)
        try await enqueue("a.jpg")
        let claim = try #require(try await dispatcher.next())
        gate.look()
        #expect(await dispatcher.handOut([claim]) == [claim])
        try await dispatcher.take([claim])
        #expect(try await queue.job(claim.job)?.state == .ready)
    }

    /// A run by hand at noon over photos that are done has nothing to wait for.
    @Test func aRunWithoutWorkEndsAtAnyHour() async throws {
        let gate = try gate()
        gate.look()
        let dispatcher = dispatcher(gate, end: .whenIdle)
        let slots = (0..<2).map { number in
            Task {
                if number == 0 { return try await dispatcher.next() == nil }
                try await dispatcher.untilGateOpens()
                return await dispatcher.isStopped
            }
        }
        await dispatcher.intakeHasEnded()
        for slot in slots { #expect(try await slot.value) }
        #expect(!gate.isOpen)
    }

    @Test func aRunWithWorkWaitsForItsHour() async throws {
        let gate = try gate()
        gate.look()
        let dispatcher = dispatcher(gate, end: .whenIdle)
        try await enqueue("a.jpg")
        await dispatcher.intakeHasEnded()
        let slot = Task {
            try await dispatcher.untilGateOpens()
            return try await dispatcher.next()
        }
        for _ in 0..<100 { await Task.yield() }
        #expect(await !dispatcher.isStopped)
        #expect(gate.pass())
        try await dispatcher.gateHasChanged()
        #expect(try await slot.value?.place.path == Array("a.jpg".utf8))
    }
}
