import Glibc
import SystemPackage
import SystemValues

/// Where everything that is written for one photo goes.
public struct OutputNames: Sendable, Hashable {
    /// The photo's record: `out/day1/a.jpg.json`.
    public let record: FilePath
    /// The picture with the findings drawn in: `out/day1/a.jpg.annotated.jpg`.
    public let annotated: FilePath
    /// The folder of the findings cut out: `out/day1/a.jpg.crops`.
    public let crops: FilePath
    /// The copy of the original, nil where none is wanted.
    public let original: FilePath?

    /// The names that go with a record whose photo no layout of today holds: an earlier run chose its place.
    public init(besideRecord record: FilePath) {
        let photo = Self.photo(ofRecord: record)
        let folder = record.removingLastComponent()
        self.init(
            record: record,
            annotated: folder.appending(raw: OutputName.file(photo, end: ".annotated.jpg")),
            crops: folder.appending(raw: OutputName.file(photo, end: ".crops")), original: nil)
    }

    init(record: FilePath, annotated: FilePath, crops: FilePath, original: FilePath?) {
        self.record = record
        self.annotated = annotated
        self.crops = crops
        self.original = original
    }

    /// The names that a key of `OutputLayout` stands for.
    public init(key: [UInt8], output: FilePath, originals: FilePath?) {
        let end = key.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        let (folders, name) = (key[..<end], Array(key[end...]))
        let folder = output.appending(raw: folders)
        record = folder.appending(raw: OutputName.file(name, end: RecordFile.end))
        annotated = folder.appending(raw: OutputName.file(name, end: ".annotated.jpg"))
        crops = folder.appending(raw: OutputName.file(name, end: ".crops"))
        original = originals?.appending(raw: key)
    }

    /// Where a file of the photo's with this end lies.
    public func file(end: String) -> FilePath {
        guard end != RecordFile.end else { return record }
        return record.removingLastComponent().appending(
            raw: OutputName.file(Self.photo(ofRecord: record), end: end))
    }

    /// Every file that may be written for the photo, but for its crops.
    var all: [FilePath] {
        OutputFormat.all.compactMap { $0.photoFile.map { file(end: $0.end) } } + [annotated]
            + [original].compactMap { $0 }
    }

    /// A photo's name by that of its record.
    static func photo(ofRecord record: FilePath) -> [UInt8] {
        let (name, end) = (record.lastComponent?.rawBytes ?? [], RecordFile.end.utf8)
        return name.suffix(end.count).elementsEqual(end) ? Array(name.dropLast(end.count)) : name
    }

    /// The picture of one finding: `001-arrow.jpg` in the folder of crops, or `001-arrow.png` of one without its ground.
    /// - Parameter index: The picture's place among those of the photo, from 0.
    public func crop(_ index: Int, label: String, isCutout: Bool = false) -> FilePath {
        let number = String(index + 1).filledUp(to: 3)
        return crops.appending("\(number)-\(Self.plain(label)).\(isCutout ? "png" : "jpg")")
    }

    /// The picture of a page after the first with its findings drawn in: `page-003.jpg` in the folder of crops.
    public func annotated(page: Int) -> FilePath { crops.appending("page-\(String(page).filledUp(to: 3)).jpg") }

    /// A label as part of a file name: letters and digits of any script, and not too many of them.
    private static func plain(_ label: String) -> String {
        let characters = label.map { $0.isLetter || $0.isNumber ? $0 : "-" }
        var name = ""
        // A label in a script of four bytes a letter stays below the limit of a name too.
        for character in characters.prefix(40) where name.utf8.count + character.utf8.count <= 160 {
            name.append(character)
        }
        return name.isEmpty ? "finding" : name
    }
}

/// The number that tells files of one name apart.
public enum OutputNumber {
    /// `a.jpg` becomes `a-2.jpg`.
    public static func added(_ number: Int, to name: [UInt8]) -> [UInt8] {
        let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        return name[..<dot] + Array("-\(number)".utf8) + name[dot...]
    }
}

extension OutputNames {
    /// The same names for a photo whose name has been given before: `a.jpg.json` becomes `a-2.jpg.json`.
    func numbered(_ number: Int) -> OutputNames {
        guard number > 1 else { return self }
        let numbered = OutputNumber.added(number, to: Self.photo(ofRecord: record))
        let folder = record.removingLastComponent()
        return OutputNames(
            record: folder.appending(raw: OutputName.file(numbered, end: RecordFile.end)),
            annotated: folder.appending(raw: OutputName.file(numbered, end: ".annotated.jpg")),
            crops: folder.appending(raw: OutputName.file(numbered, end: ".crops")), original: original)
    }
}

