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
            directory += Array(name.utf8) + big(sum(table)) + big(UInt32(start + content.count))
            directory += big(UInt32(table.count))
            content += table + [UInt8](repeating: 0, count: (4 - table.count % 4) % 4)
        }
        var file = directory + content
        // The whole file's sum with the one in the head table comes to this number.
        let adjustment = big(0xB1B0_AFBA &- sum(file))
        file.replaceSubrange((headPlace + 8)..<(headPlace + 12), with: adjustment)
        return file
    }()

    private static func word(_ number: Int16) -> UInt16 { UInt16(bitPattern: number) }

    private static func big(_ words: [UInt16]) -> [UInt8] {
        words.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// The sum of a table's words of four bytes, the last filled up with zeros.
    private static func sum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0
        for (place, byte) in bytes.enumerated() { sum &+= UInt32(byte) << UInt32(24 - 8 * (place % 4)) }
        return sum
    }
}
