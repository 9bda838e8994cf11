/// A camera's own clock: the local time that it showed, apart from any time zone.
///
/// A time is in milliseconds since 1970 as if the camera's clock showed Greenwich's. So photos of a phone that names its
/// offset and of a camera that does not stand in one order, and no machine shifts them into its own zone.
public enum CameraClock {
    private static let millisecondsPerDay: Int64 = 86_400_000

    /// The time of a text such as `2026-05-30T14:05:09`; nil where it is no time.
    ///
    /// An offset behind it is left out.
    public static func milliseconds(_ text: String) -> Int64? {
        guard
            let match = text.prefixMatch(of: #/([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})/#),
            let year = Int64(match.1), let month = Int64(match.2), let day = Int64(match.3), let hour = Int64(match.4),
            let minute = Int64(match.5), let second = Int64(match.6), (1...12).contains(month),
            (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        let time = (hour * 60 + minute) * 60 + second
        return days(year: year, month: month, day: day) * millisecondsPerDay + time * 1000
    }

    /// The day, as in `2026-05-30`.
    public static func day(_ milliseconds: Int64) -> String {
        let date = date(milliseconds)
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    }

    /// Whether a text is a day of the calendar, as in `2026-05-30`.
    public static func isDay(_ text: String) -> Bool {
        text.count == 10 && milliseconds(text + "T00:00:00").map(day) == text
    }

    /// The whole time, as in `2026-05-30T14:05:09`; there is no offset, because the camera's clock has none.
    public static func text(_ milliseconds: Int64) -> String {
        let date = date(milliseconds)
        let second = date.milliseconds / 1000
        let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined(separator: ":")
        let rest = date.milliseconds % 1000
        return day(milliseconds) + "T" + time + (rest == 0 ? "" : "." + padded(rest, 3))
    }

    /// A time's parts in the Gregorian calendar, and the milliseconds since midnight.
    public static func date(_ milliseconds: Int64) -> (year: Int64, month: Int64, day: Int64, milliseconds: Int64) {
        var days = milliseconds / millisecondsPerDay
        var rest = milliseconds % millisecondsPerDay
        if rest < 0 {
            rest += millisecondsPerDay
            days -= 1
        }
        // Years begin in March here, so that a leap day is a year's last: http://howardhinnant.github.io/date_algorithms.html
        days += 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1, rest)
    }

    /// Days since 1970; a year of four digits at most.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func padded(_ number: Int64, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
}
