import SystemValues
import Testing

@testable import Intake

@Suite("Times and numbers of any file system")
struct FileTimeTests {
    private static let extremes: [Int64] = [
        .min, .min + 1, -9_223_372_037, -1, 0, 1, 999_999_999, 9_223_372_036, 9_223_372_037, 13_569_465_600, .max - 1,
        .max,
    ]

    /// Numbers that look like nothing in particular, the same each time.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    @Test("seconds and nanoseconds of any size make a number, and different ones differ")
    func times() {
        for seconds in Self.extremes {
            for nanoseconds in Self.extremes {
                let time = FileTime.nanoseconds(seconds: Int(seconds), nanoseconds: Int(nanoseconds))
                #expect(time != FileTime.nanoseconds(seconds: Int(seconds), nanoseconds: Int(nanoseconds) &+ 1))
            }
        }
        #expect(FileTime.nanoseconds(seconds: 3, nanoseconds: 7) == 3_000_000_007)
    }

    @Test("a file is settled whatever the system says of it, by a clock that shows any time")
    func settling() {
        var numbers = Numbers(state: 7)
        for round in 0..<2_000 {
            func number() -> Int64 {
                round.isMultiple(of: 2)
                    ? Self.extremes.randomElement(using: &numbers) ?? 0 : Int64(truncatingIfNeeded: numbers.next())
            }
            var settler = StabilityTracker<Int>(patience: .seconds(60))
            var now = Moment(steady: .seconds(number() / 4), wallNanoseconds: number())
            func identity() -> FileIdentity {
                FileIdentity(
                    device: numbers.next(), inode: numbers.next(), size: number(), mtimeNanoseconds: number(),
                    ctimeNanoseconds: number())
            }
            let first = identity()
            for seen in [first, identity(), first] {
                settler.observe(1, seen, settle: .seconds(2), at: now)
                _ = settler.findsRestless(1, at: now)
                now = now.advanced(by: .seconds(1))
            }
            // Whatever the times were, a file that rests is ripe after its settle time.
            now = now.advanced(by: .seconds(2))
            let isRipe = settler.observe(1, first, settle: .seconds(2), at: now)
            #expect(isRipe)
            _ = settler.judge(1, .cutOff, at: now)
            _ = settler.nextDue()
        }
    }

    @Test("a wait of any length has milliseconds", arguments: extremes)
    func waits(seconds: Int64) {
        for duration in [
            Duration.seconds(seconds), .nanoseconds(seconds), .seconds(seconds) + .nanoseconds(999_999_999),
        ] {
            #expect(duration.pollMilliseconds >= 0)
            #expect(seconds <= 0 || duration.nanoseconds > 0)
        }
    }
}
