/// A text whose scalars have numbers, so that a reader can step to and fro in constant time.
///
/// A line break or a tab parts what cannot be one piece of data; readers look for words of context across them.
struct NumberedText {
    /// The text, scalar by scalar.
    let scalars: [Unicode.Scalar]

    /// Numbers a text.
    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    /// The number of scalars.
    var count: Int { scalars.count }

    /// The scalar of a number; a line break outside the text.
    subscript(index: Int) -> Unicode.Scalar {
        index >= 0 && index < scalars.count ? scalars[index] : "\n"
    }

    /// A part as a string.
    func string(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[range.clamped(to: 0..<scalars.count)])
        return String(text)
    }

    /// Whether an ASCII digit stands here.
    func isDigit(_ index: Int) -> Bool { self[index].isDigit }

    /// Whether a letter of any script stands here.
    func isLetter(_ index: Int) -> Bool { self[index].isLetter }

    /// Whether a letter or a digit stands here.
    func isWord(_ index: Int) -> Bool { self[index].isDigit || self[index].isLetter }

    /// Whether a space within a line stands here.
    func isSpace(_ index: Int) -> Bool { self[index].isPlainSpace }

    /// The first place from here on that fails a test, or the limit.
    func end(from start: Int, limit: Int, while test: (Unicode.Scalar) -> Bool) -> Int {
        var index = start
        let last = min(count, start + limit)
        while index < last, test(scalars[index]) { index += 1 }
        return index
    }

    /// The first place of the run before here that passes a test.
    func start(before end: Int, limit: Int, while test: (Unicode.Scalar) -> Bool) -> Int {
        var index = end
        let first = max(0, end - limit)
        while index > first, test(scalars[index - 1]) { index -= 1 }
        return index
    }

    /// The number of one to so many digits here, and where it ends; nil where none stands here or more digits follow.
    func number(at index: Int, digits: ClosedRange<Int>) -> (value: Int, end: Int)? {
        let end = end(from: index, limit: digits.upperBound + 1) { $0.isDigit }
        guard digits.contains(end - index) else { return nil }
        return (scalars[index..<end].reduce(0) { $0 * 10 + Int($1.value - 48) }, end)
    }

    /// The words in lower case that stand before a place, the nearest first, within so many scalars.
    func words(before end: Int, within limit: Int = 28) -> [String] {
        var words: [String] = []
        var index = end
        let first = max(0, end - limit)
        while index > first {
            guard isWord(index - 1) else {
                index -= 1
                continue
            }
            let start = start(before: index, limit: 40) { $0.isLetter || $0.isDigit }
            words.append(string(start..<index).lowercased())
            index = start
        }
        return words
    }

    /// The word in lower case right before a place, with at most a space, a point or a colon between; empty where none is.
    func word(before end: Int, passing marks: String = " .:") -> String {
        let allowed = Array(marks.unicodeScalars)
        let stop = start(before: end, limit: 3) { allowed.contains($0) }
        let start = start(before: stop, limit: 40) { $0.isLetter }
        return string(start..<stop).lowercased()
    }
}

extension Unicode.Scalar {
    /// An ASCII digit.
    var isDigit: Bool { value >= 48 && value <= 57 }
    /// A letter of any script.
    var isLetter: Bool {
        value < 128 ? (value | 32) >= 97 && (value | 32) <= 122 : properties.isAlphabetic
    }
    /// A capital letter.
    var isCapital: Bool { value < 128 ? value >= 65 && value <= 90 : properties.isUppercase }
    /// A space that does not part lines or cells.
    var isPlainSpace: Bool { self == " " || self == "\u{A0}" || self == "\u{202F}" || self == "\u{2009}" }
    /// A dash that may stand for a hyphen.
    var isDash: Bool { self == "-" || self == "\u{2010}" || self == "\u{2011}" || self == "\u{2013}" }
}

extension Set<String> {
    /// The words of a text, which spaces and line breaks part.
    init(words: String) { self.init(words.split { $0 == " " || $0 == "\n" }.map(String.init)) }
}
