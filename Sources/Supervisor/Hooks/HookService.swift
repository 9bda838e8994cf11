import Control
import Hooks
import Results
import ServiceLifecycle
import Storage
import Synchronization
import SystemValues

/// Takes messages from the outbox that are due, delivers them side by side, and notes what came of each.
///
/// A message is delivered at least once: what was sent when Quiver died is sent again, under the same key. Those about one
/// photo, session or run go to a hook one after the other; a hook that hangs holds up its own messages alone.
struct HookService: Service {
    /// What it is made of.
    struct Parts: Sendable {
        let plan: HookPlan
        let queue: QueueService
        let owner: Owner
        let news: HookNews
        /// Whether this process may deliver at this moment.
        var mayDeliver: @Sendable () -> Bool = { true }
        /// What is told of when everything else has ended.
        var last: @Sendable () async -> Void = {}
        /// How long what is due then may take: until the end was asked for, and after it.
        let stop: StopRequest
        var patience = (unasked: Duration.seconds(60), asked: Duration.seconds(5))
        /// How often it looks where other processes put messages into the outbox too; nil where none does.
        var every: Duration?
        var log = PhotoLog.silent
        var meter: RunMeter?
        let now: @Sendable () -> UnixMillis
        let warn: @Sendable (String) -> Void
        var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        var jitter: @Sendable () -> Double = { Double.random(in: 0.75...1.25) }
    }

    /// For how long a message that was delivered can be looked at.
    static let keeping: UnixMillis = 86_400_000

    /// How many delivered messages are forgotten in one transaction.
    static let mostForgotten = 1_000
    /// For how long, in milliseconds, nothing more is said of a hook that fails.
    static let silence: UnixMillis = 600_000
    /// How soon it looks again, in milliseconds, without any news.
    static let shortest: UnixMillis = 1_000

    let parts: Parts

    /// A delivery that has ended.
    private struct Ended: Sendable {
        let message: OutboxMessage
        let place: String
        let answer: HookAnswer
    }

    /// What the loop and its deliveries share.
    private final class Desk: Sendable {
        let ended = Mutex<[Ended]>([])
        let isStopping = Flag()
        /// Deliveries are broken off.
        let isBroken = Flag()
    }

