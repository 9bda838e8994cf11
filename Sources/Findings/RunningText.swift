/// Lines as one running text.
public enum RunningText {
    /// Lines with spaces between them; a word that a hyphen parts at a line's end is whole again where small letters go on.
    public static func joined(_ lines: some Sequence<String>) -> String {
        lines.reduce(into: "") { text, line in
            let isParted =
                text.hasSuffix("-") && text.dropLast().last?.isLetter == true && line.first?.isLowercase == true
            if isParted {
                text.removeLast()
            } else if !text.isEmpty {
                text += " "
            }
            text += line
        }
    }
}
