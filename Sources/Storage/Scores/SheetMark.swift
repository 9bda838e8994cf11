import Scoring

/// Says that score sheets are older than the book: those of the sessions of one row, for the photos of one day.
///
/// It is set in the transaction that changes the book and removed once the sheets are written, so that what a crash leaves
/// between the two is written at the next start.
public struct SheetMark: Sendable, Hashable {
    /// The name of the row; it may be gone since.
    public var session: String
    /// The day by the camera's clock, as `2026-11-20`; empty for all photos of the row.
    public var day: String
    /// Another one for each change, so that no change is forgotten that comes while sheets are written.
    public var number: Int64

    /// A mark from its parts.
    public init(session: String, day: String, number: Int64) {
        self.session = session
        self.day = day
        self.number = number
    }
}

/// A session's place among those whose sheets lie in one folder.
public struct SheetPlace: Sendable, Hashable {
    /// The session's name.
    public var session: String
    /// The folder below the results that the photos' own results lie in; nil where a user named the session.
    public var folder: String?
    /// When its last photo was taken, by the camera's clock; nil where no photo has a time.
    public var lastCaptured: Int64?
    /// What says that its sheets are older than the book; empty where nothing does.
    public var marks: Set<SheetMark>

    /// A place from its parts.
    public init(session: String, folder: String?, lastCaptured: Int64? = nil, marks: Set<SheetMark> = []) {
        self.session = session
        self.folder = folder
        self.lastCaptured = lastCaptured
        self.marks = marks
    }
}

extension ScoreTable {
    /// See `ScoreReading`; a default implementation for stores that conform to `ScoreTable`.
    public func sheetPlaces() throws -> [SheetPlace] {
        let marks = Dictionary(grouping: try sheetMarks(), by: \.session)
        return try sessionRows().flatMap { row in
            let photos = try captures(of: row.name)
            // A photo without a time goes with the one before it, so that any other may move it to another day.
            let isTimed = photos.allSatisfy { $0.captured != nil }
            return row.divided(photos).map { session in
                let days = Set(session.all.map(\.day))
                return SheetPlace(
                    session: session.name, folder: row.folder == nil ? nil : row.name,
                    lastCaptured: session.photos.compactMap(\.captured).max(),
                    marks: Set(
                        (marks[row.name] ?? []).filter {
                            $0.day.isEmpty || !isTimed || row.folder == nil || days.contains($0.day)
                        }))
            }
        }
    }

    /// See `ScoreTransaction`; a default implementation for stores that conform to `ScoreTable`.
    public func sheetsAreWritten(for marks: some Sequence<SheetMark>) throws {
        for mark in marks { try remove(mark) }
    }

    /// Notes that the sheets of a row are older than the book, whatever days its photos are of.
    func outdateSheets(of session: String) throws { try outdateSheets(of: session, on: "") }

    /// Notes that the sheets with a photo are older than the book.
    func outdateSheets(with photo: PhotoRow) throws {
        try outdateSheets(of: photo.session, on: photo.photo.captured.map(CameraClock.day) ?? "")
    }

    private func outdateSheets(of session: String, on day: String) throws {
        // A number that no other change has.
        try write(SheetMark(session: session, day: day, number: .random(in: 1...Int64.max)))
    }
}
