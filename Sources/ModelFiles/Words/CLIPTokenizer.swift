/// Makes a text into the numbers that the words' half of a CLIP pair takes, as CLIP's own tokenizer does.
///
/// A text is cut into words, numbers and signs, and each of them into the longest parts that the vocabulary has: its
/// bytes are joined, pair by pair, in the order in which the vocabulary lists its merges.
public struct CLIPTokenizer: Sendable {
    /// A text as numbers.
    public struct Tokens: Hashable, Sendable {
        /// As many as were asked for: the start, the text, the end, and zeros.
        public let ids: [Int32]
        /// How many the whole text has, without start and end.
        public let count: Int
        /// How many of these there is no place for.
        public var left: Int { max(count - (ids.count - 2), 0) }
    }

    /// How many numbers CLIP's own models take.
    public static let usualLength = 77
    /// Texts are no longer than so many bytes: a word takes time by the square of its length.
    public static let longestText = 4_096

    private let vocabulary: CLIPVocabulary

    /// A tokenizer with the vocabulary that lies beside a model.
    ///
    /// - Throws: ``InferenceError`` where there is none, or it is of another kind than CLIP's.
    public init(besideModel path: String) throws(InferenceError) {
        self.init(try CLIPVocabulary(besideModel: path))
    }

    init(_ vocabulary: CLIPVocabulary) { self.vocabulary = vocabulary }

    /// A text as so many numbers, at least 3; of one that has more its end is left out.
    ///
    /// CLIP's marks for start and end have no meaning in the text itself: they are read as the signs and words that they are.
    public func tokens(of text: String, length: Int = usualLength) -> Tokens {
        let all = CLIPWords.words(in: text).flatMap(parts)
        let kept = [vocabulary.start] + all.prefix(max(length - 2, 0)) + [vocabulary.end]
        return Tokens(
            ids: kept + [Int32](repeating: 0, count: max(length - kept.count, 0)), count: all.count)
    }

    /// The numbers of one word.
    private func parts(of word: String) -> [Int32] {
        let bytes = Array(word.utf8)
        guard let last = bytes.last else { return [] }
        var parts = bytes.dropLast().map { vocabulary.bytes[Int($0)] } + [vocabulary.lastBytes[Int(last)]]
        while parts.count > 1 {
            var best: (place: Int, merge: CLIPVocabulary.Merge)?
            for place in 0..<parts.count - 1 {
                guard let merge = vocabulary.merges[CLIPVocabulary.Pair(parts[place], parts[place + 1])],
                    merge.rank < best?.merge.rank ?? .max
                else { continue }
                best = (place, merge)
            }
            guard let best else { break }
            parts[best.place] = best.merge.whole
            parts.remove(at: best.place + 1)
        }
        return parts
    }
}
