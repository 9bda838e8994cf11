import Findings
import JSONTree
import Scoring
import SystemPackage
import SystemValues

extension SettingFormat where Value == String {
    /// Any text that is not empty.
    static func text(_ what: String, example: String) -> SettingFormat {
        SettingFormat(
            expected: "\(what), for example \"\(example)\"", schema: ["type": "string", "minLength": 1],
            text: { text, _ in text.isEmpty ? nil : text }, written: { $0 })
    }

    /// A class by name or by number; a number is kept as its digits.
    static var className: SettingFormat {
        SettingFormat(
            expected: "a class's name or number, for example \"arrow\" or 0",
            schema: ["type": ["string", "integer"], "minLength": 1, "minimum": 0], shape: .number,
            decode: { content, _ in
                switch content {
                case .string(let text): text.isEmpty ? nil : text
                case .integer(let number): number < 0 ? nil : String(number)
                default: nil
                }
            }, encode: { .string($0) })
    }
}

extension SettingFormat where Value == FilePath {
    /// A path, absolute once it is read.
    static var path: SettingFormat {
        SettingFormat(
            expected: "a path in quotes", schema: ["type": "string", "minLength": 1],
            text: { text, folder in
                guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
                return folder.pushing(FilePath(text)).lexicallyNormalized()
            }, written: \.string)
    }
}

extension SettingFormat where Value == QueueLocation {
    /// A path, absolute once it is read, or the address of a database, which is shown without its password.
    ///
    /// A database's folder on this host is filled in behind it, as the environment names that one.
    static var queue: SettingFormat {
        let path = SettingFormat<FilePath>.path
        let expected =
            "a path in quotes, or the address of a database, for example \"postgres://quiver@db.example/photos\""
        return SettingFormat(expected: expected, schema: path.schema, shape: path.shape) {
            (node, folder) throws(TypeMismatch) in
            guard case .string(let text) = node.content, QueueAddress.isMeant(by: text) else {
                do throws(TypeMismatch) {
                    return .file(try path.decode(node, folder))
                } catch {
                    throw TypeMismatch(node: node, expected: expected)
                }
            }
            // What was given may hold a password, so no sentence repeats it.
            if let problem = QueueAddress.problem(of: text) {
                throw TypeMismatch(node: node, expected: expected, reason: problem)
            }
            return .database(QueueAddress(connection: text), state: "")
        } encode: {
            .string($0.text)
        }
    }
}

extension SettingFormat where Value == String {
    /// The name of a folder that hosts share.
    static var rootName: SettingFormat {
        SettingFormat(
            expected: "a name of letters, digits, \"-\", \"_\" and \".\", for example \"club\"",
            schema: [
                "type": "string", "pattern": "^[A-Za-z0-9._-]+$", "minLength": 1,
                "maxLength": .integer(RootName.longest),
            ],
            text: { text, _ in RootName.isName(text) ? text : nil }, written: { $0 })
    }
}

extension SettingFormat where Value == CutoutGround {
    /// What lies behind a cutout: a word, a colour, or a picture's path, absolute once it is read.
    static var ground: SettingFormat {
        SettingFormat(
            expected: "\"transparent\", \"blur\", \"grey\", a colour such as \"#ffffff\", "
                + "or a picture's path in quotes",
            schema: ["type": "string", "minLength": 1],
            text: { text, folder in
                guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
                if let ground = CutoutGround(word: text) { return ground }
                // A colour with a slip in it is no file's name.
                guard !text.hasPrefix("#") else { return nil }
                return .picture(folder.pushing(FilePath(text)).lexicallyNormalized().string)
            }, written: \.text)
    }
}

extension SettingFormat where Value == FilePath {
    /// A path, or `-` for standard error; a file of that name is `./-`.
    static var logPath: SettingFormat {
        let plain = path
        return SettingFormat(expected: "a path in quotes, or \"-\"", schema: plain.schema, shape: plain.shape) {
            (node, folder) throws(TypeMismatch) in
            node.value == "-" ? Settings.Log.standardError : try plain.decode(node, folder)
        } encode: {
            plain.encode($0)
        }
    }
}

extension SettingFormat where Value == Bool {
    static var bool: SettingFormat {
        SettingFormat(
            expected: "true or false", schema: ["type": "boolean"], shape: .bool,
            decode: { content, _ in
                guard case .bool(let value) = content else { return nil }
                return value
            }, encode: { .bool($0) })
    }
}

extension SettingFormat where Value == Int {
    static func integer(_ range: ClosedRange<Int>, example: Int) -> SettingFormat {
        SettingFormat(
            expected: "a whole number from \(range.lowerBound) to \(range.upperBound), for example \(example)",
            schema: ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)],
            shape: .number,
            decode: { content, _ in
                guard case .integer(let value) = content, range.contains(value) else { return nil }
                return value
            }, encode: { .integer($0) })
    }
}

extension SettingFormat where Value == UInt8 {
    static func byte(example: Int) -> SettingFormat {
        let format = SettingFormat<Int>.integer(0...255, example: example)
        return format.mapped(to: { UInt8(clamping: $0) }, from: { Int($0) })
    }
}

extension SettingFormat where Value == Double {
    /// A number from 0 to 1.
    static func fraction(example: Double) -> SettingFormat { number(0...1, example: example) }

    /// A number in a range.
    static func number(_ range: ClosedRange<Double>, example: Double) -> SettingFormat {
        let (least, most) = (
            JSONValue.rounded(range.lowerBound, decimals: 6), JSONValue.rounded(range.upperBound, decimals: 6)
        )
        return SettingFormat(
            expected: "a number from \(least.line) to \(most.line), for example \(example)",
            schema: ["type": "number", "minimum": least, "maximum": most], shape: .number,
            decode: { content, _ in
                let value: Double
                switch content {
                case .integer(let whole): value = Double(whole)
                case .number(let number): value = number
                default: return nil
                }
                return range.contains(value) ? value : nil
            }, encode: { .number($0) })
    }
}

extension SettingFormat where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the enumeration's words.
    static var choice: SettingFormat {
        let words = Value.allCases.map(\.rawValue)
        let spoken = words.map { "\"\($0)\"" }
        let expected = spoken.count == 1 ? spoken[0] : "one of " + spoken.joined(separator: ", ")
        return SettingFormat(
            expected: expected, schema: ["enum": .array(words.map { .string($0) })],
            text: { text, _ in Value(rawValue: text) }, written: \.rawValue)
    }
}

extension SettingFormat where Value == FolderPattern {
    /// Folders that say the day and the archer.
    static var folderPattern: SettingFormat {
        SettingFormat(
            expected: "folders of {date}, {archer} and *, each of the first two at most once, for example "
                + "\"{date}/{archer}\"",
            schema: ["type": "string", "minLength": 1], text: { text, _ in FolderPattern(text) }, written: \.text)
    }
}

extension SettingFormat where Value == Symbology {
    /// A kind of code, by its name in settings or its written name, such as "QR Code"; one that cannot be read is refused by name.
    static var symbology: SettingFormat {
        let plain = SettingFormat.choice
        return SettingFormat(expected: plain.expected, schema: plain.schema, shape: plain.shape) {
            (node, folder) throws(TypeMismatch) in
            guard case .string(let name) = node.content else { return try plain.decode(node, folder) }
            if let symbology = Symbology.named(name) { return symbology }
            throw TypeMismatch(node: node, expected: plain.expected, reason: Symbology.refusal(of: name))
        } encode: {
            .string($0.rawValue)
        }
    }
}
