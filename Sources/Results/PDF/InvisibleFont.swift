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
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
}
