extension JSONParser {
    /// Those members of an object that have one of the names, and nothing of its others: for a few values out of many long texts.
    ///
    /// What is passed over is not read: its brackets and quotes must fit together, and no more is asked of it. A text in which
    /// they do not, or in which a name stands twice or with escapes, is read as a whole, so that it means what it means to
    /// ``parse(_:)``.
    public static func members(
        _ names: [String], ofObject bytes: [UInt8]
    ) throws(JSONSyntaxError) -> [JSONValue.Member] {
        let found = bytes.withUnsafeBufferPointer { bytes in
            var scan = JSONScan(bytes)
            return scan.members(names)
        }
        if let found {
            var members: [JSONValue.Member] = []
            for (name, place) in found {
                guard let node = try? parse(bytes[place]) else { break }
                members.append(.init(name, node.value))
            }
            if members.count == found.count { return members }
        }
        guard case .object(let all) = try parse(bytes).value else { return [] }
        return all.filter { member in names.contains(member.name) }
    }
}

/// Finds the places of values in a JSON text; each step is false, or nil, where the text is not as it expects it.
private struct JSONScan {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// The members of those names, by where their values stand; nil where that is not sure.
    mutating func members(_ names: [String]) -> [(name: String, place: Range<Int>)]? {
        var found: [(name: String, place: Range<Int>)] = []
        guard pass(UInt8(ascii: "{")) else { return nil }
        if !pass(UInt8(ascii: "}")) {
            repeat {
                skipSpace()
                let start = index + 1
                guard passText() else { return nil }
                let written = UnsafeBufferPointer(rebasing: bytes[start..<index - 1])
                guard !written.contains(UInt8(ascii: "\\")), pass(UInt8(ascii: ":")) else { return nil }
                skipSpace()
                let place = index
                guard passValue() else { return nil }
                guard let name = names.first(where: { $0.utf8.elementsEqual(written) }) else { continue }
                guard !found.contains(where: { $0.name == name }) else { return nil }
                found.append((name, place..<index))
            } while pass(UInt8(ascii: ","))
            guard pass(UInt8(ascii: "}")) else { return nil }
        }
        skipSpace()
        return index == bytes.count ? found : nil
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    /// Passes over a character, and the space before it, where it comes next.
    private mutating func pass(_ byte: UInt8) -> Bool {
        skipSpace()
        guard peek == byte else { return false }
        index += 1
        return true
    }

    private mutating func passText() -> Bool {
        guard peek == UInt8(ascii: "\"") else { return false }
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            index += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return true }
        }
        return false
    }

    private mutating func passValue() -> Bool {
        // One bit for each bracket that is open, 1 for that of an object.
        var (open, depth) = (UInt64(0), 0)
        repeat {
            guard let byte = peek else { return false }
            switch byte {
            case UInt8(ascii: "\""): guard passText() else { return false }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < UInt64.bitWidth else { return false }
                (open, depth) = (open << 1 | (byte == UInt8(ascii: "{") ? 1 : 0), depth + 1)
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0, open & 1 == (byte == UInt8(ascii: "}") ? 1 : 0) else { return false }
                (open, depth) = (open >> 1, depth - 1)
                index += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                guard depth > 0 else { return false }
                index += 1
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            default: passWord()
            }
        } while depth > 0
        return true
    }

    /// Passes over a number, or over `true`, `false` and `null`.
    private mutating func passWord() {
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"),
                UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09:
                return
            default: index += 1
            }
        }
    }
}
