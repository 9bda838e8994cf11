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
