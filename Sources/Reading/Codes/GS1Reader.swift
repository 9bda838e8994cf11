import Findings

/// Takes the data of GS1 codes apart: application identifiers, each with its value (GS1 General Specifications, section 7.8).
///
/// Whatever a code holds is in an element; what is not as its identifier asks is marked as unsound.
public struct GS1Reader: Sendable {
    private let year: Int

    /// A reader of codes that are looked at in a year: dates have only the last two digits of theirs.
    public init(year: Int) { self.year = year }

    /// The elements of a code, in their order; none of a code that is not GS1's.
    public func elements(of code: Code) -> [GS1Element] {
        var elements: [GS1Element] = []
        // A separator ends a value, also one whose length is fixed.
        for field in code.isGS1 ? code.bytes.split(separator: 0x1D) : [] {
            var rest = field
            while !rest.isEmpty {
                let length = ElementString.fixedLengths[Self.text(rest.prefix(2))] ?? rest.count
                elements.append(element(rest.prefix(length), code.corners))
                rest = rest.dropFirst(length)
            }
        }
        return elements
    }

    /// An element from its bytes, those of its identifier first.
    private func element(_ bytes: ArraySlice<UInt8>, _ corners: Quadrilateral) -> GS1Element {
        guard
            let identifier = (2...4).map({ Self.text(bytes.prefix($0)) }).first(where: { GS1Identifier.all[$0] != nil }
            ),
            let known = GS1Identifier.all[identifier]
        else {
            return GS1Element(
                identifier: "", title: "unknown", text: Self.text(bytes), isSound: false, corners: corners)
        }
        let text = bytes.dropFirst(identifier.count)
        let values = known.values(of: text, year: year)
        return GS1Element(
            identifier: identifier, title: known.title, text: Self.text(text), value: values.flatMap(known.meaning),
            isSound: values != nil, corners: corners)
    }

    /// A character for each byte: GS1's are ASCII, and others are not to be lost.
    private static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
    }
}

/// What GS1 asks of an application identifier's value, and what that means.
struct GS1Identifier: Sendable {
    /// GS1's data title.
    var title: String
    /// One after the other.
    var parts: [Part]
    /// How many of the last part's digits are decimals; nil where it is no decimal number.
    var decimals: Int?

    /// One part of a value.
    struct Part: Sendable {
        enum Content {
            case digits, checkedDigits, characters82, characters39, characters64, day, dayOrMonth, longDay, time
        }

        var content: Content
        var lengths: ClosedRange<Int>
        var isOptional = false

        static func n(_ count: Int) -> Part { Part(content: .digits, lengths: count...count) }
        static func n(upTo most: Int) -> Part { Part(content: .digits, lengths: 1...most) }
        static func x(_ count: Int) -> Part { Part(content: .characters82, lengths: count...count) }
        static func x(upTo most: Int) -> Part { Part(content: .characters82, lengths: 1...most) }
        /// Digits of which the last is a check digit.
        static func checked(_ count: Int) -> Part { Part(content: .checkedDigits, lengths: count...count) }
        /// YYMMDD.
        static let day = Part(content: .day, lengths: 6...6)
        /// YYMMDD, or YYMM00 for the last day of a month.
        static let dayOrMonth = Part(content: .dayOrMonth, lengths: 6...6)
        /// YYYYMMDD.
        static let longDay = Part(content: .longDay, lengths: 8...8)
        /// HHMM.
        static let time = Part(content: .time, lengths: 4...4)
        static func optional(_ part: Part) -> Part {
            Part(content: part.content, lengths: part.lengths, isOptional: true)
        }
    }

    /// The parts of a value, those of dates and times as ISO 8601 has them; nil where it is not sound.
    func values(of text: ArraySlice<UInt8>, year: Int) -> [String]? {
        var (rest, values) = (text, [String]())
        for part in parts where !(part.isOptional && rest.isEmpty) {
            let own = rest.prefix(part.lengths.upperBound)
            guard part.lengths.contains(own.count), let value = part.value(of: own, year: year) else { return nil }
            values.append(value)
            rest = rest.dropFirst(own.count)
        }
        return rest.isEmpty ? values : nil
    }

