/// A white picture as the shortest grey JPEG there is: two codes for the first coefficient, one for the end of a block.
enum WhiteJPEG {
    static func bytes(width: Int, height: Int) -> [UInt8] {
        // The first block's mean is 127 above grey; each further one differs from it by 0.
        var bits = "10" + "1111111" + "0"
        bits += String(repeating: "00", count: (width + 7) / 8 * ((height + 7) / 8) - 1)
        return [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
            + segment(0xC0, [8] + big(height) + big(width) + [1, 1, 0x11, 0])
            + codes(0x00, values: [[0], [7]]) + codes(0x10, values: [[0]])
            + segment(0xDA, [1, 1, 0, 0, 63, 0]) + packed(bits) + [0xFF, 0xD9]
    }

    private static func big(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + big(content.count + 2) + content
    }

    /// A Huffman table; `values` are those of codes of 1 bit, 2 bits and so on.
    private static func codes(_ table: UInt8, values: [[UInt8]]) -> [UInt8] {
        let counts = (0..<16).map { $0 < values.count ? UInt8(values[$0].count) : 0 }
        return segment(0xC4, [table] + counts + values.joined())
    }

    private static func packed(_ bits: String) -> [UInt8] {
        let values = bits.map { $0 == "1" }
        return stride(from: 0, to: values.count, by: 8).flatMap { start -> [UInt8] in
            let byte = (start..<start + 8).reduce(UInt8(0)) { $0 << 1 | ($1 >= values.count || values[$1] ? 1 : 0) }
            return byte == 0xFF ? [0xFF, 0] : [byte]
        }
    }
}
