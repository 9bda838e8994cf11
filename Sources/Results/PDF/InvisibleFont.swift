/// The font of text that is found and copied but not seen: every character is a blank of half an em.
///
/// Characters get numbers in the order in which they are first used, so that all of Unicode can stand in one font, and the
/// font is written when the last page is.
struct InvisibleFont {
    /// The width of each character in ems.
    static let advance = 0.5
    /// How far characters reach below the base line, in ems; the rest of the em is above.
    static let descent = 0.2

    private var numbers: [Unicode.Scalar: UInt16] = [:]
    private var scalars: [Unicode.Scalar] = []

    /// The numbers of a text's characters as hexadecimal digits; a document's 65,535th different one is the last.
    mutating func codes(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        scalars.map { hexadecimal(number(of: $0)) }.joined()
    }

    private mutating func number(of scalar: Unicode.Scalar) -> UInt16 {
        if let number = numbers[scalar] { return number }
        guard scalars.count < 65_534 else { return numbers["\u{FFFD}"] ?? 0 }
        // The sign for what cannot be shown has a place from the start.
        if scalars.isEmpty, scalar != "\u{FFFD}" { _ = number(of: "\u{FFFD}") }
        scalars.append(scalar)
        let number = UInt16(scalars.count)
        numbers[scalar] = number
        return number
    }

    /// Which character each number stands for, as viewers read it (ISO 32000-1, 9.10.3).
    var toUnicode: String {
        let head = """
            /CIDInit /ProcSet findresource begin
            12 dict begin
            begincmap
            /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
            /CMapName /Adobe-Identity-UCS def
            /CMapType 2 def
            1 begincodespacerange
            <0000> <FFFF>
            endcodespacerange

            """
        // At most a hundred pairs a block.
        let blocks = stride(from: 0, to: scalars.count, by: 100).map { first in
            let part = scalars[first..<min(first + 100, scalars.count)]
            let pairs = part.enumerated().map { place, scalar in
                let text = Array(String(scalar).utf16).map(hexadecimal).joined()
                return "<\(hexadecimal(UInt16(first + place + 1)))> <\(text)>\n"
            }
            return "\(part.count) beginbfchar\n\(pairs.joined())endbfchar\n"
        }
        return head + blocks.joined() + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    }

    /// Which of the font file's glyphs each number has: the blank, always.
    var glyphNumbers: [UInt8] { [0, 0] + scalars.flatMap { _ in [0, 1] as [UInt8] } }
}

/// Four hexadecimal digits.
func hexadecimal(_ number: UInt16) -> String {
    String(number, radix: 16, uppercase: true).filledUp(to: 4)
}

extension String {
    /// The digits with zeros in front, as many as asked for at least.
    func filledUp(to count: Int) -> String { String(repeating: "0", count: max(count - self.count, 0)) + self }
}

extension UInt32 {
    /// The number in four bytes, the highest first.
    var inBytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) } }
}

/// A TrueType file of two glyphs without ink, with the tables that PDF asks for (ISO 32000-1, 9.9).
///
/// The second one is a line from corner to corner of its box, which has no area: MuPDF passes over text whose glyphs have no
/// extent, in copying as well.
/// Viewers that find no font file take one of their own, whose letters are of other widths.
enum BlankFontFile {
    static let bytes: [UInt8] = {
        let head: [UInt16] = [
            0x0001, 0, 0x0001, 0, 0, 0, 0x5F0F, 0x3CF5, 0x000B, 1000, 0, 0, 0, 0, 0, 0, 0, 0,
            // The box around all glyphs, the style, the least size, the direction, short places, one format.
            0, word(-200), 500, 800, 0, 8, 2, 0, 0,
        ]
        let hhea: [UInt16] = [0x0001, 0, 800, word(-200), 0, 500, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, 1]
        let maxp: [UInt16] = [0x0001, 0, 2, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
        // One contour in its box: its last point, no instructions, two points on it, the steps in x and y.
        let line: [UInt16] = [1, 0, word(-200), 500, 800, 1, 0, 0x1101, 500, word(-200), 1000]
        // One width for both glyphs, and the left side of each.
        let hmtx: [UInt16] = [500, 0, 0]
        let tables: [(String, [UInt8])] = [
            ("glyf", big(line)), ("head", big(head)), ("hhea", big(hhea)), ("hmtx", big(hmtx)),
            ("loca", big([0, 0, UInt16(line.count)])), ("maxp", big(maxp)),
        ]
        // Six tables: 4 * 16 is the greatest power of two below them, 2 its exponent.
        var directory = big([0x0001, 0, 6, 64, 2, 32])
        var content: [UInt8] = []
        let start = 12 + 16 * tables.count
        var headPlace = 0
        for (name, table) in tables {
            if name == "head" { headPlace = start + content.count }
            directory += Array(name.utf8) + sum(table).inBytes + UInt32(start + content.count).inBytes
            directory += UInt32(table.count).inBytes
            content += table + [UInt8](repeating: 0, count: (4 - table.count % 4) % 4)
        }
        var file = directory + content
        // The whole file's sum with the one in the head table comes to this number.
        let adjustment = (0xB1B0_AFBA &- sum(file)).inBytes
        file.replaceSubrange((headPlace + 8)..<(headPlace + 12), with: adjustment)
        return file
    }()

    private static func word(_ number: Int16) -> UInt16 { UInt16(bitPattern: number) }

    private static func big(_ words: [UInt16]) -> [UInt8] {
        words.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    /// The sum of a table's words of four bytes, the last filled up with zeros.
    private static func sum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0
        for (place, byte) in bytes.enumerated() { sum &+= UInt32(byte) << UInt32(24 - 8 * (place % 4)) }
        return sum
    }
}
