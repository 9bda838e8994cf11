import Glibc

/// What the clock on the wall shows: the zone of this machine, or a test's.
public struct LocalClock: Sendable {
    /// How many seconds the clock is ahead of UTC at a moment, in seconds since 1970.
    private let offset: @Sendable (Int) -> Int

    /// A clock by its distance from UTC at each moment.
    public init(offset: @escaping @Sendable (Int) -> Int) { self.offset = offset }

    /// This machine's clock.
    public static let local = LocalClock { time in
        // The zone may be changed while a run goes on; where it was not, this costs a `stat`.
        tzset()
        var (time, parts) = (time_t(time), tm())
        return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff
    }

    /// The seconds since 1970 as the clock on the wall counts them.
    func wall(_ time: Int) -> Int { time + offset(time) }

    /// The moments at which the clock may show a time; one that it never shows gives moments as well.
    func times(of wall: Int) -> Set<Int> {
        // No zone has changed its clocks twice within two days.
        Set([-86_400, 86_400].map { wall - offset(wall + $0) })
    }

    /// The moments at which the clock is set.
    func shifts(after time: Int, within seconds: Int) -> [Int] {
        let step = 3_600
        return stride(from: time, to: time + seconds, by: step).compactMap { start in
            var (before, behind) = (start, start + step)
            let first = offset(before)
            guard offset(behind) != first else { return nil }
            while behind - before > 1 {
                let middle = (before + behind) / 2
                if offset(middle) == first { before = middle } else { behind = middle }
            }
            return behind
        }
    }

    /// A moment for people who read it at another one: `22:00`, `Sat 22:00`, or with its day of the month.
    ///
    /// - Parameters:
    ///   - time: Milliseconds since 1970.
    ///   - now: The same of the moment at which it is read.
    public func text(of time: Int64, at now: Int64) -> String {
        let (then, away) = (wall(Int(time / 1000)), time - now)
        var (seconds, parts) = (time_t(then), tm())
        gmtime_r(&seconds, &parts)
        let clock = "\(Self.two(parts.tm_hour)):\(Self.two(parts.tm_min))"
        if (0..<86_400_000).contains(away) { return clock }
        let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(parts.tm_wday)]
        if (0..<6 * 86_400_000).contains(away) { return "\(day) \(clock)" }
        return "\(parts.tm_year + 1900)-\(Self.two(parts.tm_mon + 1))-\(Self.two(parts.tm_mday)) \(clock)"
    }

    private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
