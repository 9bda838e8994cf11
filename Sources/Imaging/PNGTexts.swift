/// Keeps a PNG's texts from costing more than its pixels.
enum PNGTexts {
    /// Packed texts are read up to this many bytes in all: enough for what programs write about a picture.
    ///
    /// The PNG library inflates each such chunk whenever a file is opened, a thousandfold and twice, and takes on
    /// hundreds of them.
    static let budget = 16 << 10

    /// The same file without the packed texts that are beyond the budget.
    static func limited(_ bytes: [UInt8]) -> [UInt8] {
        let floods = floods(in: bytes)
        guard !floods.isEmpty else { return bytes }
        var kept: [UInt8] = []
        var start = 0
        for flood in floods {
            kept += bytes[start..<flood.lowerBound]
            start = flood.upperBound
        }
        return kept + bytes[start...]
    }

    private static func floods(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var total = 0
        var offset = 8
        while offset + 12 <= bytes.count {
            let length = bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
            let body = offset + 8
            guard length <= bytes.count - body - 4 else { break }
            let isText: Bool
            switch String(decoding: bytes[(offset + 4)..<body], as: UTF8.self) {
            case "zTXt": isText = true
            case "iTXt": isText = isPacked(bytes[body..<(body + length)])
            case "IEND": return found
            default: isText = false
            }
            if isText {
                total += length
                if total > budget { found.append(offset..<(body + length + 4)) }
            }
            offset = body + length + 4
        }
        return found
    }

    /// An international text says behind its keyword whether it is packed; one without an end to its keyword is none.
    private static func isPacked(_ text: ArraySlice<UInt8>) -> Bool {
        guard let end = text.prefix(80).firstIndex(of: 0), end + 1 < text.endIndex else { return false }
        return text[end + 1] != 0
    }
}
