import Findings

/// One reading of a photo, turned and scaled in one way.
struct PageAttempt {
    /// How the picture was made; the lines are in pixels of it.
    var view: PageView
    /// Everything that was read.
    var read: [ReadLine]
    /// What of it is text.
    var lines: [ReadLine]

    /// How many letters and digits of text there are.
    var letters: Int { lines.reduce(0) { $0 + $1.letters } }

    /// 0 to 1: the mean of the lines', each weighed by its characters.
    var confidence: Double {
        let length = lines.reduce(0) { $0 + $1.length }
        return lines.reduce(0) { $0 + $1.confidence * Double($1.length) } / Double(max(length, 1))
    }

    /// To compare readings by: letters, each weighed by how surely it was read beyond a coin's toss.
    var score: Double {
        lines.reduce(0) { $0 + Double($1.letters) * max($1.confidence - 0.5, 0) }
    }

    /// Whether it has lines of few words: their columns may have been passed over.
    var isSparse: Bool { PageText.isSparse(wordsOfLines: lines.map(\.words.count)) }

    /// Whether it is surely a page read the right way up: some words, most of what was read, and with confidence.
    var isConvincing: Bool {
        let all = read.reduce(0) { $0 + $1.letters }
        return letters >= 10 && letters * 3 >= all * 2 && confidence >= 0.8
    }

    /// The height of its lines in pixels of the picture: the median of the words', of those that are text if any is.
    var lineHeight: Double? {
        let heights = (lines.isEmpty ? read : lines).flatMap { line in
            line.words.filter { $0.letters >= 2 }
                .map { line.quarters % 2 == 0 ? $0.box.height : $0.box.width }
        }
        guard heights.count >= 2 else { return nil }
        return heights.sorted()[heights.count / 2]
    }

    /// By how many quarters clockwise most of its text lies turned in the picture: Tesseract may read it all the same.
    var quarters: Int {
        var letters = [0, 0, 0, 0]
        for line in lines { letters[line.quarters & 3] += line.letters }
        return letters.indices.max { letters[$0] < letters[$1] } ?? 0
    }
}

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