/// Names within the limit of the file system, distinct as long as what they are made from is.
enum OutputName {
    /// The longest name of Linux's file systems.
    static let longest = 255
    /// The ends of what is written for photos and runs, and the mark of a folder that would look like one of them.
    static let reservedEnds =
        OutputFormat.all.flatMap { [$0.photoFile?.end, $0.table?.end].compactMap { $0 } }
        + [".annotated.jpg", ".crops", folderMark]
    static let folderMark = ".folder"
    /// `~` and 32 hexadecimal digits.
    private static let hashLength = 33

    /// A photo's name with an end of ours.
    static func file(_ name: [UInt8], end: String) -> [UInt8] {
        shortened(name, room: longest - end.utf8.count) + Array(end.utf8)
    }

    /// A folder's name that no file of ours can have: `a.jpg.json` becomes `a.jpg.json.folder`.
    static func folder(_ name: [UInt8], reserved: Bool = false) -> [UInt8] {
        let isReserved = reserved || isOurs(name)
        return isReserved ? file(name, end: folderMark) : shortened(name, room: longest)
    }

    private static func isOurs(_ name: [UInt8]) -> Bool {
        reservedEnds.contains { name.suffix($0.utf8.count).elementsEqual($0.utf8) }
            || ["quiver.sqlite", AtomicFile.prefix].contains { name.starts(with: $0.utf8) }
    }

    /// The name as it is where it fits; else its beginning and a hash of the whole.
    ///
    /// A name that fits but looks as if it had been shortened is hashed too, so that it cannot meet one that was.
    static func shortened(_ name: [UInt8], room: Int) -> [UInt8] {
        guard name.count > room || looksShortened(name, room: room) else { return name }
        var beginning = name.prefix(room - hashLength)
        // Not in the middle of a character.
        if name[beginning.endIndex] & 0xC0 == 0x80 {
            while let last = beginning.popLast(), last & 0xC0 == 0x80 {}
        }
        let hash = String(hash(name), radix: 16).filledUp(to: hashLength - 1)
        return beginning + Array("~\(hash)".utf8)
    }

    private static func looksShortened(_ name: [UInt8], room: Int) -> Bool {
        guard name.count > room - 4 else { return false }
        let end = name.suffix(hashLength)
        return end.first == UInt8(ascii: "~")
            && end.dropFirst().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }

    /// FNV-1a with 128 bits: names are not secrets, and the same on every machine and in every version.
    private static func hash(_ bytes: [UInt8]) -> UInt128 {
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in bytes {
            hash ^= UInt128(byte)
            hash = hash &* 0x0000_0000_0100_0000_0000_0000_0000_013B
        }
        return hash
    }
}

/// Names for file systems that refuse what Linux's own take, such as FAT, exFAT and shares of Windows.
enum PlainName {
    /// A name in which what such a file system refuses is `%` and two hexadecimal digits.
    ///
    /// Two names never become one: a `%` that could be mistaken for such an escape is escaped too.
    static func escaped(_ name: [UInt8]) -> [UInt8] {
        let text = PercentEscape.text(of: name) { $0.value < 0x20 || $0.value == 0x7F || refused.contains($0) }
        var bytes = Array(text.utf8)
        // A dot or a blank at the end is dropped there without a word.
        if let last = bytes.last, last == UInt8(ascii: ".") || last == UInt8(ascii: " ") {
            bytes.removeLast()
            bytes += Array(PercentEscape.percent(last).utf8)
        }
        return bytes
    }

    private static let refused = Set(":*?\"<>|\\%".unicodeScalars)
}

extension AtomicFile {
    /// Whether a folder's file system refuses names that Linux's own take; false where the folder takes no file at all.
    public static func refusesNames(in folder: FilePath) -> Bool {
        guard (try? probe(folder, naming: folder)) != nil else { return false }
        let name = "\(prefix)\(getpid()):*?\"<>|\\\u{1}\(suffix)"
        do throws(FolderError) {
            try FileCalls.at(folder.appending(name)) { (root, way) throws(FolderError) in
                _ = try root.open(way, for: .updating)
                try root.remove(way)
            }
            return false
        } catch {
            return true
        }
    }
}
