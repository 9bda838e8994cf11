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
    private static let fixedLengths: [String: Int] = [
        "00": 20, "01": 16, "02": 16, "03": 16, "04": 18, "11": 8, "12": 8, "13": 8, "14": 8, "15": 8, "16": 8,
        "17": 8, "18": 8, "19": 8, "20": 4, "31": 10, "32": 10, "33": 10, "34": 10, "35": 10, "36": 10, "41": 16,
    ]
}
