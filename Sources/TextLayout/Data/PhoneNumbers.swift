/// Telephone numbers: international ones, and national ones by their shape, their region or the words before them.
enum PhoneNumbers {
    private static let hints = Set(
        words: """
            tel telefon telephone phone fon fax telefax mobil mobile handy cell call hotline ring rufen anrufen tél
            télécopie teléfono telefono whatsapp toll dial t f m p sms portable free
            """)
    private static let otherWords = Set(
        words: """
            order no nr nummer number invoice rechnung ref id art artikel sku serial isbn ean iban konto account kunden
            kundennummer lot charge ust steuer steuernummer hrb ssn part item bon beleg terminal model card karte
            bestellung bestellnummer vat blz customer acct imei invoices ident auftrag policy
            """)

    /// All numbers: `+` and digits where the country is known, digits alone where it is not; an extension follows
    /// as `;ext=` (RFC 3966).
    static func matches(in text: NumberedText, options: DataOptions) -> [DataMatch] {
        var matches: [DataMatch] = []
        for run in PhoneRun.all(in: text) {
            let parts =
                match(text, run, options).map { [$0] } ?? split(text, run).compactMap { match(text, $0, options) }
            matches += parts.map { extended(text, $0) }
        }
        return matches
    }

    /// The parts of a run that a slash with spaces around it holds together.
    private static func split(_ text: NumberedText, _ run: PhoneRun) -> [PhoneRun] {
        guard let slash = run.range.first(where: { text[$0] == "/" && text.isSpace($0 - 1) && text.isSpace($0 + 1) })
        else {
            return []
        }
        return [run.range.lowerBound..<slash - 1, slash + 2..<run.range.upperBound]
            .compactMap { $0.isEmpty ? nil : PhoneRun(parsing: text, $0) }
    }

    private static func match(_ text: NumberedText, _ run: PhoneRun, _ options: DataOptions) -> DataMatch? {
        let end = run.range.upperBound
        guard !text.isWord(end) || text[end].value | 32 == 120, text[end] != "%", text[end] != "€",
            !([":", ","].contains(text[end]) && text.isDigit(end + 1))
        else { return nil }
        if run.hasPlus { return international(run, run.digits, 0.97) }
        let words = text.words(before: run.range.lowerBound)
        let isHinted = words.prefix(5).contains { hints.contains($0) }
        let isOther = !isHinted && words.prefix(3).contains { otherWords.contains($0) }
        if run.digits.starts(with: [0, 0]), run.marks.count > 0 || isHinted, !isOther,
            let match = international(run, Array(run.digits.dropFirst(2)), 0.9)
        {
            return match
        }
        guard !isOther else { return nil }
        let plan = options.region.flatMap { Countries.numbering[$0] }
        if isAmerican(run, isSure: isHinted || plan?.calling == "1") {
            return result(run, national(run.digits, plan), 0.93)
        }
        if isTrunk(run, isSure: isHinted, plan: plan) {
            return result(run, national(run.digits, plan), isHinted ? 0.95 : 0.8)
        }
        guard isHinted, (6...13).contains(run.digits.count), !run.marks.contains(".") || run.shape.count > 2 else {
            return nil
        }
        return result(run, national(run.digits, plan), 0.85)
    }

    private static func result(_ run: PhoneRun, _ value: String, _ confidence: Double) -> DataMatch {
        DataMatch(kind: .phone, range: run.range, value: value, confidence: confidence)
    }

    /// E.164: a calling code that is in use, and 7 to 15 digits in all; North America has ten behind the 1.
    private static func international(_ run: PhoneRun, _ digits: [Int], _ confidence: Double) -> DataMatch? {
        guard (8...15).contains(digits.count) || digits.count == 7, let length = Countries.callingCode(digits) else {
            return nil
        }
        if digits[0] == 1 { guard digits.count == 11, digits[1] > 1, digits[4] > 1 else { return nil } }
        guard digits.count - length >= 4 else { return nil }
        return result(run, "+" + joined(digits), confidence)
    }

    /// `(415) 555-2671` and its like: the area and the exchange begin with 2 to 9.
    private static func isAmerican(_ run: PhoneRun, isSure: Bool) -> Bool {
        var groups = run.groups
        if groups.first == [1] { groups.removeFirst() }
        guard groups.map(\.count) == [3, 3, 4], groups[0][0] > 1, groups[1][0] > 1, !run.marks.contains("/") else {
            return false
        }
        return isSure || run.hasBrackets || run.marks.contains("-") || run.marks == ["."]
    }

    /// A number that begins with the zero of calls within a country.
    private static func isTrunk(_ run: PhoneRun, isSure: Bool, plan: Countries.Numbering?) -> Bool {
        let digits = run.digits
        guard digits.count >= 3, digits[0] == 0, digits[1] != 0, (isSure ? 6...13 : 7...13).contains(digits.count)
        else {
            return false
        }
        if let plan, !isSure {
            let length = digits.count - (plan.trunk == "0" ? 1 : 0)
            guard plan.trunk == "0" || plan.calling == "39", plan.lengths.contains(length) else { return false }
        }
        if run.groups.count == 1 { return isSure || plan != nil && digits.count >= 10 }
        // A date, or a social security number.
        if [[2, 2, 4], [2, 2, 2], [3, 2, 4]].contains(run.shape), !isSure { return false }
        if run.marks.contains("."), !run.shape.allSatisfy({ $0 == 2 }) || run.shape.count != 5 { return isSure }
        // Without a word or a region, two digits in front are a lot or a room more often than an area.
        let least = isSure || plan != nil ? 2 : 3
        return run.shape[0] >= least && run.shape[0] <= 6
    }

    private static func national(_ digits: [Int], _ plan: Countries.Numbering?) -> String {
        guard let plan else { return joined(digits) }
        if plan.calling == "1" {
            if digits.count == 10 { return "+1" + joined(digits) }
            return digits.count == 11 && digits[0] == 1 ? "+" + joined(digits) : joined(digits)
        }
        let trunk = plan.trunk.compactMap(\.wholeNumberValue)
        if !trunk.isEmpty, digits.starts(with: trunk) {
            return "+" + plan.calling + joined(digits.dropFirst(trunk.count))
        }
        return trunk.isEmpty && plan.lengths.contains(digits.count)
            ? "+" + plan.calling + joined(digits) : joined(digits)
    }

    private static func joined(_ digits: some Sequence<Int>) -> String { digits.map(String.init).joined() }

    /// With the extension behind it: `ext. 23`, `x23`.
    private static func extended(_ text: NumberedText, _ match: DataMatch) -> DataMatch {
        var index = text.end(from: match.range.upperBound, limit: 2) { $0.isPlainSpace || $0 == "," || $0 == ";" }
        let word = text.end(from: index, limit: 9) { $0.isLetter }
        guard ["ext", "x", "extension", "durchwahl", "dw"].contains(text.string(index..<word).lowercased()) else {
            return match
        }
        index = text.end(from: word, limit: 2) { $0 == "." || $0.isPlainSpace }
        guard let number = text.number(at: index, digits: 1...6), !text.isWord(number.end) else { return match }
        var longer = match
        longer.range = match.range.lowerBound..<number.end
        longer.value += ";ext=" + text.string(index..<number.end)
        return longer
    }
}

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
            // `+49 (0) 30`: the zero is for calls within the country.
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
