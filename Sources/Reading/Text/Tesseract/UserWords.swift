/// Words that the user expects: a doubtful word that is one letter off becomes one of them.
///
/// Tesseract takes them too, but only as a small weight among others in its search.
struct UserWords {
    private let words: [[Character]]
    private let known: Set<String>

    /// Above this confidence a word is left as it was read.
    static let doubt = 0.9

    init(_ words: [String]) {
        known = Set(words)
        // Short words have too many neighbours.
        self.words = words.filter { $0.count >= 4 }.map(Array.init)
    }

    /// The word that is meant, or the same one; marks around it, such as brackets and commas, stay.
    func corrected(_ word: ReadWord) -> ReadWord {
        guard !words.isEmpty, word.confidence < Self.doubt else { return word }
        let text = Array(word.text)
        guard let first = text.firstIndex(where: { $0.isLetter || $0.isNumber }),
            let last = text.lastIndex(where: { $0.isLetter || $0.isNumber })
        else { return word }
        let core = Array(text[first...last])
        guard !known.contains(String(core)) else { return word }
        let near = words.filter { Self.differByOne(core, $0) }
        guard near.count == 1, let meant = near.first else { return word }
        var corrected = word
        corrected.text = String(text[..<first] + meant + text[(last + 1)...])
        return corrected
    }

    /// Whether one letter was changed, left out or put in.
    static func differByOne(_ a: [Character], _ b: [Character]) -> Bool {
        guard abs(a.count - b.count) <= 1, a != b else { return false }
        let same = zip(a, b).prefix { $0 == $1 }.count
        let (restA, restB) = (a.dropFirst(same), b.dropFirst(same))
        if a.count == b.count { return restA.dropFirst().elementsEqual(restB.dropFirst()) }
        return a.count > b.count ? restA.dropFirst().elementsEqual(restB) : restA.elementsEqual(restB.dropFirst())
    }
}
