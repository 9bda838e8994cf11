/// A run of digits and of the marks that telephone numbers are printed with.
struct PhoneRun {
    /// Where it stands, from its plus, bracket or first digit to its last digit.
    var range: Range<Int>
    /// Its digits.
    var digits: [Int]
    /// The digits of each group that a space, a bracket or another mark ends.
    var groups: [[Int]]
    /// The marks between its digits.
    var marks: Set<Unicode.Scalar>
    /// Whether a plus stands in front.
    var hasPlus: Bool
    /// Whether its first group stands in brackets, such as `(415)`.
    var hasBrackets: Bool

    /// No number of any country is printed longer.
    private static let longest = 40

    /// All runs of a text; one that goes on too long is no number and is left out.
    static func all(in text: NumberedText) -> [PhoneRun] {
        var runs: [PhoneRun] = []
        var index = 0
        while index < text.count {
            guard isStart(text, index) else {
                index += 1
                continue
            }
            let end = end(text, from: index)
            if end - index <= longest, let run = PhoneRun(text, index..<end) { runs.append(run) }
            index = max(end, index + 1)
        }
        return runs
    }

    private static func isStart(_ text: NumberedText, _ index: Int) -> Bool {
        let scalar = text[index]
        guard scalar.isDigit || scalar == "+" || scalar == "(" else { return false }
        if text.isWord(index - 1) { return false }
        if scalar.isDigit, ".,:/-_$€£#@%=".unicodeScalars.contains(text[index - 1]), text.isWord(index - 2) {
            return false
        }
        let next =
            scalar.isDigit ? index : text.end(from: index + 1, limit: 2) { $0.isPlainSpace || $0 == "(" || $0 == "+" }
        return text.isDigit(next)
    }

    /// Where a run ends: at what is no mark of it, at two spaces, or at the next plus.
    private static func end(_ text: NumberedText, from start: Int) -> Int {
        var index = start
        while index < text.count {
            let scalar = text[index]
            if scalar == "+", index > start, text[index - 1] != "(" { break }
            let isMark = scalar.isPlainSpace || scalar.isDash || "./()+".unicodeScalars.contains(scalar)
            guard scalar.isDigit || isMark else { break }
            if scalar.isPlainSpace, text.isSpace(index + 1) { break }
            // A bracket that opens after the number's middle begins something else.
            if scalar == "(", index - start > 8 { break }
            index += 1
        }
        return index
    }

    private init?(_ text: NumberedText, _ run: Range<Int>) {
        var (start, end) = (run.lowerBound, run.upperBound)
        while end > start, !text.isDigit(end - 1) { end -= 1 }
        let scalars = text.scalars[start..<end]
        let isClosed = scalars.filter { $0 == "(" }.count == scalars.filter { $0 == ")" }.count
        if !isClosed, text[start] == "(" { start += 1 }
        self.init(parsing: text, start..<end)
    }

    /// The groups of a part of a text.
    init?(parsing text: NumberedText, _ range: Range<Int>) {
        self.range = range
        (digits, groups, marks) = ([], [], [])
        hasPlus = text.scalars[range].prefix(2).contains("+")
        hasBrackets = range.first.map { text[$0] == "(" } ?? false
        var (group, isInside) = ([Int](), false)
        for index in range {
            let scalar = text[index]
            if scalar.isDigit {
                group.append(Int(scalar.value) - 48)
                continue
            }
            // `+49 (0) 30`: the nought is for calls within the country.
            if scalar == ")", hasPlus, group == [0] { group = [] }
            if scalar == "(" || scalar == ")" { isInside = scalar == "(" }
            if !group.isEmpty, scalar == "(" || !isInside {
                groups.append(group)
                group = []
            }
            if scalar != "+" { marks.insert(scalar.isPlainSpace ? " " : scalar.isDash ? "-" : scalar) }
        }
        if !group.isEmpty { groups.append(group) }
        digits = groups.flatMap { $0 }
        guard !digits.isEmpty else { return nil }
    }

    /// The lengths of its groups.
    var shape: [Int] { groups.map(\.count) }
}
