/// What stands in front of a list's item.
struct ListMarker: Hashable {
    /// What kind of marker it is; items of one list have the same.
    enum Kind: Hashable {
        /// A bullet or a dash.
        case bullet
        /// What engines read for a bullet they do not know: it needs company.
        case doubtful(String)
        /// A number, and what follows it: `.` or `)`.
        case number(Character)
        /// A letter, and what follows it.
        case letter(Character)
    }

    /// Its kind.
    var kind: Kind
    /// The number, or the letter's place from 1.
    var value: Int
    /// As it was read.
    var text: String

    /// The marker that a word is; nil where it is none.
    init?(_ word: String) {
        text = word
        value = 0
        if ["•", "‣", "◦", "▪", "●", "○", "■", "□", "–", "—", "-", "*", "·", "►", "➢", "✓", "☐", "∙"].contains(word) {
            kind = .bullet
        } else if ["e", "o", "¢", "«", "»", "©", "°", "®", "+", "~", "=", "O", "@"].contains(word) {
            kind = .doubtful(word)
        } else {
            var body = Substring(word)
            guard let end = body.popLast(), end == "." || end == ")" else { return nil }
            if body.first == "(", end == ")" { body.removeFirst() }
            if body.utf8.count <= 3, !body.isEmpty, body.utf8.allSatisfy({ (48...57).contains($0) }),
                let number = Int(body)
            {
                (kind, value) = (.number(end), number)
            } else if body.utf8.count == 1, let letter = body.lowercased().utf8.first, (97...122).contains(letter) {
                (kind, value) = (.letter(end), Int(letter) - 96)
            } else {
                return nil
            }
        }
    }

    /// Whether it counts.
    var isNumber: Bool {
        switch kind {
        case .bullet, .doubtful: false
        case .number, .letter: true
        }
    }

    /// Whether an item with this marker can follow one with another: the same kind, and the next number.
    func follows(_ other: ListMarker) -> Bool {
        kind == other.kind && (!isNumber || value > other.value && value - other.value <= 2)
    }
}
