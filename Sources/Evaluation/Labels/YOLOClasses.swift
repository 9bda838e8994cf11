/// What `data.yaml` says of a data set's labels.
public struct YOLOClasses: Sendable, Hashable {
    /// The names of the classes by their numbers.
    public var names: [Int: String] = [:]
    /// How many numbers each keypoint has; nil for labels without keypoints.
    public var keypointNumbers: Int?

    private static let mostClasses = 100_000

    /// Reads the lists of the file: as a block or in brackets, with numbers in front or without.
    ///
    /// It is no reader of all YAML: what it does not know it passes over.
    public init(yaml text: String) throws(GivenError) {
        var isNames = false
        for line in text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline) {
            let isInner = line.first == " " || line.first == "\t" || line.first == "-"
            let words = line.drop { $0 == " " || $0 == "\t" }
            if words.first == "#" { continue }
            if !isInner { isNames = false }
            if !isInner, let value = Self.value(of: "names", in: words) {
                isNames = true
                try readFlow(value)
            } else if !isInner, let value = Self.value(of: "kpt_shape", in: words) {
                let numbers = Self.items(value).compactMap { Int($0) }
                keypointNumbers = numbers.count > 1 && (2...3).contains(numbers[1]) ? numbers[1] : nil
            } else if isInner, isNames {
                try readItem(words)
            }
        }
    }

    private static func value(of key: String, in line: Substring) -> Substring? {
        guard line.hasPrefix(key) else { return nil }
        let rest = line.dropFirst(key.count).drop { $0 == " " }
        return rest.first == ":" ? rest.dropFirst().drop { $0 == " " } : nil
    }

    private mutating func readItem(_ words: Substring) throws(GivenError) {
        if words.first == "-" {
            try note(names.count, Self.scalar(words.dropFirst()))
        } else if let colon = words.firstIndex(of: ":"), let number = Int(Self.scalar(words[..<colon])) {
            try note(number, Self.scalar(words[words.index(after: colon)...]))
        }
    }

    /// `[cat, dog]` and `{0: cat, 1: dog}` on one line.
    private mutating func readFlow(_ value: Substring) throws(GivenError) {
        for item in Self.items(value) {
            if value.first == "{", let colon = item.firstIndex(of: ":"), let number = Int(Self.scalar(item[..<colon])) {
                try note(number, Self.scalar(item[item.index(after: colon)...]))
            } else if value.first == "[" {
                try note(names.count, Self.scalar(item))
            }
        }
    }

    private mutating func note(_ number: Int, _ name: String) throws(GivenError) {
        guard names.count < Self.mostClasses else { throw GivenError("more than \(Self.mostClasses) classes") }
        guard name.utf8.count <= GivenLabel.longestLabel else {
            throw GivenError("the name of the class \(number) has more than \(GivenLabel.longestLabel) bytes")
        }
        names[number] = name
    }

    /// The parts between commas of a list in brackets, those in quotes left whole.
    private static func items(_ value: Substring) -> [Substring] {
        guard value.first == "[" || value.first == "{" else { return [] }
        var (items, start, quote): ([Substring], Substring.Index, Character?) = (
            [], value.index(after: value.startIndex), nil
        )
        var place = start
        while place < value.endIndex {
            let letter = value[place]
            if let open = quote {
                if letter == "\\", open == "\"" {
                    place = value.index(after: place)
                    if place == value.endIndex { break }
                } else if letter == open {
                    quote = nil
                }
            } else if letter == "\"" || letter == "'" {
                quote = letter
            } else if letter == "," || letter == "]" || letter == "}" {
                items.append(value[start..<place])
                start = value.index(after: place)
                if letter != "," { break }
            }
            place = value.index(after: place)
        }
        return items.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    }

    /// A scalar in double quotes, in single ones or in none.
    private static func scalar(_ text: Substring) -> String {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" || last == "\r" { text = text.dropLast() }
        if text.first == "'" {
            let inner = text.dropFirst()
            let end = inner.lastIndex(of: "'") ?? inner.endIndex
            return String(inner[..<end]).replacing("''", with: "'")
        }
        guard text.first == "\"" else {
            return text.firstRange(of: " #").map { scalar(text[..<$0.lowerBound]) } ?? String(text)
        }
        return unescaped(text.dropFirst())
    }

    private static func unescaped(_ text: Substring) -> String {
        var (plain, rest) = (String.UnicodeScalarView(), text.unicodeScalars[...])
        let simple: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "t": "\t", "r": "\r", "0": "\0"]
        while let scalar = rest.popFirst(), scalar != "\"" {
            guard scalar == "\\", let next = rest.popFirst() else {
                plain.append(scalar)
                continue
            }
            let digits = ["x": 2, "u": 4, "U": 8][next]
            if let digits, let value = UInt32(String(rest.prefix(digits)), radix: 16), let code = Unicode.Scalar(value)
            {
                plain.append(code)
                rest = rest.dropFirst(digits)
            } else {
                plain.append(simple[next] ?? next)
            }
        }
        return String(plain)
    }
}
