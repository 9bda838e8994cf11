/// The hours of the week in which photos begin, by the clock on the wall.
///
/// `22:00-06:00` or `mon-fri 18:00-07:00, sat, sun 00:00-24:00`: hours that end before they begin go over midnight, and
/// belong to the day on which they begin. Where the clock is set back an hour happens twice, and where it is set forward one
/// does not happen: the hours are what the clock shows.
public struct WorkHours: Sendable, Hashable {
    /// From one time of the day to another, on some days.
    struct Span: Sendable, Hashable {
        /// The days on which it begins, 0 for Monday; all where none is named.
        var days: Set<Int>
        /// Seconds since midnight.
        var begin: Int
        /// Seconds since midnight of the day on which it begins.
        var end: Int
        /// As it was written.
        var text: String

        /// Whether the moment, in seconds since 1970 as the clock on the wall counts them, lies in it.
        func holds(_ wall: Int) -> Bool {
            let (day, second) = wall.split(by: WorkHours.day)
            return begins(on: day) && second >= begin && second < end
                || begins(on: day - 1) && second + WorkHours.day < end
        }

        /// Whether it begins on a day, counted from 1970, which began with a Thursday.
        func begins(on day: Int) -> Bool { days.contains((day + 3).split(by: 7).rest) }
    }

    static let day = 86_400
    private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    private(set) var spans: [Span] = []

    /// The hours of a text; nil where it cannot be understood.
    public init?(_ text: String) { self.init([text]) }

    /// The hours of several texts; nil where one cannot be understood, or where there is none.
    public init?(_ texts: [String]) {
        for text in texts {
            // Days that stand for themselves belong to the next hours: "sat, sun 10:00-12:00".
            var days: [Substring] = []
            for piece in text.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
                var words = piece.split(separator: " ")
                guard let last = words.popLast() else { return nil }
                guard last.contains(":") else {
                    days += words + [last]
                    continue
                }
                guard let span = Span(days: days + words, hours: last) else { return nil }
                spans.append(span)
                days = []
            }
            guard days.isEmpty else { return nil }
        }
        if spans.isEmpty { return nil }
    }

    /// The hours as they were written, for people and for the settings.
    public var texts: [String] { spans.map(\.text) }

    /// Whether photos begin at a moment.
    ///
    /// - Parameter time: Milliseconds since 1970.
    public func isOpen(at time: Int64, _ clock: LocalClock) -> Bool {
        let wall = clock.wall(time.seconds)
        return spans.contains { $0.holds(wall) }
    }

    /// When that is otherwise for the first time after a moment; nil where it never is within two weeks.
    public func change(after time: Int64, _ clock: LocalClock) -> Int64? {
        let (now, isOpen) = (time.seconds, isOpen(at: time, clock))
        let days = clock.wall(now).split(by: Self.day).whole
        let times = (days - 1...days + 15).flatMap { day in
            spans.filter { $0.begins(on: day) }.flatMap { span in
                [span.begin, span.end].flatMap { clock.times(of: day * Self.day + $0) }
            }
        }
        let next = (times + clock.shifts(after: now, within: 16 * Self.day)).sorted().first { other in
            other > now && self.isOpen(at: Int64(other) * 1000, clock) != isOpen
        }
        return next.map { Int64($0) * 1000 }
    }
}

extension WorkHours.Span {
    fileprivate init?(days names: [Substring], hours: Substring) {
        let ends = hours.split(separator: "-", omittingEmptySubsequences: false).map { WorkHours.second($0) }
        guard ends.count == 2, let begin = ends[0], let end = ends[1], begin < WorkHours.day, begin != end else {
            return nil
        }
        var days: Set<Int> = names.isEmpty ? Set(0..<7) : []
        for name in names {
            guard let some = WorkHours.days(name) else { return nil }
            days.formUnion(some)
        }
        self.init(
            days: days, begin: begin, end: end > begin ? end : end + WorkHours.day,
            text: ([names.joined(separator: ", ")] + [String(hours)]).filter { !$0.isEmpty }.joined(separator: " "))
    }
}

extension WorkHours {
    /// The days of `mon` or `fri-mon`.
    fileprivate static func days(_ text: Substring) -> Set<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { names.firstIndex(of: String($0)) }
        guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else { return nil }
        return Set((0...(last - first).split(by: 7).rest).map { (first + $0) % 7 })
    }

    /// The seconds since midnight of `22:00`.
    fileprivate static func second(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60, hour < 24 || hour == 24 && minute == 0
        else { return nil }
        return hour * 3_600 + minute * 60
    }
}

extension Int {
    /// The quotient and the rest, which is never negative.
    fileprivate func split(by divisor: Int) -> (whole: Int, rest: Int) {
        let (whole, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (whole - 1, rest + divisor) : (whole, rest)
    }
}

extension Int64 {
    /// Milliseconds as whole seconds.
    fileprivate var seconds: Int { Int(self).split(by: 1000).whole }
}
