extension TextTable {
    /// The table by RFC 4180: a line a row, each text in the first place of its cell, line breaks within quotes.
    ///
    /// A text that a spreadsheet would take for a formula gets an apostrophe in front, but a number with a sign does not.
    public var csv: String {
        grid().map { row in row.map { Self.quoted(Self.harmless($0)) }.joined(separator: ",") + "\r\n" }.joined()
    }

    /// The texts by row and column; places that a span covers are empty.
    private func grid() -> [[String]] {
        // A table from outside may claim any size; its cells are the measure.
        guard rows > 0, columns > 0, rows <= 100_000, columns <= 100_000, rows * columns <= 4_000_000 else { return [] }
        var grid = [[String]](repeating: [String](repeating: "", count: columns), count: rows)
        for cell in cells where (0..<rows).contains(cell.row) && (0..<columns).contains(cell.column) {
            grid[cell.row][cell.column] = cell.text
        }
        return grid
    }

    private static func harmless(_ text: String) -> String {
        let plain = String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.value < 32 && $0 != "\n" && $0 != "\t" ? "\u{FFFD}" : $0 }))
        guard let first = plain.unicodeScalars.first,
            "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}\t\n'".unicodeScalars.contains(first)
        else { return plain }
        let isNumber =
            (first == "+" || first == "-") && plain.count > 1
            && plain.unicodeScalars.dropFirst().allSatisfy { ("0"..."9").contains($0) || $0 == "." || $0 == "," }
        return isNumber ? plain : "'" + plain
    }

    private static func quoted(_ cell: String) -> String {
        guard cell.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return cell }
        return "\"" + cell.replacing("\"", with: "\"\"") + "\""
    }
}
