import Foundation
import Scoring

/// When a session was shot, by the times of its photos.
struct Dates {
    let first: Date
    let last: Date
    let timeZone: TimeZone

    /// The span of the photos that say when they were taken; nil where none does.
    init?(_ session: Session, in timeZone: TimeZone) {
        let times = session.rounds.flatMap(\.ends).flatMap(\.photos).compactMap(\.captured)
        guard let first = times.min(), let last = times.max() else { return nil }
        self.first = Self.date(first)
        self.last = Self.date(last)
        self.timeZone = timeZone
    }

    static func date(_ milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

    /// `21 November 2026, 10:32 to 11:48`, over midnight with both days.
    var text: String {
        let (start, end) = (parts(first), parts(last))
        if start.day != end.day { return "\(start.day), \(start.time) to \(end.day), \(end.time)" }
        return start.time == end.time ? "\(start.day), \(start.time)" : "\(start.day), \(start.time) to \(end.time)"
    }

    /// The time of one photo.
    static func time(_ milliseconds: Int64, in timeZone: TimeZone) -> String {
        parts(date(milliseconds), in: timeZone).time
    }

    /// A moment in ISO 8601, in UTC.
    static func iso(_ milliseconds: Int64) -> String {
        // Half a millisecond more, since the style cuts off and a date is a binary fraction.
        date(milliseconds).addingTimeInterval(0.000_5).formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    private func parts(_ date: Date) -> (day: String, time: String) { Self.parts(date, in: timeZone) }

    private static func parts(_ date: Date, in timeZone: TimeZone) -> (day: String, time: String) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        let month = months[((parts.month ?? 1) - 1) % 12]
        let minute = parts.minute ?? 0
        return (
            "\(parts.day ?? 1) \(month) \(parts.year ?? 1970)",
            "\(parts.hour ?? 0):" + (minute < 10 ? "0" : "") + "\(minute)"
        )
    }

    /// A page is in one language, whatever the machine's is.
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
