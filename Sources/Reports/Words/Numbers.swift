import Scoring

/// Numbers as a report writes them.
enum Numbers {
    /// A number with exactly this many decimals, and without the sign of a zero.
    static func fixed(_ value: Double, _ decimals: Int) -> String {
        guard value.isFinite, value.magnitude < 1e12 else { return "–" }
        var power = 1
        for _ in 0..<decimals { power *= 10 }
        let scaled = Int((value.magnitude * Double(power)).rounded())
        let whole = String(scaled / power)
        let sign = value < 0 && scaled != 0 ? "−" : ""
        guard decimals > 0 else { return sign + whole }
        let rest = String(scaled % power)
        return sign + whole + "." + String(repeating: "0", count: decimals - rest.count) + rest
    }

    /// The same with a plus in front of what is above zero.
    static func signed(_ value: Double, _ decimals: Int) -> String {
        let text = fixed(value, decimals)
        return value > 0 && text != fixed(0, decimals) ? "+" + text : text
    }

    /// Millimetres: whole ones from ten on, else tenths.
    static func millimetres(_ value: Double) -> String {
        fixed(value, value.magnitude < 9.95 ? 1 : 0) + "\u{202F}mm"
    }

    /// A share as whole per cent.
    static func percent(_ share: Double) -> String { fixed(share * 100, 0) + "\u{202F}%" }

    /// A count with its noun.
    static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(number) " + (number == 1 ? noun : plural ?? noun + "s")
    }

    /// A length in the units of a drawing, as short as it can be.
    static func coordinate(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let rounded = (value * 100).rounded() / 100
        return Int(exactly: rounded).map(String.init) ?? rounded.description
    }
}

/// When a session was shot, by the times of its photos on the camera's own clock.
struct Dates {
    let first: Int64
    let last: Int64

    /// The span of the photos whose time is known; nil where there is none.
    init?(_ session: Session) {
        let times = session.photos.compactMap(\.captured)
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
