/// Web addresses: with a scheme, with `www.`, or a host's name alone.
enum WebAddresses {
    private static let schemes: Set<String> = ["http", "https", "ftp", "ftps"]
    private static let hints = Set(
        words: """
            visit web website site online url internet http https www besuchen homepage link
            """)
    /// Longer addresses are cut here.
    private static let longest = 2048

    /// All addresses, the host in lower case; one without a scheme gets `https`.
    static func matches(in text: NumberedText) -> [DataMatch] {
        var matches: [DataMatch] = []
        var index = 0
        while index < text.count {
            guard isPart(text[index]) else {
                index += 1
                continue
            }
            let end = text.end(from: index, limit: text.count) { isPart($0) }
            read(text, index..<end, into: &matches)
            index = end
        }
        return matches
    }

    /// Reads one run without a space.
    private static func read(_ text: NumberedText, _ run: Range<Int>, into matches: inout [DataMatch]) {
        var index = run.lowerBound
        var wasRead = false
        while index + 2 < run.upperBound {
            if text[index] == ":", text[index + 1] == "/", text[index + 2] == "/",
                let match = absolute(text, colon: index, within: run)
            {
                matches.append(match)
                (index, wasRead) = (match.range.upperBound, true)
            } else {
                index += 1
            }
        }
        guard !wasRead, run.count <= 300 else { return }
        var start = run.lowerBound
        for index in run where !text.isWord(index - 1) && isWWW(text, index) {
            start = index
            break
        }
        while start < run.upperBound, !text.isWord(start) { start += 1 }
        if let match = bare(text, start..<trimmed(text, start..<run.upperBound)) { matches.append(match) }
    }

    private static func isWWW(_ text: NumberedText, _ index: Int) -> Bool {
        (0..<3).allSatisfy { text[index + $0].value | 32 == 119 } && text[index + 3] == "."
    }

    private static func absolute(_ text: NumberedText, colon: Int, within run: Range<Int>) -> DataMatch? {
        let start = text.start(before: colon, limit: 6) { $0.isLetter }
        let scheme = text.string(start..<colon).lowercased()
        guard schemes.contains(scheme) else { return nil }
        let end = trimmed(text, start..<min(run.upperBound, start + longest))
        guard end > colon + 3 else { return nil }
        let (host, rest) = parts(text.string(colon + 3..<end))
        let name = host.split(separator: ":").first.map(String.init) ?? ""
        guard name.contains(".") || name.lowercased() == "localhost" || name.hasPrefix("["),
            name.unicodeScalars.first.map({ $0.isLetter || $0.isDigit || $0 == "[" }) == true
        else { return nil }
        return DataMatch(
            kind: .url, range: start..<end, value: "\(scheme)://\(host.lowercased())\(rest)", confidence: 0.98)
    }

    private static func bare(_ text: NumberedText, _ range: Range<Int>) -> DataMatch? {
        guard range.count >= 4 else { return nil }
        let whole = text.string(range)
        guard !whole.contains("@") else { return nil }
        let (host, rest) = parts(whole)
        let pieces = host.split(separator: ":", omittingEmptySubsequences: false)
        guard pieces.count <= 2, let name = pieces.first, pieces.count == 1 || pieces[1].allSatisfy(\.isNumber) else {
            return nil
        }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let last = labels.last,
            labels.allSatisfy({ isLabel($0) }), last.unicodeScalars.allSatisfy(\.isLetter)
        else { return nil }
        let lower = name.lowercased()
        let isNamed = labels.count > 2 && labels[0].lowercased() == "www"
        let hasPath = rest.count > 1 && rest.hasPrefix("/") && pieces.count == 1
        let isHinted = isNamed || text.words(before: range.lowerBound).contains { hints.contains($0) }
        guard isNamed || isPlainCase(name, last), !HostNames.isProduct(lower) else { return nil }
        let proof = HostNames.proof(last.lowercased())
        let isEnough =
            switch proof {
            case .none: isNamed
            case .fileLike: hasPath || isHinted
            case .wordLike: hasPath || isHinted || labels.count > 2 || labels[0].count >= 6
            case .strong: labels[labels.count - 2].count >= 2 || hasPath
            }
        guard isEnough else { return nil }
        return DataMatch(
            kind: .url, range: range, value: "https://\(host.lowercased())\(rest)",
            confidence: isNamed ? 0.97 : proof == .strong ? 0.9 : 0.75)
    }

