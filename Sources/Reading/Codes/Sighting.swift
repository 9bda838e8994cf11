import Findings

/// One code as one look at a picture showed it, in the photo's pixels.
struct Sighting {
    var symbology: Symbology
    var text: String
    var bytes: [UInt8]
    /// The digits of an EAN or UPC add-on, which the text holds at its end.
    var addOn = ""
    /// Whether its data are GS1's element strings.
    var isGS1 = false
    /// Clockwise from the code's own top left.
    var corners: [Point]
    /// How many rows of pixels agreed on a linear code.
    var lines: Int

    /// Two rows that agree are soon found where noise is searched long enough; four were right in all we know of.
    static let firmLines = 4

    /// Whether it is certain: codes of two dimensions correct and check themselves, linear ones need many witnesses.
    var isFirm: Bool { !symbology.isLinear || symbology.isDatabar || lines >= Self.firmLines }

    /// The upright box around it.
    var bounds: Box { Box(around: corners) }

    /// The longer side of the box around it.
    var length: Double { max(bounds.width, bounds.height) }
}

extension Symbology {
    /// EAN and UPC, which are one family: rows of one may be misread as another.
    var isRetail: Bool { self == .ean8 || self == .ean13 || self == .upcA || self == .upcE }

    /// DataBar counts its witnesses by its own rules, and its parts check each other.
    var isDatabar: Bool { self == .databar || self == .databarExpanded }
}

extension Sighting {
    /// Whether an add-on may stand beside it that was not read.
    var mayHaveAddOn: Bool { isFirm && addOn.isEmpty && (symbology == .ean13 || symbology == .upcA) }

    /// Where an add-on would stand: it follows a code at less than its length, on either side as the photo may be turned.
    var surroundings: Box {
        let along = length * 0.7
        let across = length * 0.15
        let (x, y) = bounds.width >= bounds.height ? (along, across) : (across, along)
        return Box(x: bounds.x - x, y: bounds.y - y, width: bounds.width + 2 * x, height: bounds.height + 2 * y)
    }

    /// Whether it is a code seen before, now with an add-on of five digits that many rows show.
    func hasAddOn(to code: Sighting) -> Bool {
        symbology == code.symbology && addOn.count == 5 && text == code.text + addOn && lines >= 2 * Self.firmLines
    }

    /// Adds a sighting to others unless it is one of theirs again; of two readings of one place the better stays.
    static func add(_ new: Sighting, to list: inout [Sighting]) {
        guard let index = list.firstIndex(where: { $0.isSamePlace(as: new) }) else {
            list.append(new)
            return
        }
        guard new.isBetter(than: list[index]) else { return }
        list.remove(at: index)
        // It may stand for more than one of the former.
        add(new, to: &list)
    }

    /// Whether two sightings cannot be two codes.
    private func isSamePlace(as other: Sighting) -> Bool {
        guard symbology.isLinear == other.symbology.isLinear else { return false }
        let isEqual = symbology == other.symbology && text == other.text
        guard symbology.isLinear else { return isEqual && (contains(other.middle) || other.contains(middle)) }
        // A linear code was seen along some rows only, so its box may miss the other rows of the same code.
        if isEqual || symbology.isRetail && other.symbology.isRetail {
            return middle.distance(to: other.middle) < max(length, other.length) / 2
        }
        return bounds.intersectionOverUnion(other.bounds) > 0
    }

    private func isBetter(than other: Sighting) -> Bool {
        if symbology == other.symbology, addOn.isEmpty != other.addOn.isEmpty,
            text.dropLast(addOn.count) == other.text.dropLast(other.addOn.count)
        {
            return !addOn.isEmpty
        }
        return lines > other.lines
    }

    private var middle: Point { Point(x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2) }

    /// Whether a place in the photo lies in the box around it.
    func contains(_ point: Point) -> Bool {
        point.x >= bounds.x && point.x <= bounds.right && point.y >= bounds.y && point.y <= bounds.bottom
    }
}

/// The text of a code by the rules of its standard, and not as version 1.4 of the library writes it.
struct PayloadText: Hashable {
    /// For users and programs.
    var text: String
    /// The digits of an add-on, which stand at the text's end too.
    var addOn = ""
    /// Whether the text was written anew, so that the payload's bytes are those of the text.
    var isRewritten = true

