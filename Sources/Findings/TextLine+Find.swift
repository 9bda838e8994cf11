extension TextLine {
    /// Where a text stands in the line for the first time, in pixels of the upright photo; nil where it does not.
    public func corners(of text: String) -> Quadrilateral? {
        guard !text.isEmpty, let range = self.text.firstRange(of: text) else { return nil }
        return corners(of: range)
    }

    /// Where some of the line's characters stand, in pixels of the upright photo; nil for none.
    ///
    /// A part of a word is measured out along it as if its characters were of one width, and where the words are
    /// not known or do not spell the line, a part of the line is.
    ///
    /// - Parameter range: Of ``text``.
    public func corners(of range: Range<String.Index>) -> Quadrilateral? {
        let (start, end) = (max(range.lowerBound, text.startIndex), min(range.upperBound, text.endIndex))
        guard start < end else { return nil }
        let parts = placedWords.compactMap { place, word -> Quadrilateral? in
            let (from, to) = (max(place.lowerBound, start), min(place.upperBound, end))
            guard from < to else { return nil }
            let length = Double(text.distance(from: place.lowerBound, to: place.upperBound))
            return word.corners.part(
                from: Double(text.distance(from: place.lowerBound, to: from)) / length,
                to: Double(text.distance(from: place.lowerBound, to: to)) / length)
        }
        // Between words there is nothing to show but a gap.
        guard let first = parts.first, let last = parts.last else { return nil }
        return Quadrilateral(
            topLeft: first.topLeft, topRight: last.topRight, bottomRight: last.bottomRight, bottomLeft: first.bottomLeft
        )
    }

    /// The words with their places in the text, in its order; the whole line as one word where they do not spell it.
    private var placedWords: [(Range<String.Index>, TextWord)] {
        var placed: [(Range<String.Index>, TextWord)] = []
        var rest = text.startIndex
        for word in words {
            guard !word.text.isEmpty, let place = text[rest...].firstRange(of: word.text) else { continue }
            placed.append((place, word))
            rest = place.upperBound
        }
        let spelled = placed.reduce(0) { $0 + $1.1.text.count }
        let whole = TextWord(text: text, confidence: confidence, corners: corners)
        return spelled == text.count(where: { !$0.isWhitespace }) ? placed : [(text.startIndex..<text.endIndex, whole)]
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
