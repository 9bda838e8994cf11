import SystemPackage

extension OutputFormat {
    /// `json`: one file for each photo.
    public static let json = OutputFormat(name: "json", photoFile: RecordFile())
}

/// A photo's record in a file of its own: `a.jpg.json`.
public struct RecordFile: PhotoFile {
    /// The end of every record's name, by which results are found again.
    public static let end = ".json"

    /// What follows the photo's name.
    public var end: String { Self.end }

    /// The format has no settings of its own.
    public init() {}

    /// The record over several lines.
    public func bytes(of written: WrittenRecord) -> [UInt8] { Array(written.document.utf8) }

    /// Whether another record lies there, and whose.
    public func standing(at place: FilePath, for source: Record.Source) -> PlaceStanding {
        switch FormerRecord(at: place) {
        case .own(let marks): marks.isOf(source) ? .own : .otherPhoto
        case .foreign: .foreign
        case .none, .obstacle: .free
        }
    }
}
