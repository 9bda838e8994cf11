import Scoring

/// When a session was shot, by the times of its photos on the camera's own clock.
struct Dates {
    let first: Int64
    let last: Int64

    /// The span of the photos that say when they were taken; nil where none does.
    init?(_ session: Session) {
        let times = session.rounds.flatMap(\.ends).flatMap(\.photos).compactMap(\.captured)
        guard let first = times.min(), let last = times.max() else { return nil }
        self.first = first
        self.last = last
    }

    /// `21 November 2026, 10:32 to 11:48`, over midnight with both days.
    var text: String {
        let (start, end) = (Self.parts(first), Self.parts(last))
        if start.day != end.day { return "\(start.day), \(start.time) to \(end.day), \(end.time)" }
        return start.time == end.time ? "\(start.day), \(start.time)" : "\(start.day), \(start.time) to \(end.time)"
    }

    /// The time of one photo.
    static func time(_ captured: Int64) -> String { parts(captured).time }

    private static func parts(_ captured: Int64) -> (day: String, time: String) {
        let date = CameraClock.date(captured)
        let minutes = date.milliseconds / 60_000
        let month = months[(Int(date.month) + 11) % 12]
        return (
            "\(date.day) \(month) \(date.year)",
            "\(minutes / 60):" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60)"
        )
    }

    /// A page is in one language, whatever the machine's is.
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
