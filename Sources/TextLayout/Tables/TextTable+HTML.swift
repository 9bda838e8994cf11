import Findings

extension TextTable {
    /// The table as a plain `<table>` element with spans; texts are escaped, line breaks are `<br>`.
    public var html: String {
        var lines = ["<table>"]
        let byRow = Dictionary(grouping: cells, by: \.row)
        // A table from outside may claim any size; its cells are the measure.
        let last = min(byRow.keys.max() ?? -1, 99_999)
        for row in 0..<max(0, min(rows, last + 1)) {
            let cells = (byRow[row] ?? []).sorted { $0.column < $1.column }.map(Self.element)
            lines.append("<tr>" + cells.joined() + "</tr>")
        }
        return lines.joined(separator: "\n") + "\n</table>\n"
    }

    private static func element(_ cell: Cell) -> String {
        let rowSpan = cell.rowSpan > 1 ? " rowspan=\"\(cell.rowSpan)\"" : ""
        let columnSpan = cell.columnSpan > 1 ? " colspan=\"\(cell.columnSpan)\"" : ""
        return "<td\(rowSpan)\(columnSpan)>\(escaped(cell.text))</td>"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n": result += "<br>"
            // HTML allows no other control characters (WHATWG HTML, 13.1.4).
            default:
                result.unicodeScalars.append(
                    scalar.value < 32 && scalar != "\t" || scalar.value == 127 ? "\u{FFFD}" : scalar)
            }
        }
        return result
    }
}