    /// Host with port, and the rest from the slash on, at least a slash.
    private static func parts(_ address: String) -> (host: String, rest: String) {
        let end = address.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? address.endIndex
        let rest = String(address[end...])
        return (String(address[..<end]), rest.hasPrefix("/") ? rest : "/" + rest)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        guard let first = label.unicodeScalars.first, let last = label.unicodeScalars.last, label.count <= 63 else {
            return false
        }
        return first != "-" && last != "-"
            && label.unicodeScalars.allSatisfy { $0.isLetter || $0.isDigit || $0 == "-" }
    }

    /// Hosts are printed in small letters, in capitals throughout, or with one capital in front of a common ending.
    private static func isPlainCase(_ name: Substring, _ last: Substring) -> Bool {
        let capitals = name.unicodeScalars.filter(\.isCapital).count
        let letters = name.unicodeScalars.filter(\.isLetter).count
        if capitals == 0 { return true }
        let isCommon = ["com", "org", "net", "de", "eu"].contains(last.lowercased())
        return isCommon && (capitals == letters && letters > 6 || last == last.lowercased()[...])
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isPlainSpace && scalar.value > 32 && !"<>\"{}|\\^`“”„«»•".unicodeScalars.contains(scalar)
    }

    /// Where an address ends: without the sentence's marks, and without a bracket that opened before it.
    private static func trimmed(_ text: NumberedText, _ range: Range<Int>) -> Int {
        var end = range.upperBound
        var open = 0
        for index in range where text[index] == "(" || text[index] == ")" { open += text[index] == "(" ? 1 : -1 }
        while end > range.lowerBound {
            let last = text[end - 1]
            if last == ")", open < 0 {
                open += 1
            } else if !".,;:!?'’*…".unicodeScalars.contains(last), last != "]" {
                break
            }
            end -= 1
        }
        return end
    }
}

/// How far the end of a name proves that it is a host's.
///
/// The names are a choice from IANA's list of top-level domains: those that are common on paper.
enum HostNames {
    /// How much a last label proves.
    enum Proof {
        /// No host ends so.
        case none
        /// A host ends so, and so do files of programs: more is needed.
        case fileLike
        /// A host ends so, and a sentence may too.
        case wordLike
        /// Hardly anything but a host ends so.
        case strong
    }

    private static let strong = Set(
        words: """
            com org net edu gov mil info biz shop online store site tech cloud dev app xyz blog museum eu de fr ch at uk
            nl es pl cz dk se fi pt ie gr hu ro bg hr si sk lt lv ee lu ca au nz jp cn kr br mx ru ua tr za il ae sg hk
            tw io co tv li
            """)
    private static let wordLike = Set(
        words: "it be no us is to me my am do id la ly gg fm name world live work page link news")
    private static let fileLike = Set(words: "md rs py sh pl in cc zip mov ps so ai tf st pm gd mk")
    private static let fileEndings = Set(
        words: """
            png jpg jpeg gif svg webp bmp tif tiff heic pdf txt csv tsv doc docx xls xlsx ppt pptx odt html htm xml json
            yaml yml js ts jsx tsx css swift java kt exe dll dmg iso tar gz bz rar mp mp3 mp4 wav avi plist log ini cfg
            conf bak tmp py rs md
            """)
    /// Products of which a name looks like a host.
    private static let products = Set(words: "asp.net vb.net ado.net paint.net ml.net socket.io")

    /// Whether files end so, in lower case.
    static func isFileEnding(_ label: String) -> Bool { fileEndings.contains(label) }

    /// What a host's last label proves; the label is in lower case.
    static func proof(_ label: String) -> Proof {
        if strong.contains(label) { return .strong }
        if wordLike.contains(label) { return .wordLike }
        return fileLike.contains(label) ? .fileLike : .none
    }

    /// Whether a name in lower case is that of a product.
    static func isProduct(_ host: String) -> Bool { products.contains(host) }
}

/// E-mail addresses: a local part, `@`, and a host with a dot.
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
