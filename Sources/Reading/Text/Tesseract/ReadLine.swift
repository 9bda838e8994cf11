import CTesseract
import Findings

/// A character as Tesseract read it, with what else it may be.
struct ReadCharacter {
    /// What it may be, the most probable first, each from 0 to 1; empty where that was not asked for.
    var choices: [TextCandidate]
}

/// A word as Tesseract read it.
struct ReadWord {
    var text: String
    /// 0 to 1.
    var confidence: Double
    /// In pixels of the picture that was read.
    var box: Box
    /// Tesseract's name of the language that it was read in.
    var language: String
    var characters: [ReadCharacter]

    /// How many letters and digits it has.
    var letters: Int { text.unicodeScalars.count { $0.properties.isAlphabetic || $0.properties.numericType != nil } }
    /// How many characters it has.
    var length: Int { text.unicodeScalars.count }
}

/// A line as Tesseract read it: at least one word.
struct ReadLine {
    var words: [ReadWord]
    var block: Int
    var paragraph: Int
    /// By how many quarters clockwise it lies turned in the picture that was read.
    var quarters = 0

    /// In pixels of the picture that was read.
    var box: Box {
        Box(around: words.flatMap { [Point(x: $0.box.x, y: $0.box.y), Point(x: $0.box.right, y: $0.box.bottom)] })
    }
    /// From the highest to the lowest mark of its words, as it is read.
    var height: Double { quarters % 2 == 0 ? box.height : box.width }
    /// How many letters and digits it has.
    var letters: Int { words.reduce(0) { $0 + $1.letters } }
    /// How many characters it has.
    var length: Int { words.reduce(0) { $0 + $1.length } }
    /// 0 to 1: the mean of the words', each weighed by its characters.
    var confidence: Double {
        words.reduce(0) { $0 + $1.confidence * Double($1.length) } / Double(max(length, 1))
    }
    /// Its words, parted by spaces.
    var text: String { words.map(\.text).joined(separator: " ") }

    /// All that was read, in reading order.
    static func all(at cursor: OpaquePointer, choices: Bool) -> [ReadLine] {
        var lines: [ReadLine] = []
        var (block, paragraph) = (-1, -1)
        var item = ctess_item()
        var begun = false
        repeat {
            if ctess_cursor_begins(cursor, CTESS_BLOCK) { block += 1 }
            if ctess_cursor_begins(cursor, CTESS_PARAGRAPH) { paragraph += 1 }
            begun = begun || ctess_cursor_begins(cursor, CTESS_TEXT_LINE)
            if ctess_cursor_begins(cursor, CTESS_WORD), ctess_cursor_item(cursor, CTESS_WORD, &item) == 0,
                let word = ReadWord(item, language: ctess_cursor_language(cursor))
            {
                if begun || lines.isEmpty {
                    lines.append(
                        ReadLine(
                            words: [], block: max(block, 0), paragraph: max(paragraph, 0),
                            quarters: Int(ctess_cursor_quarters(cursor))))
                    begun = false
                }
                lines[lines.count - 1].words.append(word)
            }
            if choices, let line = lines.indices.last, let word = lines[line].words.indices.last {
                lines[line].words[word].characters.append(ReadCharacter(at: cursor))
            }
        } while ctess_cursor_next(cursor)
        return lines
    }
}

extension ReadWord {
    /// Nil for a word of nothing but spaces.
    fileprivate init?(_ item: ctess_item, language: UnsafePointer<CChar>?) {
        let text = item.string.filter { !$0.isWhitespace && !$0.isNewline }
        guard !text.isEmpty else { return nil }
        self.init(
            text: text, confidence: item.share,
            box: Box(
                left: Double(item.box.left), top: Double(item.box.top), right: Double(item.box.right),
                bottom: Double(item.box.bottom)),
            language: language.map { String(cString: $0) } ?? "", characters: [])
    }
}

extension ReadCharacter {
    fileprivate init(at cursor: OpaquePointer) {
        var items = [ctess_item](repeating: ctess_item(), count: 8)
        let count = ctess_cursor_choices(cursor, &items, Int32(items.count))
        choices = items.prefix(Int(count)).map { TextCandidate(text: $0.string, confidence: $0.share) }
    }
}

extension ctess_item {
    fileprivate var string: String {
        withUnsafeBytes(of: text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    fileprivate var share: Double {
        let share = Double(confidence) / 100
        return share.isFinite ? min(max(share, 0), 1) : 0
    }
}

extension ReadLine {
    /// The line with part numbers and amounts as a table has them: an `l` between digits is a one.
    ///
    /// Print makes the two alike, and a language model prefers the letter.
    var withDigits: ReadLine {
        var line = self
        for index in words.indices { line.words[index].text = Self.withDigits(words[index].text) }
        return line
    }

    /// Only in words that have a digit, and at most one capital before it.
    static func withDigits(_ word: String) -> String {
        let rest = word.first?.isUppercase == true ? word.dropFirst() : word[...]
        let isNumber = rest.contains(where: \.isNumber) && rest.allSatisfy { $0.isNumber || "l.,-+".contains($0) }
        return isNumber ? String(word.prefix(word.count - rest.count)) + rest.replacing("l", with: "1") : word
    }
}
