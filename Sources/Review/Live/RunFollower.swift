import Control
import Dispatch
import Foundation
import JSONTree
import Supervisor
import Synchronization
import SystemValues

/// Follows the events of whatever supervisor works the queue on this host, on a thread of its own, and passes on what pages need.
///
/// What other hosts do to a shared queue it sees by looks at the queue itself, while any page is open.
final class RunFollower: Sendable {
    private let control: QueueControl
    private let feed: LiveFeed
    private let cache: AnswerCache
    private let isStopped = Mutex(false)
    /// How fast photos end, and how long their steps take.
    let meter = RunMeter()

    /// How long is waited before a supervisor is looked for again.
    private static let pause = 1.0
    /// How often a shared queue is looked at for what other hosts have changed.
    private static let lookPause = 2.0

    init(_ control: QueueControl, feed: LiveFeed, cache: AnswerCache) {
        self.cache = cache
        self.control = control
        self.feed = feed
    }

    /// Follows until ``stop()``.
    func start() {
        OwnThread.start("quiver-follow") { [self] in
            while !isStopped.withLock({ $0 }) {
                let end = try? ControlClient.events(queue: control.location) { take($0) }
                // A run has ended, or just begun: either way the counts are others now.
                if end != nil { feed.tellSoon(.queue) }
                Thread.sleep(forTimeInterval: Self.pause)
            }
        }
        guard control.location.address != nil else { return }
        OwnThread.start("quiver-looks") { [self] in
            var last: QueueChanges?
            while !isStopped.withLock({ $0 }) {
                // A page that opens reads everything; only what comes after is news to it.
                if feed.isHeard, let now = try? control.changes() {
                    if let last { tell(changes: now, since: last) }
                    last = now
                }
                Thread.sleep(forTimeInterval: Self.lookPause)
            }
        }
    }

    /// Tells pages of what has changed between two looks, by whatever host.
    func tell(changes now: QueueChanges, since last: QueueChanges) {
        guard now != last else { return }
        guard now.reviews == last.reviews else {
            forget()
            return feed.tellReview(of: nil)
        }
        feed.tellSoon(.queue, .session(photo: nil))
    }

    /// Before the pages get a message: they ask at once.
    private func forget() {
        let isForgotten = DispatchSemaphore(value: 0)
        Task { [cache] in
            await cache.forget()
            isForgotten.signal()
        }
        isForgotten.wait()
    }

    /// Follows no further run.
    func stop() { isStopped.withLock { $0 = true } }

    private func take(_ line: String) {
        guard let event = try? JSONParser.parse(Array(line.utf8)).value, case .string(let word)? = event["event"] else {
            return
        }
        switch word {
        case "ended":
            if let record = event["record"] { meter.take(record, at: .now) }
            // The score of a photo that was worked is in its session.
            feed.tellSoon(.queue, .session(photo: nil))
        case "reviewed":
            forget()
            var photo: String?
            if case .string(let name)? = event["photo"] { photo = name }
            feed.tellReview(of: photo)
        case "sequence": feed.tell(.sequence(event))
        case "paused", "resumed", "warning":
            feed.tell(.message(event))
            feed.tellSoon(.queue)
        default: feed.tellSoon(.queue)
        }
    }
}

/// How fast photos end, and how long their steps take, over the last of them.
final class RunMeter: Sendable {
    private struct State {
        /// When photos ended, within the last minute.
        var ends: [ContinuousClock.Instant] = []
        var began: ContinuousClock.Instant?
        /// The last times of each step in milliseconds, by its name; in the order the steps were first met.
        var stages: [(name: String, times: [Double])] = []
    }

    /// Times of a step that are kept.
    private static let samples = 60
    /// The span over which the rate is taken.
    private static let span = Duration.seconds(60)

    private let state = Mutex(State())

    /// A photo has ended.
    func take(_ record: JSONValue, at now: ContinuousClock.Instant) {
        state.withLock { state in
            if let last = state.ends.last, now - last > Self.span { state.began = nil }
            state.began = state.began ?? now
            state.ends.append(now)
            state.ends.removeAll { now - $0 > Self.span }
            guard case .object(let timings)? = record["timings"] else { return }
            for timing in timings {
                guard let time = timing.value.double else { continue }
                if let index = state.stages.firstIndex(where: { $0.name == timing.name }) {
                    state.stages[index].times.append(time)
                    if state.stages[index].times.count > Self.samples { state.stages[index].times.removeFirst() }
                } else {
                    state.stages.append((timing.name, [time]))
                }
            }
        }
    }

    /// Photos a second over the last minute; nil where none ended in it, or only one.
    func rate(at now: ContinuousClock.Instant) -> Double? {
        state.withLock { state in
            state.ends.removeAll { now - $0 > Self.span }
            guard state.ends.count > 1, let began = state.began else { return nil }
            let span = min(now - began, Self.span) / .seconds(1)
            return span > 0 ? Double(state.ends.count) / span : nil
        }
    }

    /// The steps so far.
    var stages: [Stage] { state.withLock(\.stages).map { Stage(name: $0.name, times: $0.times) } }

    /// The last times of a step, in milliseconds.
    struct Stage: Sendable {
        let name: String
        let times: [Double]

        static let format = APIFormat<Stage>.object([
            APIKey("name", \.name, .text), APIKey("median", { $0.time(at: 0.5) }, .milliseconds),
            APIKey("p95", { $0.time(at: 0.95) }, .milliseconds), APIKey("recent", \.times, .list(.milliseconds)),
        ])

        private func time(at share: Double) -> Double { times.sorted()[Int(Double(times.count - 1) * share)] }
    }
}

extension APIFormat where Value == Double {
    fileprivate static let milliseconds = number(decimals: 2)
}

extension JSONValue {
    /// The number; nil where this is none.
    var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
