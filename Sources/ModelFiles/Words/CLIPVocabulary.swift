/// The parts of words that a CLIP pair knows, with their numbers.
struct CLIPVocabulary: Sendable {
    /// Two parts that stand side by side.
    struct Pair: Hashable, Sendable {
        let first: Int32
        let second: Int32

        init(_ first: Int32, _ second: Int32) { (self.first, self.second) = (first, second) }
    }

    /// What two parts become.
    struct Merge: Sendable {
        /// Its place in the list: lower ones are made first.
        let rank: Int
        /// The part that they become.
        let whole: Int32
    }

    /// What a vocabulary has of a text as it is written in its files.
    typealias Text = [UInt8]

    /// The number of each byte within a word, and of each that ends one.
    let bytes: [Int32]
    let lastBytes: [Int32]
    let merges: [Pair: Merge]
    /// The marks of a text's start and end.
    let start: Int32
    let end: Int32

    static let startMark = "<|startoftext|>"
    static let endMark = "<|endoftext|>"
    /// What a part that ends a word has behind it.
    static let wordEnd = "</w>"

    /// What makes a vocabulary useless, without the file's name.
    struct Refusal: Error {
        let reason: String
    }

    /// A vocabulary by the numbers of its parts and the list of its merges.
    ///
    /// - Throws: ``Refusal`` where it is none of CLIP's.
    init(numbers: [Text: Int32], merges: [(first: Text, second: Text)]) throws(Refusal) {
        guard let start = numbers[Text(Self.startMark.utf8)], let end = numbers[Text(Self.endMark.utf8)] else {
            throw Refusal(reason: "it has no \(Self.startMark) and \(Self.endMark)")
        }
        var (bytes, lastBytes): ([Int32], [Int32]) = ([], [])
        for letter in Self.letters {
            let text = Text(String(letter).utf8)
            guard let inner = numbers[text], let last = numbers[text + Text(Self.wordEnd.utf8)] else {
                throw Refusal(reason: "it does not have each byte, within a word and with \(Self.wordEnd) at its end")
            }
            bytes.append(inner)
            lastBytes.append(last)
        }
        var found: [Pair: Merge] = [:]
        for (rank, merge) in merges.enumerated() {
            guard let first = numbers[merge.first], let second = numbers[merge.second],
                let whole = numbers[merge.first + merge.second]
            else { throw Refusal(reason: "its merge \(rank + 1) is of parts that it does not have") }
            // Of a pair that is listed twice the last place counts, as in the original.
            found[Pair(first, second)] = Merge(rank: rank, whole: whole)
        }
        (self.bytes, self.lastBytes, self.merges, self.start, self.end) = (bytes, lastBytes, found, start, end)
    }

    /// The character that stands for each byte in a vocabulary's files: printable ones for themselves, others from U+0100 on.
    static let letters: [Unicode.Scalar] = {
        var next: UInt32 = 256
        return (UInt32(0)...255).compactMap { byte in
            switch byte {
            case 0x21...0x7E, 0xA1...0xAC, 0xAE...0xFF: return Unicode.Scalar(byte)
            default:
                defer { next += 1 }
                return Unicode.Scalar(next)
            }
        }
    }()
}
