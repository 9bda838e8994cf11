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
        let number = String(index + 1)
        let digits = String(repeating: "0", count: max(3 - number.count, 0)) + number
        return crops.appending("\(digits)-\(Self.plain(label)).\(isCutout ? "png" : "jpg")")
    }

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
