/// Pictures of every format that intake looks into, as small as their structure allows.
enum TinyPicture: String, CaseIterable, Sendable {
    case jpeg, png, webp, gif, tiff, heic, pdf

    /// A whole picture; the seed makes its content its own, and equal counts give equal sizes.
    func bytes(seed: UInt8, count: Int = 300) -> [UInt8] {
        // No byte of it looks like a marker, a hole or an end.
        let start = Int(seed) * 31
        let data: [UInt8] = (0..<count).map { UInt8(1 + (start + $0 * 7) % 200) }
        switch self {
        case .jpeg:
            let header: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0, 3, seed, 0xFF, 0xDA, 0, 2]
            return header + data + [0xFF, 0xD9]
        case .png:
            let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            let header = Self.chunk("IHDR", Array(data.prefix(13)))
            return signature + header + Self.chunk("IDAT", data) + Self.chunk("IEND", [])
        case .webp:
            let chunk: [UInt8] = Array("VP8 ".utf8) + Self.little(count) + data
            return Array("RIFF".utf8) + Self.little(chunk.count + 4) + Array("WEBP".utf8) + chunk
        case .gif:
            let header: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]
            var image: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2]
            for start in stride(from: 0, to: count, by: 200) {
                let block = data[start..<min(start + 200, count)]
                image.append(UInt8(block.count))
                image += block
            }
            return header + image + [0, 0x3B]
        case .tiff:
            let header: [UInt8] = [0x49, 0x49, 0x2A, 0] + Self.little(8) + [2, 0]
            return header + Self.entry(273, 38) + Self.entry(279, count) + Self.little(0) + data
        case .pdf: return Array("%PDF-1.7\n".utf8) + data + Array("\nstartxref\n9\n%%EOF".utf8)
        case .heic:
            let brand: [UInt8] = Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8)
            return Self.box("ftyp", brand) + Self.box("meta", Array(data.prefix(30))) + Self.box("mdat", data)
        }
    }

    private static func big(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func little(_ number: Int) -> [UInt8] { big(number).reversed() }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        big(data.count) + Array(type.utf8) + data + [9, 9, 9, 9]
    }

    private static func box(_ type: String, _ data: [UInt8]) -> [UInt8] {
        big(data.count + 8) + Array(type.utf8) + data
    }

    /// One number of 32 bits in a TIFF directory.
    private static func entry(_ tag: Int, _ value: Int) -> [UInt8] {
        Array(little(tag)[..<2]) + [4, 0] + little(1) + little(value)
    }
}
