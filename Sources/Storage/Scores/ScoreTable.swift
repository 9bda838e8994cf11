import Findings
import Foundation
import Scoring

/// Rows of the score book and how to find them: a store that has these gets the verbs from the rules in this module.
///
/// All calls happen inside one transaction of the store. What one photo needs is found by its path: nothing here reads a
/// whole session for it.
public protocol ScoreTable: ScoreTransaction {
    /// All sessions' rows, in any order.
    func sessionRows() throws -> [SessionRow]

    /// The row of a name; nil where there is none.
    func sessionRow(named name: String) throws -> SessionRow?

    /// The row of a folder of photos; nil where there is none.
    func sessionRow(ofFolder folder: String) throws -> SessionRow?

    /// Writes a row; one of the same name is replaced.
    func write(_ session: SessionRow) throws

    /// Removes a session's row if no photo is in it.
    func removeIfEmpty(session name: String) throws

    /// The photos of a session, in any order.
    func captures(of session: String) throws -> [CapturedPhoto]

    /// What is known of a photo; nil where it is not in the book.
    func photo(_ path: String) throws -> PhotoRow?

    /// The photos that were scored under a file's path, by their names in the book, in any order.
    func photos(ofFile file: String) throws -> [String]

    /// Writes what is known of a photo, whose session has a row.
    func write(_ photo: PhotoRow) throws

    /// The arrows of a photo, by number.
    func arrows(of photo: String) throws -> [ArrowRow]

    /// Writes all arrows of a photo that is in the book; numbers that are not among them are no longer its arrows.
    func write(_ arrows: [ArrowRow], of photo: String) throws

    /// Removes a photo with its arrows.
    func remove(photo: String) throws

    /// The paths of photos with an arrow that a user spoke of, in any order.
    func correctedPhotos() throws -> [String]

    /// Photos that were replaced under their paths, with their manual corrections: of one content, or all of them.
    func parkedPhotos(content: String?) throws -> [ParkedPhoto]

    /// Keeps a photo apart; one of the same path and content is replaced.
    func write(_ parked: ParkedPhoto) throws

    /// Removes a photo that was kept apart.
    func remove(_ parked: ParkedPhoto) throws

    /// Writes a mark; one of the same row and day is replaced.
    func write(_ mark: SheetMark) throws

    /// Removes a mark, unless another one has taken its place since.
    func remove(_ mark: SheetMark) throws
}

/// A session's row: its photos are divided into days, rounds and ends when it is read.
public struct SessionRow: Sendable, Hashable {
    /// No other row has it.
    public var name: String
    /// The folder of its photos; nil where a user named the session.
    public var folder: String?
    /// How the session is counted and divided.
    public var counting: Counting
    /// What a user said of it as a whole.
    public var details: SessionDetails

    /// A row from its parts.
    public init(name: String, folder: String?, counting: Counting, details: SessionDetails = SessionDetails()) {
        self.name = name
        self.folder = folder
        self.counting = counting
        self.details = details
    }
}

/// A photo in the book.
public struct PhotoRow: Sendable, Hashable, Codable {
    /// The name of its session's row.
    public var session: String
    /// The photo, with the faces that were found on it.
    public var photo: Session.Photo
    /// Why there is no score; nil where there is one.
    public var trouble: String?
    /// The photo's SHA-256; nil where it was never noted.
    public var content: String?
    /// What keeps its end in the book when another photo has its file's name.
    public var keeping: Keeping
    /// The manual marks of it beside its arrows.
    public var marks: ReviewMarks

    /// A row from its parts.
    public init(
        session: String, photo: Session.Photo, trouble: String?, content: String? = nil, keeping: Keeping = .result,
        marks: ReviewMarks = ReviewMarks()
    ) {
        self.keeping = keeping
        self.marks = marks
        self.session = session
        self.photo = photo
        self.trouble = trouble
        self.content = content
    }

    private enum CodingKeys: CodingKey {
        case session, photo, trouble, content, keeping, marks
    }

