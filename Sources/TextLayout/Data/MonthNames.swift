/// The months' names and short forms in English, German and French.
enum MonthNames {
    private static let table: [String: Int] = {
        let rows = [
            "january jan januar jänner janvier janv", "february feb februar févr février fév fevrier fevr",
            "march mar märz mär mrz maerz mars", "april apr avril avr", "may mai", "june jun juni juin",
            "july jul juli juillet juil", "august aug août aout", "september sep sept septembre",
            "october oct oktober okt octobre", "november nov novembre",
            "december dec dezember dez décembre déc decembre",
        ]
        var table: [String: Int] = [:]
        for (index, row) in rows.enumerated() {
            for name in row.split(separator: " ") { table[String(name)] = index + 1 }
        }
        return table
    }()

    /// The month from 1, or nil; the name is in lower case.
    static func month(_ name: String) -> Int? { table[name] }

    /// Whether a name in small letters is an English word of other meaning, or a short form.
    static func isDoubtful(_ name: String) -> Bool { name == "may" || name == "march" || name.count < 4 }
}
