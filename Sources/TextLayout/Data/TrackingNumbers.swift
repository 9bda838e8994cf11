/// Numbers of parcels, by their carriers' formats and check digits.
///
/// A number that is digits alone and could be anything needs a carrier's name or a word such as `Tracking` before it.
enum TrackingNumbers {
    private static let hints = Set(
        words: """
            fedex ups usps dhl tracking track sendung sendungsnummer sendungsnr paket paketnummer paketnr shipment
            waybill awb parcel colis suivi certified trackingnummer smartpost shipped delivery
            """)

    /// All numbers; the value is the carrier, a space, and the number without spaces.
    static func matches(in text: NumberedText) -> [DataMatch] {
        var matches: [DataMatch] = []
        for index in 0..<text.count where !text.isWord(index - 1) && text.isWord(index) {
            if let match = lettered(text, at: index) { matches.append(match) }
        }
        for run in DigitGroups.all(in: text) {
            if let match = digits(text, run) { matches.append(match) }
        }
        return matches
    }

    /// So many capitals and digits from a place, single spaces left out; nil where the run is shorter or goes on.
    private static func code(_ text: NumberedText, at start: Int, count: Int) -> (scalars: [Unicode.Scalar], end: Int)?
    {
        var (index, scalars) = (start, [Unicode.Scalar]())
        while scalars.count < count {
            if text.isDigit(index) || text[index].value < 128 && text[index].isCapital {
                scalars.append(text[index])
            } else if !text.isSpace(index) || scalars.isEmpty || text.isSpace(index - 1) {
                return nil
            }
            index += 1
        }
        return text.isWord(index) ? nil : (scalars, index)
    }

    private static func lettered(_ text: NumberedText, at index: Int) -> DataMatch? {
        if text[index] == "1", text[index + 1] == "Z", let code = code(text, at: index, count: 18),
            CheckDigits.isUPS(code.scalars)
        {
            return match("UPS", code.scalars, index..<code.end, 0.97)
        }
        guard text[index].value < 128, text[index].isCapital, text[index + 1].isCapital else { return nil }
        if let code = code(text, at: index, count: 13), code.scalars[2..<11].allSatisfy(\.isDigit),
            code.scalars[11].isCapital, code.scalars[12].isCapital,
            Countries.areCodes(code.scalars[11], code.scalars[12]),
            CheckDigits.isS10(code.scalars[2..<11].map { Int($0.value) - 48 })
        {
            return match("S10", code.scalars, index..<code.end, 0.97)
        }
        for (prefix, count) in [("JJD", 10...20), ("JVGL", 10...20), ("GM", 14...22)] {
            let start = index + prefix.count
            guard text.string(index..<start) == prefix else { continue }
            let end = text.end(from: start, limit: count.upperBound + 1) { $0.isDigit }
            if count.contains(end - start), !text.isWord(end) {
                return match("DHL", Array(text.scalars[index..<end]), index..<end, 0.9)
            }
        }
        return nil
    }

    private static func digits(_ text: NumberedText, _ run: DigitGroups) -> DataMatch? {
        for part in run.parts(of: 10...22, in: text) {
            let isHinted = text.words(before: part.range.lowerBound, within: 48).contains { hints.contains($0) }
            guard let (carrier, confidence) = carrier(part.digits, isHinted: isHinted) else { continue }
            let scalars = text.scalars[part.range].filter(\.isDigit)
            return match(carrier, scalars, part.range, confidence)
        }
        return nil
    }

    /// Whose number it is, by length, first digits and check digit.
    private static func carrier(_ digits: [Int], isHinted: Bool) -> (String, Double)? {
        let isGS1 = CheckDigits.isGS1(digits)
        switch digits.count {
        case 22 where digits[0] == 9 && (1...5).contains(digits[1]) && isGS1: return ("USPS", 0.95)
        case 22 where digits[0] == 9 && digits[1] == 6 && CheckDigits.isGS1(Array(digits[7...])): return ("FedEx", 0.9)
        case 20 where digits.starts(with: [0, 0, 3, 4, 0]) && isGS1: return ("DHL", 0.95)
        case 20 where isHinted && digits[0] == 6 && CheckDigits.isGS1([9, 2] + digits): return ("FedEx", 0.9)
        case 20 where isHinted && (isGS1 || CheckDigits.isGS1([9, 1] + digits)): return ("USPS", 0.9)
        case 15 where isHinted && isGS1: return ("FedEx", 0.9)
        case 12 where isHinted && CheckDigits.isFedEx12(digits): return ("FedEx", 0.9)
        case 10 where isHinted && CheckDigits.isDHLExpress(digits): return ("DHL", 0.85)
        default: return nil
        }
    }

    private static func match(
        _ carrier: String, _ scalars: [Unicode.Scalar], _ range: Range<Int>, _ confidence: Double
    ) -> DataMatch {
        var number = String.UnicodeScalarView()
        number.append(contentsOf: scalars)
        return DataMatch(
            kind: .trackingNumber, range: range, value: "\(carrier) \(String(number))", confidence: confidence)
    }
}
