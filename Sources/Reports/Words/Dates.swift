import Scoring

/// When a session was shot, by the times of its photos on the camera's own clock.
struct Dates {
    let first: Int64
    let last: Int64
    let words: Words

    /// The span of the photos whose time is known; nil where there is none.
    init?(_ session: Session, words: Words = Words()) {
        let times = session.photos.compactMap(\.captured)
        guard let first = times.min(), let last = times.max() else { return nil }
        self.first = first
        self.last = last
        self.words = words
    }

    /// `21 November 2026, 10:32 to 11:48`, over midnight with both days.
    var text: String {
        let (start, end) = ((words.day(first), Self.time(first)), (words.day(last), Self.time(last)))
        let to = words(.until)
        if start.0 != end.0 { return "\(start.0), \(start.1) \(to) \(end.0), \(end.1)" }
        return start.1 == end.1 ? "\(start.0), \(start.1)" : "\(start.0), \(start.1) \(to) \(end.1)"
    }

    /// The time of one photo.
    static func time(_ captured: Int64) -> String {
        let minutes = CameraClock.date(captured).milliseconds / 60_000
        return "\(minutes / 60):" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60)"
    }
}

extension Words {
    /// The day of a moment on the camera's clock.
    fileprivate func day(_ captured: Int64) -> String {
        let date = CameraClock.date(captured)
        return day(Int(date.day), month: Int(date.month), year: Int(date.year))
    }

    /// A day that is written as `2026-11-20`; as it is where it is none.
    func day(_ text: String) -> String {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        return parts.count == 3 ? day(parts[2], month: parts[1], year: parts[0]) : text
    }

    private func day(_ day: Int, month: Int, year: Int) -> String {
        let name = Self.months[language]?[(month + 11) % 12] ?? "\(month)"
        return language == .german ? "\(day). \(name) \(year)" : "\(day) \(name) \(year)"
    }

    /// A page is in one language, whatever the machine's is.
    private static let months: [ReportLanguage: [String]] = [
        .english: [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ],
        .german: [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
            "Dezember",
        ],
    ]
}
