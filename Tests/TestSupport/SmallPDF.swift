/// PDFs of a few lines a page, as small as their structure allows.
public enum SmallPDF {
    /// A PDF with a page for each list of lines, 300 by 200 points, in a font that every reader has; an empty list is a blank
    /// page.
    ///
    /// - Parameters:
    ///   - beside: The lines of a second column on each page, 150 points to the right of the first.
    ///   - bars: So many short bars are drawn on each page, which look like print and are no text.
    ///   - isMisnamed: Whether the font names each letter as the one behind it in the alphabet.
    ///   - isHebrew: Whether the font names its capitals as Hebrew letters, from alef on; they are drawn from left to right.
    public static func bytes(
        pages: [[String]], beside: [String] = [], bars: Int = 0, isMisnamed: Bool = false, isHebrew: Bool = false
    ) -> [UInt8] {
        let ranges =
            isMisnamed
            ? "2 beginbfrange <41> <59> <0042> <61> <79> <0062> endbfrange"
            : isHebrew ? "1 beginbfrange <41> <5A> <05D0> endbfrange" : nil
        let kids = pages.indices.map { "\(4 + 2 * $0) 0 R" }.joined(separator: " ")
        var objects = [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count \(pages.count) /Kids [\(kids)] >>",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica \(ranges != nil ? "/ToUnicode \(4 + 2 * pages.count) 0 R" : "") >>",
        ]
        for (place, lines) in pages.enumerated() {
            objects.append(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents \(5 + 2 * place) 0 R "
                    + "/Resources << /Font << /F 3 0 R >> >> >>")
            let text = [(20, lines), (170, beside)].map { left, lines in
                let shown = lines.map { "(\($0)) Tj T*" }.joined(separator: " ")
                return "BT /F 12 Tf 20 TL \(left) 170 Td \(shown) ET"
            }.joined(separator: " ")
            let drawn = (0..<bars).map { "\(20 + $0 % 40 * 6) \(140 - $0 / 40 * 12) 2 7 re f" }.joined(separator: " ")
            let contents = "\(text) \(drawn)"
            objects.append("<< /Length \(contents.utf8.count) >>\nstream\n\(contents)\nendstream")
        }
        if let ranges {
            let names = """
                /CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Next def /CMapType 2 def
                1 begincodespacerange <00> <FF> endcodespacerange
                \(ranges)
                endcmap end end
                """
            objects.append("<< /Length \(names.utf8.count) >>\nstream\n\(names)\nendstream")
        }
        var bytes = Array("%PDF-1.4\n".utf8)
        var places: [Int] = []
        for (index, object) in objects.enumerated() {
            places.append(bytes.count)
            bytes += Array("\(index + 1) 0 obj\n\(object)\nendobj\n".utf8)
        }
        let start = bytes.count
        let rows = places.map { place in
            let digits = "\(place)"
            return String(repeating: "0", count: 10 - digits.utf8.count) + digits + " 00000 n \n"
        }
        bytes += Array("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n\(rows.joined())".utf8)
        bytes += Array("trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n".utf8)
        return bytes
    }
}
