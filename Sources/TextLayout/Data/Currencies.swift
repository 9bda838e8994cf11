/// Currencies by their signs, codes (ISO 4217) and names.
enum Currencies {
    private static let codes: Set<String> = Set(
        """
        EUR USD GBP CHF JPY CNY CAD AUD NZD SEK NOK DKK PLN CZK HUF RON BGN TRY INR BRL MXN ZAR SGD HKD KRW RUB UAH ILS AED THB
        PHP MYR IDR ISK
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
    /// Codes that are words, or names of programs: they need decimals.
    private static let words: Set<String> = ["CAD", "PHP", "TRY", "RON", "THB"]
    private static let signs: [String: String] = [
        "€": "EUR", "£": "GBP", "¥": "JPY", "￥": "JPY", "₹": "INR", "₽": "RUB", "₩": "KRW", "₺": "TRY", "₴": "UAH",
        "₪": "ILS",
        "฿": "THB", "zł": "PLN", "kč": "CZK", "us$": "USD", "ca$": "CAD", "c$": "CAD", "a$": "AUD", "au$": "AUD",
        "nz$": "NZD", "hk$": "HKD", "s$": "SGD", "r$": "BRL", "mx$": "MXN", "euro": "EUR", "euros": "EUR",
        "dollar": "USD",
        "dollars": "USD", "franken": "CHF", "fr": "CHF", "sfr": "CHF",
    ]
    private static let dollars = ["CA": "CAD", "AU": "AUD", "NZ": "NZD", "HK": "HKD", "SG": "SGD", "MX": "MXN"]
    private static let crowns = ["SE": "SEK", "NO": "NOK", "DK": "DKK", "IS": "ISK"]

    /// Whether amounts of a currency have no decimals (ISO 4217, minor unit 0).
    static func isWhole(_ code: String) -> Bool { ["JPY", "KRW", "ISK"].contains(code) }

    /// Whether a point before three digits parts decimals: `$3.459` a gallon.
    static func pointIsDecimal(_ code: String) -> Bool { ["USD", "GBP", "CAD", "AUD", "NZD", "INR"].contains(code) }

    /// The currency of a word or sign as it is printed; nil where it is none.
    static func code(of mark: String, region: String?) -> (code: String, needsDecimals: Bool)? {
        if codes.contains(mark) { return (mark, words.contains(mark)) }
        let lower = mark.lowercased()
        if lower == "$" { return (region.flatMap { dollars[$0] } ?? "USD", false) }
        if lower == "kr" { return region.flatMap { crowns[$0] }.map { ($0, false) } }
        // In small letters it is a foot.
        if mark == "Ft" { return ("HUF", false) }
        return signs[lower].map { ($0, lower == "fr" || lower == "sfr") }
    }

    /// The power of ten of a word behind an amount; a letter alone must stand right behind the number.
    static func shift(of word: String, isJoined: Bool) -> Int? {
        switch word {
        case "k", "K": isJoined ? 3 : nil
        case "m", "M": isJoined ? 6 : nil
        case "b", "B", "bn": isJoined || word == "bn" ? 9 : nil
        case "thousand", "Tsd", "tsd": 3
        case "million", "millions", "Million", "Millionen", "Mio", "mio", "mn": 6
        case "billion", "Mrd", "Milliarden", "milliards": 9
        default: nil
        }
    }
}
