import Scoring

/// A photo's faces and arrows as they count, where a user said something of them.
public struct CountedPhoto: Sendable, Hashable {
    /// Where its file was when it was scored.
    public var file: String
    /// Its SHA-256 in hexadecimal.
    public var content: String
    /// Manual corrections in the place of what was read; arrows that were added without a place are not among them.
    public var target: ScoredTarget
    /// Whether a user has seen everything and confirmed it.
    public var isConfirmed: Bool

    /// A photo from its parts.
    public init(file: String, content: String, target: ScoredTarget, isConfirmed: Bool) {
        self.file = file
        self.content = content
        self.target = target
        self.isConfirmed = isConfirmed
    }
}

/// Photos as they count, found by their file and its content.
public struct CountedPhotos: Sendable {
    private let photos: [[String]: CountedPhoto]

    /// Photos of a book, by default none.
    public init(_ photos: [CountedPhoto] = []) {
        self.photos = Dictionary(photos.map { ([$0.file, $0.content], $0) }) { first, _ in first }
    }

    /// As ``ScoreReading/countedPhoto(ofFile:content:)``.
    public func photo(ofFile file: String, content: String) -> CountedPhoto? { photos[[file, content]] }
}

extension ScoreTable {
    /// See `ScoreReading`; a default implementation for stores that conform to `ScoreTable`.
    public func countedPhotos() throws -> [CountedPhoto] {
        try sessionRows().flatMap { session in
            try captures(of: session.name).compactMap { try counted($0.path, by: session.counting.scoring) }
        }
    }

    /// See `ScoreReading`; a default implementation for stores that conform to `ScoreTable`.
    public func countedPhoto(ofFile file: String, content: String) throws -> CountedPhoto? {
        for path in try photos(ofFile: file) {
            guard let row = try photo(path), row.content == content,
                let scoring = try sessionRow(named: row.session)?.counting.scoring
            else { continue }
            return try counted(path, by: scoring)
        }
        return nil
    }

    /// Nil where no user said anything, and where the book cannot say any more what.
    private func counted(_ path: String, by scoring: ScoringSettings) throws -> CountedPhoto? {
        do {
            guard let row = try photo(path), let content = row.content else { return nil }
            let rows = try arrows(of: path)
            guard row.marks.isSaid || rows.contains(where: { $0.manual != nil }), !rows.contains(where: \.isDamaged)
            else { return nil }
            let arrows = rows.compactMap { $0.arrow(inPhoto: 0, of: row, by: scoring) }.filter(\.isPlaced)
            return CountedPhoto(
                file: row.photo.filePath, content: content,
                target: ScoredTarget(
                    targetDetection: TargetDetection(faces: row.faces, reason: row.faces.isEmpty ? row.trouble : nil),
                    arrows: arrows.map(\.numbered)),
                isConfirmed: row.marks.isConfirmed)
        } catch let error as ScoreBookError where error.code == .damaged {
            return nil
        }
    }
}

extension Session.Arrow {
    /// What counts, under the number that the arrow has in its photo.
    fileprivate var numbered: DetectedArrow {
        var arrow = value
        arrow.id = number
        return arrow
    }
}
