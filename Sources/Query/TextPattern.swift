import Foundation

/// A text that a value is compared with, in which a star stands for any characters, or none.
///
/// Case counts for nothing, and neither does how an accent is encoded.
public struct TextPattern: Hashable, Sendable {
    /// The text between the stars: one where there is none.
    public let pieces: [String]
    /// The same as it is compared.
    private let folded: [[UInt8]]

    /// A text without stars.
    public init(_ text: String) { self.init(pieces: [text]) }

    /// A text with a star between each two of these.
    public init(pieces: [String]) {
        self.pieces = pieces
        folded = pieces.map { FoldedText($0).bytes }
    }

    /// The whole text where there is no star in it.
    public var plain: String? { pieces.count == 1 ? pieces[0] : nil }

    /// The text between the stars as it is compared.
    var foldedPieces: [String] { folded.map { String(decoding: $0, as: UTF8.self) } }

    private init(folded: [[UInt8]]) {
        pieces = []
        self.folded = folded
    }

    /// Whether a whole text fits.
    public func fits(_ text: FoldedText) -> Bool {
        let bytes = text.bytes
        guard let first = folded.first, let last = folded.last, folded.count > 1 else { return folded.first == bytes }
        guard bytes.count >= first.count + last.count, bytes.starts(with: first),
            bytes.suffix(last.count).elementsEqual(last)
        else { return false }
        // What lies between is taken as early as it can be, so that no try is ever repeated.
        var rest = bytes[first.count..<(bytes.count - last.count)]
        for piece in folded.dropFirst().dropLast() {
            guard let place = rest.place(of: piece) else { return false }
            rest = rest[(place + piece.count)...]
        }
        return true
    }

    /// Whether a text holds this one; with a star, whether the whole text fits.
    public func isIn(_ text: FoldedText) -> Bool {
        folded.count > 1 ? fits(text) : text.bytes[...].place(of: folded.first ?? []) != nil
    }

    /// Whether a path's file lies in a folder of this name, however deep; a slash in it stands between two folders.
    func isFolder(of path: FoldedText) -> Bool {
        let slash = UInt8(ascii: "/")
        let folders = path.bytes[..<((path.bytes.lastIndex(of: slash) ?? -1) + 1)]
        var pieces = folded
        if pieces[0].first != slash { pieces[0].insert(slash, at: 0) }
        if pieces[pieces.count - 1].last != slash { pieces[pieces.count - 1].append(slash) }
        return TextPattern(folded: [[]] + pieces + [[]]).fits(FoldedText(bytes: [slash] + folders))
    }

    /// Whether both mean the same.
    public static func == (a: TextPattern, b: TextPattern) -> Bool { a.pieces == b.pieces }

    /// Hashes the pieces.
    public func hash(into hasher: inout Hasher) { hasher.combine(pieces) }
}

/// A text as it is compared: in lower case, each accent in one form.
public struct FoldedText: Hashable, Sendable {
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The text as a string.
    var string: String { String(decoding: bytes, as: UTF8.self) }

    /// The text to compare.
    public init(_ text: String) {
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        let lower = text.lowercased()
        bytes = Array((isPlain ? lower : lower.precomposedStringWithCanonicalMapping).utf8)
    }
}

extension ArraySlice<UInt8> {
    /// Where other bytes begin in these; nil where they are not in them.
    func place(of other: [UInt8]) -> Int? {
        guard let first = other.first else { return startIndex }
        guard count >= other.count else { return nil }
        var place = startIndex
        let last = endIndex - other.count
        while let next = self[place...last].firstIndex(of: first) {
            if self[next..<(next + other.count)].elementsEqual(other) { return next }
            place = next + 1
            guard place <= last else { return nil }
        }
        return nil
    }
}
