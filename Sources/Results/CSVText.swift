import SystemValues

/// Rows and cells of every CSV file of Quiver's, by RFC 4180, safe for spreadsheets and terminals.
public enum CSVText {
    /// A cell with text from outside.
    ///
    /// A text that a spreadsheet would take for a formula (`=`, `+`, `-`, `@` or their wide forms in front) gets an
    /// apostrophe in front of it, and so does one that begins with an apostrophe. Control characters but tab and line end become a sign.
    public static func cell(_ text: String) -> String {
        let plain = text.masked(where: isUnsafe)
        guard let first = plain.unicodeScalars.first,
            "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}\t\n'".unicodeScalars.contains(first)
        else { return plain }
        return "'" + plain
    }

    /// A path's cell, and whether its text is percent-escaped: the bytes of a file's name must not be lost.
    public static func path(_ text: String, isEscaped: Bool) -> (cell: String, isEscaped: Bool) {
        guard !isEscaped, text.unicodeScalars.contains(where: isUnsafe) else { return (cell(text), isEscaped) }
        let escaped = PercentEscape.text(of: Array(text.utf8)) { isUnsafe($0) || $0 == "%" }
        return (cell(escaped), true)
    }

    /// What no cell holds: all that could command a terminal but tab and line end.
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isUnsafeToShow && scalar != "\t" && scalar != "\n"
    }

    /// A row with its line end; cells are quoted where that is needed.
    public static func line(_ cells: [String]) -> String {
        cells.map(quoted).joined(separator: ",") + "\r\n"
    }

    private static func quoted(_ cell: String) -> String {
        guard cell.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return cell }
        return "\"" + cell.replacing("\"", with: "\"\"") + "\""
    }
}
