import SystemPackage

/// A photo on its way into tables.
public struct TableRow: Sendable {
    /// The photo's record.
    public let record: Record
    /// The path of the record's own file below the folder of results, which is there only in the format `json`.
    public let place: [UInt8]
    /// False for an earlier photo whose name another one has now.
    public let isCurrent: Bool
    /// Where the photo lies on this host.
    public let photo: FilePath
    /// The part of a data set that the photo goes into; nil where none is divided.
    public var part: SplitPart?
    /// Whether its findings, as they are here, were accepted in review.
    public var isReviewed = false
    /// A JPEG that goes into data sets in the photo's place; nil where that is the photo itself.
    var blurred: [UInt8]?
    /// Whether it was seen before that the photo is a picture, so that its file is not opened again for that.
    var isSeen = false
    private let stored: [UInt8]?

    /// - Parameters:
    ///   - stored: The record on one line, where the caller has that already.
    ///   - photo: Where the photo lies on this host; nil where that is what its record says.
    public init(
        _ record: Record, place: [UInt8] = [], isCurrent: Bool = true, stored: [UInt8]? = nil, photo: FilePath? = nil
    ) {
        self.record = record
        self.place = place
        self.isCurrent = isCurrent
        self.stored = stored
        self.photo = photo ?? record.source.movedToPath ?? record.source.filePath
    }

    /// The record on one line, without its line end.
    public var line: [UInt8] { stored ?? Array(record.line.utf8) }
}

/// A table of all photos of a run, written photo by photo and never held in memory.
///
/// A file keeps what it held until `finish`; one that is dropped before that leaves nothing behind.
public protocol RecordTable: AnyObject {
    /// Adds a photo.
    func append(_ row: TableRow) throws(ResultsError)
    /// Puts the whole table into its place.
    func finish() throws(ResultsError)
}

/// A table that takes more photos after it was finished; others are written whole again.
public protocol GrowingTable: RecordTable {
    /// The finished table as it was left; nil before it is finished, and where a table grows during its own run only.
    var grown: GrownFile? { get }
    /// Adds photos to the finished table; they are on the disk when this returns.
    ///
    /// - Returns: False where the table is not as it was left, so that it has to be written whole.
    func add(_ rows: [TableRow]) throws(ResultsError) -> Bool
}

extension GrowingTable {
    /// Most tables are more than one file.
    public var grown: GrownFile? { nil }
}
