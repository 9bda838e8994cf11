import SystemPackage

extension Completeness {
    /// GIF is a list of blocks that ends with a trailer byte.
    static func ofGIF(_ reader: inout ByteReader) throws(Errno) -> Completeness {
        guard let screen = try reader.byte(10) else { return .cutOff }
        var offset: Int64 = 13 + colourTable(screen)
        while let introducer = try reader.byte(offset) {
            switch introducer {
            case 0x3B: return .whole
            case 0x21: offset += 2
            case 0x2C:
                guard let flags = try reader.byte(offset + 9) else { return .cutOff }
                offset += 10 + colourTable(flags) + 1
            default: return .cutOff
            }
            // Sub-blocks: a length and as many bytes, until a length of zero.
            while true {
                guard let length = try reader.byte(offset) else { return .cutOff }
                offset += 1 + Int64(length)
                if length == 0 { break }
            }
        }
        return .cutOff
    }

    private static func colourTable(_ flags: UInt8) -> Int64 {
        flags & 0x80 == 0 ? 0 : 3 << (Int64(flags & 7) + 1)
    }
}
