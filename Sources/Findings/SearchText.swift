/// A text by which a finding is searched for, with the places of its parts.
public struct SearchText: Hashable, Sendable {
    /// What the text is to the finding.
    public enum Source: String, Hashable, Sendable, Codable, CaseIterable {
        /// What it says.
        case reading
        /// As it is printed, where it says the same in another form.
        case printed
        /// What it may say instead.
        case candidate
        /// What it is; findings of one label in a photo are one hit.
        case label
        /// What all lines of a page say, one after the other.
        case page
    }

    /// Where some of the text's characters stand.
    public struct Part: Hashable, Sendable {
        /// The characters, counted from 0.
        public var characters: Range<Int>
        /// In pixels of the upright photo.
        public var corners: Quadrilateral
        /// The number of the row that the characters stand in, so that some of them take a share of it; nil where only all
        /// have a place.
        public var row: Int?

        /// A part from its characters and their place.
        public init(characters: Range<Int>, corners: Quadrilateral, row: Int?) {
            self.characters = characters
            self.corners = corners
            self.row = row
        }
    }

    /// What the text is to the finding.
    public var source: Source
    /// What is looked in.
    public var text: String
    /// 0 to 1.
    public var confidence: Double
    /// In the order of the characters; those of a label cover all of them, one for each finding.
    public var parts: [Part]

    /// A text with the places of its parts.
    public init(_ source: Source, _ text: String, confidence: Double, parts: [Part] = []) {
        self.source = source
        self.text = text
        self.confidence = confidence
        self.parts = parts
    }

    /// A text with one place for all of it; nil where it has none.
    public init(_ source: Source, _ text: String, confidence: Double, in corners: Quadrilateral?, isRow: Bool = false) {
        let parts = corners.map { [Part(characters: 0..<text.count, corners: $0, row: isRow ? 0 : nil)] }
        self.init(source, text, confidence: confidence, parts: parts ?? [])
    }

    /// More places than a user looks at: a single letter stands everywhere on a page.
    public static let mostPlaces = 1_000

    /// Where the words of a query stand, each as often as it does, in pixels of the upright photo; the first ``mostPlaces``.
    ///
    /// A part of a word is measured out along it as if its characters were of one width.
    public func places(of query: SearchQuery) -> [Quadrilateral] {
        let folded = text.map(SearchQuery.folded)
        var places: [Quadrilateral] = []
        for word in query.words {
            let wanted = word.map(SearchQuery.folded)
            var start = 0
            while places.count < Self.mostPlaces, let range = folded[start...].firstRange(of: wanted), !range.isEmpty {
                for place in self.places(of: range) where !places.contains(place) { places.append(place) }
                start = range.upperBound
            }
        }
        return Array(places.prefix(Self.mostPlaces))
    }

    /// The rows in which the words of a query stand first, with dots for what is left out between them.
    ///
    /// All of the text where it has no rows.
    public func excerpt(for query: SearchQuery) -> String {
        let (characters, folded) = (Array(text), text.map(SearchQuery.folded))
        let found = query.words.compactMap { folded.firstRange(of: $0.map(SearchQuery.folded)) }
        let rows = parts.filter { part in part.row != nil && found.contains { $0.overlaps(part.characters) } }
        let shown = rows.map { $0.characters.clamped(to: 0..<characters.count) }
        guard let first = shown.first else { return text }
        return shown.dropFirst().reduce((text: String(characters[first]), end: first.upperBound)) { part, next in
            let isNext = (part.end...part.end + 1).contains(next.lowerBound)
            let between = isNext ? String(characters[part.end..<next.lowerBound]) : " … "
            return (part.text + between + String(characters[next]), next.upperBound)
        }.text
    }

    /// Where characters stand: in each row from the first to the last of them, and everything else whole.
    private func places(of characters: Range<Int>) -> [Quadrilateral] {
        let touched = parts.filter { $0.characters.overlaps(characters) }
        let rows = Dictionary(grouping: touched) { $0.row }
        let inRows = rows.keys.compactMap(\.self).sorted().compactMap { row -> Quadrilateral? in
            let pieces = (rows[row] ?? []).map { part in
                let (own, length) = (part.characters.clamped(to: characters), Double(part.characters.count))
                return part.corners.part(
                    from: Double(own.lowerBound - part.characters.lowerBound) / length,
                    to: Double(own.upperBound - part.characters.lowerBound) / length)
            }
            guard let first = pieces.first, let last = pieces.last else { return nil }
            return Quadrilateral(
                topLeft: first.topLeft, topRight: last.topRight, bottomRight: last.bottomRight,
                bottomLeft: first.bottomLeft)
        }
        return inRows + (rows[nil] ?? []).map(\.corners)
    }
}

/// What a user looks for: words, or parts of words, all of which a text must hold, in any case.
public struct SearchQuery: Hashable, Sendable {
    /// Words by the spaces between them; what stands in double quotes is one word.
    public let words: [String]

    /// Words as they are; those of spaces alone are left out.
    public init(words: [String]) {
        self.words = words.filter { word in word.contains { !$0.isWhitespace } }
    }

    /// The words of a query as users type them.
    public init(_ text: String) {
        var words: [String] = []
        // No library below takes a text with the character that ends texts in C.
        let text = text.replacing("\0", with: " ")
        for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            if index.isMultiple(of: 2) {
                words += part.split(whereSeparator: \.isWhitespace).map(String.init)
            } else if part.contains(where: { !$0.isWhitespace }) {
                words.append(String(part))
            }
        }
        self.words = words
    }

    /// A character as it is compared.
    static func folded(_ character: Character) -> String { character.lowercased() }
}

extension TextLine {
    /// The words with their places in a text, in its order; the whole line as one where they do not spell it.
    func parts(of text: String, words: [TextWord]) -> [SearchText.Part] {
        var parts: [SearchText.Part] = []
        var (rest, spelled) = (text.startIndex, 0)
        for word in words {
            guard !word.text.isEmpty, let place = text[rest...].firstRange(of: word.text) else { continue }
            let start = text.distance(from: text.startIndex, to: place.lowerBound)
            let length = text.distance(from: place.lowerBound, to: place.upperBound)
            parts.append(.init(characters: start..<(start + length), corners: word.corners, row: 0))
            rest = place.upperBound
            spelled += length
        }
        guard spelled == text.count(where: { !$0.isWhitespace }), !parts.isEmpty else {
            return text.isEmpty ? [] : [.init(characters: 0..<text.count, corners: corners, row: 0)]
        }
        return parts
    }

    /// The words of another reading, which stand where those of this one do if they are as many.
    func words(of candidate: TextCandidate) -> [TextWord] {
        let others = candidate.text.split(separator: " ")
        guard others.count == words.count else { return [] }
        return zip(words, others).map { TextWord(text: String($1), confidence: $0.confidence, corners: $0.corners) }
    }
}

extension Quadrilateral {
    /// The part between two shares of the way from its left to its right side, each 0 to 1.
    fileprivate func part(from: Double, to: Double) -> Quadrilateral {
        let (upper, lower) = (topRight - topLeft, bottomRight - bottomLeft)
        return Quadrilateral(
            topLeft: topLeft + upper * from, topRight: topLeft + upper * to, bottomRight: bottomLeft + lower * to,
            bottomLeft: bottomLeft + lower * from)
    }
}
