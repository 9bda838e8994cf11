import Hooks
import Storage

/// How many deliveries may begin at a moment, and when one that failed is tried again.
///
/// Where a host does not answer, all its hooks rest, longer each time, and one message alone finds out whether it is back: a
/// receiver that is gone for an hour costs one attempt of a few messages, and not one of each.
struct HookPace: Sendable {
    private struct Place {
        var running = 0
        var failures = 0
        var restsUntil: UnixMillis = 0
    }

    /// The first and the longest pause before a message is tried again; they double in between.
    static let pauses: (first: UnixMillis, longest: UnixMillis) = (5_000, 3_600_000)
    /// The first and the longest rest of a host that does not answer.
    static let rests: (first: UnixMillis, longest: UnixMillis) = (1_000, 60_000)

    private var places: [String: Place] = [:]
    /// Who is asked first, so that no hook of a busy host waits for ever.
    private var turn = 0

    /// How many messages of each hook may be delivered now.
    mutating func limits(of hooks: [HookPlan.Hook], at now: UnixMillis) -> [String: Int] {
        guard !hooks.isEmpty else { return [:] }
        turn = (turn + 1) % hooks.count
        var used = places.mapValues(\.running)
        var limits: [String: Int] = [:]
        for hook in hooks[turn...] + hooks[..<turn] {
            let name = hook.channel.place
            let place = places[name] ?? Place()
            guard place.restsUntil <= now else { continue }
            let most = place.failures > 0 ? 1 : hook.settings.atOnce
            let free = most - used[name, default: 0]
            guard free > 0 else { continue }
            limits[hook.name] = free
            used[name, default: 0] += free
        }
        return limits
    }

    /// The hooks of which a delivery could begin now.
    func open(_ hooks: [HookPlan.Hook], at now: UnixMillis) -> [String] {
        hooks.filter { hook in
            guard let place = places[hook.channel.place] else { return true }
            let most = place.failures > 0 ? 1 : hook.settings.atOnce
            return place.restsUntil <= now && place.running < most
        }.map(\.name)
    }

    /// When the first host that rests is asked again; nil where none rests.
    func nextStart(after now: UnixMillis) -> UnixMillis? {
        places.values.map(\.restsUntil).filter { $0 > now }.min()
    }

    /// A delivery has begun.
    mutating func begin(at place: String) { places[place, default: Place()].running += 1 }

    /// A delivery has ended.
    mutating func end(_ answer: HookAnswer, at place: String, now: UnixMillis) {
        var found = places[place] ?? Place()
        found.running -= 1
        if answer.isOfHost {
            found.failures = min(found.failures + 1, 16)
            let rest = min(Self.rests.first << UnixMillis(found.failures - 1), Self.rests.longest)
            let asked = answer.retryAfter.map { min(UnixMillis($0 / .milliseconds(1)), Self.pauses.longest) }
            found.restsUntil = now + max(rest, asked ?? 0)
        } else if answer.ending != .stopped {
            (found.failures, found.restsUntil) = (0, 0)
        }
        places[place] = found
    }

    /// What an answer means for its message.
    ///
    /// - Parameter jitter: From 0.75 to 1.25, so that messages do not all come back at the same moment.
    static func outcome(
        of answer: HookAnswer, to message: OutboxMessage, retryFor: Duration, at now: UnixMillis, jitter: Double
    ) -> DeliveryOutcome {
        switch answer.ending {
        case .delivered: return .delivered
        case .stopped: return .released
        case .refused:
            let end = message.progress.since + UnixMillis(retryFor / .milliseconds(1))
            guard now < end else { return .givenUp }
            let doubled = min(pauses.first << UnixMillis(min(message.attempts - 1, 12)), pauses.longest)
            let pause = UnixMillis(Double(doubled) * jitter)
            let asked = answer.retryAfter.map { UnixMillis($0 / .milliseconds(1)) } ?? 0
            return .retry(at: min(now + max(pause, asked), end))
        }
    }
}

extension HookAnswer {
    /// Whether its host is at fault, and would be for other messages too: it does not answer, or has too much to do.
    fileprivate var isOfHost: Bool {
        guard case .refused = ending else { return false }
        return isOfPlace || status == .http(429) || status == .http(503)
    }
}