    /// - Parameters:
    ///   - text: As the library gives it.
    ///   - lines: How many rows of pixels agreed on it.
    init(_ text: String, bytes: [UInt8], of symbology: Symbology, lines: Int) {
        switch symbology {
        case .ean8, .ean13, .upcA, .upcE:
            let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
            let number = parts.first ?? ""
            addOn = Self.trusted(parts.count > 1 ? parts[1] : "", to: number, symbology, lines: lines)
            self.text = Self.tradeItem(number, symbology) + addOn
        case .databar:
            self.text = "01" + text
        case .databarExpanded:
            self.text = ElementString.plain(text)
        default:
            isRewritten = false
            // An encoding that the library does not know leaves it without a text.
            self.text = text.isEmpty ? bytes.map(Self.hexadecimal).joined() : text
        }
    }

    /// The add-on that is believed.
    ///
    /// One of five digits has a check digit of its own; one of two has only a remainder by four, which one in four
    /// smudges passes. It counts only where it belongs, on periodicals (977 or UPC-A), and where many rows show it.
    private static func trusted(_ addOn: String, to number: String, _ symbology: Symbology, lines: Int) -> String {
        if addOn.count == 5, symbology != .ean8 { return addOn }
        let isPeriodical = symbology == .upcA || symbology == .ean13 && number.hasPrefix("977")
        return isPeriodical && lines >= 2 * Sighting.firmLines ? addOn : ""
    }

    /// GS1 General Specifications, section 3.3: the number of a trade item has 13 digits on codes at the till, and an
    /// EAN-8's eight are its own.
    private static func tradeItem(_ digits: String, _ symbology: Symbology) -> String {
        switch symbology {
        case .upcA: "0" + digits
        case .upcE: "0" + expanded(digits)
        default: digits
        }
    }

    /// UPC-E with its zeros put back, ISO/IEC 15420, zero suppression: the sixth digit is the rule by which they went.
    static func expanded(_ short: String) -> String {
        let digits = Array(short)
        guard digits.count == 8 else { return short }
        let zeros = ArraySlice<Character>(repeating: "0", count: 5)
        let body: [ArraySlice<Character>] =
            switch digits[6] {
            case "0", "1", "2": [digits[1...2], digits[6...6], zeros.prefix(4), digits[3...5]]
            case "3": [digits[1...3], zeros, digits[4...5]]
            case "4": [digits[1...4], zeros, digits[5...5]]
            default: [digits[1...5], zeros.prefix(4), digits[6...6]]
            }
        return String([digits[0]] + body.joined() + [digits[7]])
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}

/// GS1's data: identifiers of two to four digits, each followed by its field.
enum ElementString {
    /// Writes data without the brackets that the library sets around identifiers, as they stand in the code itself:
    /// `(10)56(11)010101` becomes `1056`, U+001D, `11010101`.
    ///
    /// A separator stands after each field but the last whose length its identifier's first two digits do not fix
    /// (GS1 General Specifications, section 7.8.5).
    static func plain(_ bracketed: String) -> String {
        let characters = Array(bracketed)
        var result = ""
        var index = 0
        while index < characters.count {
            guard let identifier = identifier(in: characters, at: index) else { return bracketed }
            index += identifier.count + 2
            let start = index
            if let length = fixedLengths[String(identifier.prefix(2))] {
                // The length counts the identifier too.
                index = min(characters.count, index + max(length - identifier.count, 0))
                result += identifier + String(characters[start..<index])
                continue
            }
            while index < characters.count, self.identifier(in: characters, at: index) == nil { index += 1 }
            result += identifier + String(characters[start..<index])
            if index < characters.count { result.append("\u{1D}") }
        }
        return result
    }

    /// The digits in brackets at a place; nil where there are none.
    private static func identifier(in characters: [Character], at index: Int) -> String? {
        guard characters[index] == "(" else { return nil }
        let digits = characters[(index + 1)...].prefix(5).prefix { "0"..."9" ~= $0 }
        let end = index + 1 + digits.count
        guard 2...4 ~= digits.count, end < characters.count, characters[end] == ")" else { return nil }
        return String(digits)
    }

    /// Element strings of predefined length with their identifiers, by the identifier's first two digits: figure
    /// 7.8.5-2 of GS1 General Specifications.
    static let fixedLengths: [String: Int] = [
        "00": 20, "01": 16, "02": 16, "03": 16, "04": 18, "11": 8, "12": 8, "13": 8, "14": 8, "15": 8, "16": 8,
        "17": 8, "18": 8, "19": 8, "20": 4, "31": 10, "32": 10, "33": 10, "34": 10, "35": 10, "36": 10, "41": 16,
    ]
}
