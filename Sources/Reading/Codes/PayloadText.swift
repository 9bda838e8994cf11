import Findings

/// What a code says, written by the rules of its standard and not as version 1.4 of the library writes it.
struct PayloadText: Hashable {
    /// For people and programs.
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

    /// UPC-E with its zeros put back, ISO/IEC 15420, zero suppression: the sixth digit says where they were.
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