    /// What the parts of a sound value mean together; nil where that is no more than they are.
    func meaning(of values: [String]) -> String? {
        if let decimals, let number = values.last {
            let digits = String(repeating: "0", count: max(decimals + 1 - number.count, 0)) + number
            let whole = digits.dropLast(decimals).drop { $0 == "0" }
            let amount = (whole.isEmpty ? "0" : whole) + (decimals > 0 ? "." + digits.suffix(decimals) : "")
            return (values.dropLast() + [String(amount)] + [unit].compactMap { $0 }).joined(separator: " ")
        }
        switch parts.first?.content {
        case .day?, .dayOrMonth?, .longDay?:
            // Two days are the first and the last.
            return values.dropFirst().reduce(values.first) { all, next in
                all.map { $0 + (next.first?.isNumber == true ? "/" : "") + next }
            }
        default: return nil
        }
    }

    /// A measure's unit, which its title has in brackets.
    private var unit: String? {
        switch title {
        case "KG PER m²": return "kg/m²"
        case "PRCNT OFF": return "%"
        default:
            guard let start = title.firstIndex(of: "("), let end = title.lastIndex(of: ")") else { return nil }
            return String(title[title.index(after: start)..<end])
        }
    }
}

extension GS1Identifier.Part {
    /// The value of this part; nil where it is not sound.
    fileprivate func value(of bytes: ArraySlice<UInt8>, year: Int) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        let digits = bytes.compactMap { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 ? Int($0) - 48 : nil }
        let isNumber = digits.count == bytes.count
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        switch content {
        case .characters82: return bytes.allSatisfy(Self.set82.contains) ? text : nil
        case .characters39: return bytes.allSatisfy(Self.set39.contains) ? text : nil
        case .characters64: return bytes.allSatisfy(Self.set64.contains) ? text : nil
        case .digits: return isNumber ? text : nil
        case .checkedDigits:
            // Weights 3 and 1 from the right (section 7.9).
            let sum = digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
            return isNumber && sum % 10 == 0 ? text : nil
        case .day where isNumber, .dayOrMonth where isNumber:
            // At most 49 years ago and at most 50 years ahead (section 7.12).
            let (short, now) = (number(0..<2), year % 100)
            let century = short - now > 50 ? -100 : short - now < -49 ? 100 : 0
            return Self.day(
                number(4..<6), ofMonth: number(2..<4), year - now + short + century, orLast: content == .dayOrMonth)
        case .longDay where isNumber: return Self.day(number(6..<8), ofMonth: number(4..<6), number(0..<4))
        case .time where isNumber && digits.count % 2 == 0:
            let starts = stride(from: 0, to: digits.count, by: 2)
            guard starts.allSatisfy({ number($0..<$0 + 2) < ($0 == 0 ? 24 : 60) }) else { return nil }
            return "T" + starts.map { text.dropFirst($0).prefix(2) }.joined(separator: ":")
        case .day, .dayOrMonth, .longDay, .time: return nil
        }
    }

    /// A day as ISO 8601 has it; nil for one that no calendar has.
    ///
    /// - Parameter orLast: Whether day 0 is the last one of the month (section 3.4).
    private static func day(_ day: Int, ofMonth month: Int, _ year: Int, orLast: Bool = false) -> String? {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard days.indices.contains(month - 1), (orLast ? 0 : 1)...days[month - 1] ~= day else { return nil }
        let numbers = [month, day == 0 ? days[month - 1] : day].map { ($0 < 10 ? "-0" : "-") + String($0) }
        return String(repeating: "0", count: max(4 - String(year).count, 0)) + String(year) + numbers.joined()
    }

    /// The characters of section 7.11: those of most texts, those of component and part identifiers, and those of base 64.
    private static let set82 = Set(#"!"%&'()*+,-./:;<=>?_"#.utf8).union(letters).union(capitals)
    private static let set39 = Set("#-/".utf8).union(capitals)
    private static let set64 = Set("-_=".utf8).union(letters).union(capitals)
    private static let letters = Set("abcdefghijklmnopqrstuvwxyz".utf8)
    private static let capitals = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
}
