import SystemValues

/// Text on its way to a terminal: colours of ours, and no command of anybody else's.
enum ShownText {
    /// Stands for a colour until the text is printed.
    ///
    /// Nobody outside this process can guess it, so that a file name or a model's label cannot pass for a colour of ours.
    private static let secret = Array(String(UInt64.random(in: .min ... .max), radix: 36).unicodeScalars)

    /// What begins a colour, or ends it with "0".
    static func mark(_ code: String) -> String {
        var text = "\u{1B}"
        text.unicodeScalars.append(contentsOf: secret)
        return text + code + "m"
    }

    /// The text as a terminal may have it: lines and tabs stay, marks become colours, and any other control character
    /// becomes a sign.
    static func safe(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let isUnsafe = { (scalar: Unicode.Scalar) in scalar.isUnsafeToShow && scalar != "\n" && scalar != "\t" }
        guard scalars.contains(where: isUnsafe) else { return text }
        var shown = String.UnicodeScalarView()
        var rest = scalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\u{1B}", rest.starts(with: secret) {
                rest = rest.dropFirst(secret.count)
                shown.append(contentsOf: "\u{1B}[".unicodeScalars)
            } else if isUnsafe(scalar), !(scalar == "\r" && rest.first == "\n") {
                shown.append("\u{FFFD}")
            } else {
                shown.append(scalar)
            }
        }
        return String(shown)
    }
}

/// "1 photo", "2 photos", "2 boxes", "2 classes".
func counted(_ number: Int, _ what: String) -> String {
    let ending = ["s", "x"].contains(what.last) ? "es" : "s"
    return "\(number) \(what)\(number == 1 ? "" : ending)"
}
