import SystemValues

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
