import Hooks
import Settings
import Storage
import SystemPackage
import Testing

@testable import Supervisor

@Suite struct HookPaceTests {
    private static func hook(_ name: String, at place: String = "host", atOnce: Int = 4) -> HookPlan.Hook {
        struct Nowhere: HookChannel {
            let place: String
            func deliver(_ message: HookMessage, until isStopped: @escaping @Sendable () -> Bool) -> HookAnswer {
                HookAnswer(.delivered)
            }
            func trouble() -> String? { nil }
        }
        var settings = Settings.Hook()
        (settings.name, settings.atOnce) = (name, atOnce)
        return HookPlan.Hook(settings: settings, channel: Nowhere(place: place))
    }

    private static var silent: HookAnswer {
        var answer = HookAnswer(.refused("no answer"))
        answer.isOfPlace = true
        return answer
    }

    @Test func hooksOfOneHostShareItsDeliveries() {
        var pace = HookPace()
        let hooks = [Self.hook("a"), Self.hook("b"), Self.hook("c", at: "other", atOnce: 2)]
        let limits = pace.limits(of: hooks, at: 0)
        #expect((limits["a"] ?? 0) + (limits["b"] ?? 0) == 4 && limits["c"] == 2)
        for _ in 0..<3 { pace.begin(at: "host") }
        let rest = pace.limits(of: hooks, at: 0)
        #expect((rest["a"] ?? 0) + (rest["b"] ?? 0) == 1)
    }

    @Test func eachHookOfABusyHostHasItsTurn() {
        var pace = HookPace()
        let hooks = [Self.hook("a", atOnce: 1), Self.hook("b", atOnce: 1)]
        let first = (0..<4).map { _ in pace.limits(of: hooks, at: 0).keys.first }
        #expect(Set(first) == ["a", "b"])
    }

    @Test func aHostThatIsSilentRestsLongerEachTimeAndIsAskedOnce() {
        var pace = HookPace()
        let hooks = [Self.hook("a")]
        var (now, rests): (UnixMillis, [UnixMillis]) = (0, [])
        for _ in 0..<8 {
            pace.begin(at: "host")
            pace.end(Self.silent, at: "host", now: now)
            #expect(pace.limits(of: hooks, at: now).isEmpty && pace.open(hooks, at: now).isEmpty)
            let next = pace.nextStart(after: now) ?? 0
            rests.append(next - now)
            now = next
            #expect(pace.limits(of: hooks, at: now) == ["a": 1])
        }
        #expect(rests == [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
        pace.begin(at: "host")
        pace.end(HookAnswer(.delivered), at: "host", now: now)
        #expect(pace.limits(of: hooks, at: now) == ["a": 4])
    }

    @Test(arguments: [(500, true), (404, true), (302, true), (503, false), (429, false)])
    func onlyAHostThatIsBusyRests(status: Int, isOpen: Bool) {
        var pace = HookPace()
        pace.begin(at: "host")
        pace.end(HookAnswer(.refused("no"), status: .http(status), retryAfter: .seconds(30)), at: "host", now: 0)
        #expect(pace.open([Self.hook("a")], at: 29_999).isEmpty != isOpen)
        #expect(pace.open([Self.hook("a")], at: 30_000) == ["a"])
    }

    private static func message(attempts: Int, since: UnixMillis = 0) -> OutboxMessage {
        var message = OutboxMessage(
            id: MessageID(rawValue: 1), hook: "a", subject: .session("s"), event: "session", body: [], made: since,
            progress: OutboxProgress(made: since))
        message.progress.attempts = attempts
        return message
    }

    @Test(arguments: [(1, 5_000), (2, 10_000), (5, 80_000), (10, 2_560_000), (11, 3_600_000), (40, 3_600_000)])
    func pausesDoubleUpToAnHour(attempts: Int, pause: UnixMillis) {
        let outcome = HookPace.outcome(
            of: HookAnswer(.refused("no")), to: Self.message(attempts: attempts), retryFor: .seconds(86_400), at: 0,
            jitter: 1)
        #expect(outcome == .retry(at: pause))
    }

    @Test func theLastAttemptComesAtTheEndOfTheDay() {
        func outcome(_ now: UnixMillis, retryAfter: Duration? = nil) -> DeliveryOutcome {
            HookPace.outcome(
                of: HookAnswer(.refused("no"), retryAfter: retryAfter), to: Self.message(attempts: 20),
                retryFor: .seconds(86_400), at: now, jitter: 1)
        }
        #expect(outcome(86_399_000) == .retry(at: 86_400_000) && outcome(86_400_000) == .givenUp)
        #expect(outcome(0, retryAfter: .seconds(7_200)) == .retry(at: 7_200_000))
        #expect(outcome(0, retryAfter: .seconds(864_000)) == .retry(at: 86_400_000))
    }

    @Test func aMessageThatAUserHasTriedAgainHasItsWholeTimeAgain() throws {
        var message = Self.message(attempts: 20)
        message.progress.state = .givenUp
        let owner = Owner(host: "h", boot: "b", pid: 1, started: 2)
        let retried = try #require(message.progress.after(.retried, at: 90_000_000))
        message.progress = try #require(retried.after(.claimed(owner), at: 90_000_000))
        func outcome(_ now: UnixMillis) -> DeliveryOutcome {
            HookPace.outcome(
                of: HookAnswer(.refused("no")), to: message, retryFor: .seconds(86_400), at: now, jitter: 1)
        }
        #expect(outcome(90_000_000) == .retry(at: 90_005_000))
        #expect(outcome(176_399_999) == .retry(at: 176_400_000) && outcome(176_400_000) == .givenUp)
    }

    @Test func whatWasBrokenOffDoesNotCount() {
        func outcome(_ answer: HookAnswer) -> DeliveryOutcome {
            HookPace.outcome(of: answer, to: Self.message(attempts: 1), retryFor: .zero, at: 0, jitter: 1)
        }
        #expect(outcome(HookAnswer(.stopped)) == .released && outcome(HookAnswer(.delivered)) == .delivered)
        #expect(outcome(HookAnswer(.refused("no"))) == .givenUp)
    }
}
