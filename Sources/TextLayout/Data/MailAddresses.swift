/// Addresses of mail: a local part, `@`, and a host with a dot.
enum MailAddresses {
    /// All addresses; the host is in lower case, the local part as it stands.
    static func matches(in text: NumberedText) -> [DataMatch] {
        var matches: [DataMatch] = []
        for at in 0..<text.count where text[at] == "@" {
            if let match = match(in: text, at: at) { matches.append(match) }
        }
        return matches
    }

    private static func match(in text: NumberedText, at sign: Int) -> DataMatch? {
        // RFC 5321, 4.5.3.1: at most 64 before the sign, 255 behind it.
        var start = text.start(before: sign, limit: 65) {
            $0.isLetter || $0.isDigit || "._%+-'".unicodeScalars.contains($0)
        }
        while start < sign, !text.isWord(start) { start += 1 }
        var end = text.end(from: sign + 1, limit: 255) { $0.isLetter || $0.isDigit || $0 == "." || $0 == "-" }
        while end > sign + 1, !text.isWord(end - 1) { end -= 1 }
        guard start < sign, sign - start <= 64, text[sign - 1] != "." else { return nil }
        let labels = text.string(sign + 1..<end).split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty }), let last = labels.last,
            last.count >= 2, last.unicodeScalars.allSatisfy(\.isLetter),
            !HostNames.isFileEnding(last.lowercased())
        else { return nil }
        // A colon with more behind it: the path of a copy over ssh.
        if text[end] == ":", text.isWord(end + 1) { return nil }
        if text[end] == "@" { return nil }
        let value = text.string(start..<sign + 1) + text.string(sign + 1..<end).lowercased()
        return DataMatch(kind: .email, range: start..<end, value: value, confidence: 0.98)
    }
}
