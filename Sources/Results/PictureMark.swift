import SystemPackage
import SystemValues

/// The comment in a JPEG of Quiver's that says whose it is and which photo it shows.
public enum PictureMark {
    private static let word = Array("Quiver ".utf8)
    /// A header of ours is far shorter: nothing else stands before the comment.
    private static let headerLimit = 4096

    /// A JPEG with the comment behind its first header.
    /// - Parameter content: The SHA-256 of the photo's file in hexadecimal.
    public static func added(to picture: [UInt8], content: String) -> [UInt8] {
        if picture.starts(with: PNGChunk.signature) {
            return PNGComment.added(word + Array(content.utf8), to: picture)
        }
        guard picture.starts(with: [0xFF, 0xD8]) else { return picture }
        var start = 2
        // JFIF's own header comes first.
        if picture.count > 6, picture[2] == 0xFF, picture[3] == 0xE0 {
            start += 2 + Int(picture[4]) << 8 + Int(picture[5])
        }
        guard start <= picture.count else { return picture }
        let text = word + Array(content.utf8)
        let length = text.count + 2
        return picture[..<start] + [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 0xFF)] + text + picture[start...]
    }

    /// The content that the comment of a file names; nil for a file that is not Quiver's.
    static func content(of path: FilePath) -> String? {
        FileCalls.beginning(of: path, limit: headerLimit).flatMap(content)
    }

    /// The content that the comment of an open file names; the file's offset stays.
    static func content(of file: borrowing RegularFile) -> String? {
        var header = [UInt8](repeating: 0, count: headerLimit)
        let count = header.withUnsafeMutableBytes { try? file.descriptor.read(fromAbsoluteOffset: 0, into: $0) }
        return content(in: Array(header.prefix(count ?? 0)))
    }

    /// The content that the comment in a JPEG's beginning names.
    static func content(in header: [UInt8]) -> String? {
        if let text = PNGComment.read(header), text.starts(with: word) {
            return String(decoding: text.dropFirst(word.count), as: UTF8.self)
        }
        guard header.starts(with: [0xFF, 0xD8]) else { return nil }
        var start = 2
        while start + 4 <= header.count, header[start] == 0xFF {
            let length = Int(header[start + 2]) << 8 + Int(header[start + 3])
            let end = start + 2 + length
            guard length >= 2, end <= header.count else { return nil }
            let text = header[(start + 4)..<end]
            if header[start + 1] == 0xFE, text.starts(with: word) {
                return String(decoding: text.dropFirst(word.count), as: UTF8.self)
            }
            start = end
        }
        return nil
    }
}

extension FileCalls {
    /// The first bytes of a regular file; nil where there is none that can be read.
    static func beginning(of path: FilePath, limit: Int) -> [UInt8]? {
        guard let origin = try? origin(of: path), let file = try? origin.root.open(origin.way) else { return nil }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: min(limit, 1 << 16))
        while bytes.count < limit {
            let count = part.withUnsafeMutableBytes { (try? file.descriptor.read(into: $0)) ?? 0 }
            if count == 0 { break }
            bytes += part.prefix(count)
        }
        return Array(bytes.prefix(limit))
    }
}

/// A comment in a PNG: a `tEXt` chunk behind the header, as the PNG specification has it (section 11.3.4.3).
enum PNGComment {
    /// The keyword and the zero behind it.
    private static let keyword = Array("Comment\0".utf8)

    /// The picture with a comment; as it is where it is no whole PNG.
    static func added(_ text: [UInt8], to picture: [UInt8]) -> [UInt8] {
        PNGChunk.added("tEXt", keyword + text, to: picture)
    }

    /// The comment behind the header; nil where there is none.
    static func read(_ picture: [UInt8]) -> [UInt8]? {
        let headerEnd = PNGChunk.headerEnd
        guard picture.starts(with: PNGChunk.signature), picture.count > headerEnd + 8 + keyword.count else {
            return nil
        }
        let length = picture[headerEnd..<headerEnd + 4].reduce(0) { $0 << 8 + Int($1) }
        let start = headerEnd + 8
        guard length >= keyword.count, start + length <= picture.count,
            picture[(headerEnd + 4)...].starts(with: Array("tEXt".utf8) + keyword)
        else { return nil }
        return Array(picture[(start + keyword.count)..<(start + length)])
    }
}