    /// Reads a row; former books have no content, and say by its trouble alone whether a photo has a result.
    public init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: CodingKeys.self)
        session = try stored.decode(String.self, forKey: .session)
        photo = try stored.decode(Session.Photo.self, forKey: .photo)
        trouble = try stored.decodeIfPresent(String.self, forKey: .trouble)
        content = try stored.decodeIfPresent(String.self, forKey: .content)
        keeping =
            try stored.decodeIfPresent(Keeping.self, forKey: .keeping) ?? (trouble == nil ? .result : .nothing)
        marks = try stored.decodeIfPresent(ReviewMarks.self, forKey: .marks) ?? ReviewMarks()
    }
}

/// An arrow in the book: what the model read last, and the manual correction; one of the two is there.
public struct ArrowRow: Sendable, Hashable, Codable {
    /// From 1 within its photo.
    public var number: Int
    /// What the model read last; nil where it saw no arrow.
    public var model: DetectedArrow?
    /// The manual correction; nil where there is none.
    public var manual: Correction.Value?
    /// Who shot it, where a user said so; nil where none did.
    public var archer: String?
    /// Whether the model's answer lies in the book and cannot be read.
    public var isDamaged: Bool

    /// A row from its parts.
    public init(
        number: Int, model: DetectedArrow?, manual: Correction.Value?, archer: String? = nil, isDamaged: Bool = false
    ) {
        self.archer = archer
        self.number = number
        self.model = model
        self.manual = manual
        self.isDamaged = isDamaged
    }

    private enum CodingKeys: String, CodingKey {
        case number, model, archer
        // The key that books of earlier versions have.
        case manual = "word"
    }

    /// Reads a row.
    public init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            number: try stored.decode(Int.self, forKey: .number),
            model: try stored.decodeIfPresent(DetectedArrow.self, forKey: .model),
            manual: try stored.decodeIfPresent(Correction.Value.self, forKey: .manual),
            archer: try stored.decodeIfPresent(String.self, forKey: .archer))
    }
}

/// A photo that another one replaced under its path, with its manual corrections.
public struct ParkedPhoto: Sendable, Hashable, Codable {
    /// The path that the photo had.
    public var path: String
    /// Its SHA-256; empty where it was never noted.
    public var content: String
    /// The row's name of the session that it was in.
    public var session: String
    /// The faces that were found on it.
    public var faces: [TargetDetection.Face]
    /// Its arrows, by number.
    public var arrows: [ArrowRow]
    /// The manual marks of it beside its arrows; nil in books of earlier versions.
    public var marks: ReviewMarks?

    /// The arrows that a user spoke of.
    var corrected: [ArrowRow] { arrows.filter { $0.manual != nil } }
}

extension PhotoRow {
    /// The photo's faces as they count: a user's in the place of those that were found.
    var faces: [TargetDetection.Face] {
        marks.faces.reduce(into: photo.faces) { faces, corrected in
            guard let face = TargetDetection.Face(corrected) else { return }
            if faces.indices.contains(corrected.index) {
                faces[corrected.index] = face
            } else if corrected.index == faces.count {
                faces.append(face)
            }
        }
    }

    /// An arrow as it counts on the photo's faces: the same pixel, on a face that a user may have moved.
    func rescored(_ arrow: DetectedArrow, by settings: ScoringSettings) -> DetectedArrow {
        let faces = faces
        guard let index = arrow.face, marks.faces.contains(where: { $0.index == index }),
            faces.indices.contains(index), var arrow = arrow.moved(onto: faces[index], by: settings)
        else { return arrow }
        // What was in doubt was where the face lies, which is said now.
        arrow.reviewReasons.removeAll { $0 == .poorRegistration || $0 == .otherFace }
        arrow.needsReview = !arrow.reviewReasons.isEmpty
        return arrow
    }
}

extension TargetDetection.Face {
    /// A face where a user put it; nil where its map leads nowhere.
    fileprivate init?(_ corrected: PhotoReview.Face) {
        guard let inverse = corrected.homography.inverse, let outline = Ellipse(ofUnitCircleUnder: inverse) else {
            return nil
        }
        self.init(
            type: corrected.type, sizeAssumed: false, center: inverse.map(Point(x: 0, y: 0)),
            homography: corrected.homography, outline: outline, residual: 0, confidence: 1)
    }
}
