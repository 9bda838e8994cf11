import SystemValues

/// The kind of a file that is no picture, for counting: what its first bytes say, or the ending of its name.
enum UnreadKind {
    /// The most kinds that are told apart; what is met beyond them is ``others``.
    static let limit = 50
    /// The kinds beyond the limit.
    static let others = "of other kinds"

    private static let longest = 12
    private static let pdf = Array("%PDF-".utf8)

    /// The kind of a file: "PDF", ".txt" or "without an ending".
    static func of(_ name: some BidirectionalCollection<UInt8>, firstBytes: [UInt8]) -> String {
        if firstBytes.starts(with: pdf) { return "PDF" }
        guard let dot = name.lastIndex(of: RawPath.dot), dot != name.startIndex else { return "without an ending" }
        let letters = name[name.index(after: dot)...]
        guard (1...longest).contains(letters.count), letters.allSatisfy(isPlain) else { return "without an ending" }
        return "." + String(decoding: letters, as: UTF8.self).lowercased()
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        let character = Character(UnicodeScalar(byte))
        return character.isASCII && (character.isLetter || character.isNumber)
    }
}

extension ScanTally {
    /// Counts a file that is no picture; returns the kind that it counts as where it is the first of that.
    mutating func countUnread(_ kind: String) -> String? {
        let counted = unread[kind] != nil || unread.count < UnreadKind.limit ? kind : UnreadKind.others
        unread[counted, default: 0] += 1
        return unread[counted] == 1 ? counted : nil
    }
}
