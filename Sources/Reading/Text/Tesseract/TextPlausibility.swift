/// What of Tesseract's reading is text: on pictures without any it reads marks of all kinds with fair confidence.
struct TextPlausibility {
    /// The confidence that a line needs, 0 to 1.
    let confidence: Double

    /// The lines that are text, without the marks at their ends that are none.
    ///
    /// On a page of text that is read well, a line that is not still is text where it is as high as the others.
    ///
    /// - Parameter strict: Whether the lines stand alone, where no page of text speaks for them.
    func filtered(_ lines: [ReadLine], strict: Bool) -> [ReadLine] {
        let text = sureLines(lines, strict: strict)
        let heights = text.filter { $0.letters >= 6 && $0.confidence >= 0.8 }.map(\.height).sorted()
        guard !strict, heights.count >= 3 else { return text }
        let usual = heights[heights.count / 2]
        return TextPlausibility(confidence: confidence / 2).sureLines(lines, strict: false).filter { line in
            line.confidence >= confidence
                || (line.letters >= 6 && (0.6...1.6).contains(line.height / max(usual, 1)))
        }
    }

    private func sureLines(_ lines: [ReadLine], strict: Bool) -> [ReadLine] {
        lines.compactMap { line in
            var line = line
            line.words = trimmed(line.words, strict: strict)
            return isText(line, strict: strict) ? line : nil
        }
    }

    private func trimmed(_ words: [ReadWord], strict: Bool) -> [ReadWord] {
        var rest = words[...]
        while let word = rest.first, isMark(word, strict: strict) { rest.removeFirst() }
        while let word = rest.last, isMark(word, strict: strict) { rest.removeLast() }
        return Array(rest)
    }

    /// A doubtful word of no letters, or one that is read with no confidence at all.
    private func isMark(_ word: ReadWord, strict: Bool) -> Bool {
        if word.letters == 0 { return strict || word.confidence < 0.8 }
        if strict { return word.confidence < confidence }
        // In a line of text a word of some letters is one, however hard it is to read.
        return word.letters < 3 && word.confidence < confidence / 2
    }

    private func isText(_ line: ReadLine, strict: Bool) -> Bool {
        guard line.confidence >= confidence, line.letters * 2 >= line.length else { return false }
        // Three letters in a row that are surely read: marks seldom come so.
        let sure = line.words.contains { word in
            word.letters >= 3 && word.letters * 3 >= word.length * 2
                && word.confidence >= max(confidence, strict ? 0.8 : 0.7)
        }
        if strict { return sure && Self.isWordLike(line) }
        return sure || (line.letters >= 2 && line.confidence >= max(confidence, 0.85))
    }

    /// Whether a word's characters vary, as those read into bars and stripes do not.
    private static func isWordLike(_ line: ReadLine) -> Bool {
        line.words.contains { word in
            guard word.letters >= 3 else { return false }
            let text = Array(word.text.lowercased())
            let repeated = zip(text, zip(text.dropFirst(), text.dropFirst(2))).contains { $0 == $1.0 && $0 == $1.1 }
            return !repeated && Set(text).count >= 2
        }
    }
}
