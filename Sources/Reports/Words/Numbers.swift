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

    /// A length in the units of a drawing, as short as it can be.
    static func coordinate(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let rounded = (value * 100).rounded() / 100
        return Int(exactly: rounded).map(String.init) ?? rounded.description
    }
}
