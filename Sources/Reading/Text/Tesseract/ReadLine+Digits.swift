extension ReadLine {
    /// The line with part numbers and amounts as a table has them: an `l` between digits is a one.
    ///
    /// Print makes the two alike, and a language model prefers the letter.
    var withDigits: ReadLine {
        var line = self
        for index in words.indices { line.words[index].text = Self.withDigits(words[index].text) }
        return line
    }

    /// Only in words that have a digit, and at most one capital before it.
    static func withDigits(_ word: String) -> String {
        let rest = word.first?.isUppercase == true ? word.dropFirst() : word[...]
        let isNumber = rest.contains(where: \.isNumber) && rest.allSatisfy { $0.isNumber || "l.,-+".contains($0) }
        return isNumber ? String(word.prefix(word.count - rest.count)) + rest.replacing("l", with: "1") : word
    }
}