    /// Runs until the end is asked for, and delivers what is due then for a while.
    func run() async throws {
        parts.meter?.begin(hooks: parts.plan.hooks.map(\.name))
        let desk = Desk()
        try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                try await withThrowingDiscardingTaskGroup { group in
                    var round = Round(identity: try await identity())
                    defer { desk.isBroken.raise() }
                    while !desk.isStopping.isRaised, !Task.isCancelled {
                        let seen = parts.news.changes.count
                        let pause = try await step(&round, desk, &group, isNews: seen != round.seen)
                        round.seen = seen
                        await parts.news.changes.wait(past: seen, atMost: pause, sleep: parts.sleep)
                    }
                    if !Task.isCancelled { try? await finish(&round, desk, &group) }
                }
                await leave(desk)
            } onGracefulShutdown: {
                desk.isStopping.raise()
                parts.news.changes.notify()
            }
        } onCancel: {
            desk.isBroken.raise()
        }
    }

    private func identity() async throws -> Fingerprint { try await parts.queue.look { try $0.jobs.identity() } }

    /// What the loop remembers.
    private struct Round {
        let identity: Fingerprint
        var pace = HookPace()
        var running = 0
        /// When something was said last of a hook that fails.
        var told: [String: UnixMillis] = [:]
        var cleaned: UnixMillis = 0
        /// How often there had been news at the last look.
        var seen = -1
    }

    /// Notes what has ended, and begins what is due; how long nothing more is to be done, nil for until there is news.
    private func step(
        _ round: inout Round, _ desk: Desk, _ group: inout ThrowingDiscardingTaskGroup<any Error>, isNews: Bool
    ) async throws -> Duration? {
        let now = parts.now()
        let ended = desk.ended.withLock { ended in
            defer { ended = [] }
            return ended
        }
        let endings = ended.map { note($0, &round, at: now) }
        let limits =
            parts.mayDeliver() && !desk.isBroken.isRaised ? round.pace.limits(of: parts.plan.hooks, at: now) : [:]
        let clean = now - round.cleaned > Self.keeping / 24
        let (owner, known) = (parts.owner, Set(parts.plan.hooks.map(\.name)))
        // A look costs no commit, and a commit where something is due saves the look.
        var mayClaim = !limits.isEmpty
        if mayClaim, endings.isEmpty, !clean, !isNews { mayClaim = try await isDue(known, at: now) }
        guard mayClaim || !endings.isEmpty || clean else { return try await pause(round, known, at: now) }
        let (claimed, forgotten) = try await parts.queue.perform { transaction in
            try transaction.outbox.settle(endings, by: owner, at: now)
            var old = OutboxFilter(states: [.delivered])
            old.endedBefore = now - Self.keeping
            let forgotten = clean ? try transaction.outbox.forget(old, limit: Self.mostForgotten).count : 0
            return (try transaction.outbox.claim(DeliveryRequest(owner: owner, limits: limits), at: now), forgotten)
        }
        // Where there are more, the next step goes on.
        if clean, forgotten < Self.mostForgotten { round.cleaned = now }
        if !claimed.isEmpty { await parts.news.untilDone() }
        for message in claimed {
            guard let hook = parts.plan[message.hook] else { continue }
            round.pace.begin(at: hook.channel.place)
            round.running += 1
            let made = Timestamp(milliseconds: message.made)
            let sent = HookMessage(
                key: message.idempotencyKey(in: round.identity), hook: message.hook, event: message.event, made: made,
                attempt: message.attempts, content: message.body)
            group.addTask {
                let answer = await Self.deliver(sent, by: hook.channel) { desk.isBroken.isRaised }
                desk.ended.withLock {
                    $0.append(Ended(message: message, place: hook.channel.place, answer: answer))
                }
                parts.news.changes.notify()
            }
        }
        return try await pause(round, known, at: now)
    }

    private func isDue(_ known: Set<String>, at now: UnixMillis) async throws -> Bool {
        try await nextDue(known).map { $0 <= now } ?? false
    }

    private func nextDue(_ known: Set<String>) async throws -> UnixMillis? {
        try await parts.queue.look { try $0.outbox.nextDue(of: known) }
    }

    /// How long nothing is to be done without news.
    private func pause(_ round: Round, _ known: Set<String>, at now: UnixMillis) async throws -> Duration? {
        var times = [round.pace.nextStart(after: now)]
        if round.running > 0 {
            // An end is news; what comes due meanwhile is seen soon enough.
            times.append(now + Self.shortest)
        } else if parts.mayDeliver(),
            let due = try await nextDue(Set(round.pace.open(parts.plan.hooks, at: now)).intersection(known))
        {
            times.append(max(due, now + Self.shortest / 10))
        }
        return (times.compactMap { $0 }.map { .milliseconds($0 - now) } + [parts.every].compactMap { $0 }).min()
    }

    /// Delivers on a thread of its own.
    private static func deliver(
        _ message: HookMessage, by channel: any HookChannel, until isStopped: @escaping @Sendable () -> Bool
    ) async -> HookAnswer {
        let answer = FirstAnswer<HookAnswer>()
        do {
            try OwnThread.startNow("quiver-hook") {
                answer.give(.success(channel.deliver(message, until: isStopped)))
            }
        } catch {
            return HookAnswer(.refused("no thread can be started for it: \(error)"))
        }
        return (try? await answer.value()) ?? HookAnswer(.stopped)
    }

    /// What a delivery's end means, for the outbox, the log and the user.
    private func note(_ ended: Ended, _ round: inout Round, at now: UnixMillis) -> DeliveryEnding {
        let (message, answer) = (ended.message, ended.answer)
        round.pace.end(answer, at: ended.place, now: now)
        round.running -= 1
        let retryFor = parts.plan[message.hook]?.settings.retryFor ?? .zero
        let outcome = HookPace.outcome(
            of: answer, to: message, retryFor: retryFor, at: now, jitter: parts.jitter())
        var facts = ["hook": message.hook, "message": "\(message.id)", "attempt": "\(message.attempts)"]
        switch answer.ending {
        case .delivered:
            parts.meter?.took(.delivered, of: message.hook)
            parts.log.note("message delivered", level: .info, facts)
        case .stopped: break
        case .refused(let reason):
            parts.meter?.took(outcome == .givenUp ? .givenUp : .refused, of: message.hook)
            facts["reason"] = reason
            parts.log.note("message refused", level: .warning, facts)
            if outcome == .givenUp {
                parts.warn(
                    "the hook \(message.hook) has given up message \(message.id): \(reason.forTerminal); "
                        + "'quiver hooks retry \(message.id)' tries it again")
            } else if now - round.told[message.hook, default: 0] > Self.silence {
                // A receiver that comes and goes is not told of each time; the log has every refusal.
                round.told[message.hook] = now
                parts.warn("the hook \(message.hook) fails: \(reason.forTerminal); it is tried again")
            }
        }
        let kept: OutboxAnswer? =
            outcome == .released
            ? nil : OutboxAnswer(answer.status, output: answer.words, attempt: message.attempts, at: now)
        return DeliveryEnding(message.id, attempt: message.attempts, outcome, answer: kept)
    }

    /// Tells of the end, and delivers what is due for a while.
    private func finish(
        _ round: inout Round, _ desk: Desk, _ group: inout ThrowingDiscardingTaskGroup<any Error>
    ) async throws {
        await parts.last()
        let start = ContinuousClock.now
        while true {
            let limit = parts.stop.cause == nil ? parts.patience.unasked : parts.patience.asked
            let rest = limit - (.now - start)
            guard rest > .zero else { return }
            let seen = parts.news.changes.count
            let pause = try await step(&round, desk, &group, isNews: seen != round.seen)
            round.seen = seen
            let now = parts.now()
            let open = Set(round.pace.open(parts.plan.hooks, at: now))
            if round.running == 0 {
                // What waits for its time, or for a host, is the next run's.
                guard parts.mayDeliver(), try await isDue(open, at: now) else { return }
            }
            await parts.news.changes.wait(
                past: seen, atMost: min(pause ?? rest, rest, .milliseconds(500)), sleep: parts.sleep)
        }
    }

    /// Gives back what was broken off, and says what is left.
    private func leave(_ desk: Desk) async {
        let now = parts.now()
        var round = Round(identity: Fingerprint(head: 0, tail: (0, 0, 0)))
        let endings = desk.ended.withLock { $0 }.map { note($0, &round, at: now) }
        let owner = parts.owner
        let waiting = try? await parts.queue.attempt { transaction in
            try transaction.outbox.settle(endings, by: owner, at: now)
            try transaction.outbox.release(allOf: owner, at: now)
            return try transaction.outbox.overview().values.map { $0[.waiting] }.reduce(0, +)
        }
        guard let waiting, waiting > 0 else { return }
        parts.warn(
            (waiting == 1 ? "1 message of a hook waits" : "\(waiting) messages of hooks wait")
                + "; the next run delivers them, and 'quiver hooks list' shows them")
    }
}
