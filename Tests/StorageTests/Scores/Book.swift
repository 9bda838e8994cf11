import Findings
import Scoring
import Storage
import StorageSQLite
import StorageTesting
import TestSupport

/// Every kind of score book: what holds for one must hold for all.
enum BookKind: CaseIterable, Sendable {
    case memory, sqlite
}

/// An empty score book and short words for what happens to it.
///
/// Faces have 500 pixels a radius; the first one's centre is at 600, 600.
final class Book {
    private let queue: any QueueStore
    private let folder: TemporaryFolder

    init(_ kind: BookKind) throws {
        folder = try TemporaryFolder()
        switch kind {
        case .memory: queue = MemoryQueueStore()
        case .sqlite: queue = try Self.queue(path: folder["queue.sqlite"].path)
        }
    }

    /// The SQLite queue that holds a book.
    static func queue(path: String) throws -> SQLiteQueueStore {
        try SQLiteQueueStore(path: path, owner: Owner(host: "here", boot: "b", pid: 1, started: 2), at: 0)
    }

    /// The book's part of one transaction.
    func transaction<T>(_ body: (any ScoreTransaction) throws -> T) throws -> T {
        try queue.transaction { try body($0.scores) }
    }

    func store(_ readings: PhotoReading...) throws {
        for reading in readings { _ = try transaction { try $0.store(reading) } }
    }

    @discardableResult
    func correct(_ photo: String, _ arrow: Int?, _ value: Correction.Value, adds: Bool = false) throws -> Int {
        try result(photo, arrow, value, adds: adds).arrow
    }

    func result(
        _ photo: String, _ arrow: Int?, _ value: Correction.Value, adds: Bool = false
    ) throws -> CorrectionResult {
        try transaction { try $0.correct(Correction(photo: photo, arrow: arrow, value: value, adds: adds)) }
    }

    @discardableResult
    func withdraw(_ photo: String, _ arrow: Int) throws -> CorrectionResult {
        try transaction { try $0.withdraw(photo: photo, arrow: arrow) }
    }

    func corrections() throws -> [StoredCorrection] { try transaction { try $0.corrections() } }

    func names() throws -> [String] { try transaction { try $0.sessions() }.map(\.name) }

    func forget(_ photo: String) throws {
        try transaction { try $0.forget(photo: photo) }
    }

    func session(_ name: String = "day") throws -> Session? {
        try transaction { try $0.session(named: name) }
    }

    func ends(_ name: String = "day") throws -> [Session.End] {
        try session(name)?.rounds.flatMap(\.ends) ?? []
    }

    /// The marks of each end's arrows by number, as in `1:X 2:9`.
    func marks(_ name: String = "day") throws -> [String] {
        try ends(name).map { end in
            end.arrows.map { "\($0.number):\($0.value.mark)" }.joined(separator: " ")
        }
    }
}

/// What was read from photos.
enum Readings {
    static let center = Point(x: 600, y: 600)

    /// A face of 500 pixels a radius.
    static func face(_ type: FaceType = .wa122, at center: Point = center) -> TargetDetection.Face {
        let edge = 500 * type.outlineRadius
        return TargetDetection.Face(
            type: type, sizeAssumed: false, center: center,
            homography: Homography(rows: [1, 0, -center.x, 0, 1, -center.y, 0, 0, 500]),
            outline: Ellipse(cx: center.x, cy: center.y, a: edge, b: edge, angleDeg: 0), residual: 0.02, confidence: 0.9
        )
    }

    /// An arrow to the right of the centre, in radii; its score is what the rings say.
    static func arrow(
        _ x: Double, _ y: Double = 0, reasons: [ReviewReason] = [], face: Int = 0,
        of faces: [TargetDetection.Face]? = nil
    ) -> DetectedArrow {
        let center = faces?[face].center ?? center
        let tip = center + Point(x: x, y: y) * 500
        let score = ArrowScorer(face: .wa122, system: .olympic).score(at: Point(x: x, y: y))
        return DetectedArrow(
            id: 1, face: face, normalizedX: x, normalizedY: y, pixelX: tip.x, pixelY: tip.y,
            distanceFromCenter: score.distanceFromCenter, clockPositionDeg: score.clockPositionDeg, confidence: 0.9,
            boundingBox: Box(x: tip.x, y: tip.y, width: 90, height: 120), kind: .arrow, nock: nil, score: score.score,
            isX: score.isX, distanceMm: score.distanceMm, distanceToLine: score.distanceToLine,
            reviewReasons: reasons, source: .model)
    }

    static func photo(
        _ path: String, _ arrows: [DetectedArrow], at time: Int64? = nil, session: String? = nil,
        folder: String? = nil, content: String? = nil, faces: [TargetDetection.Face]? = nil, trouble: String? = nil,
        arrowsPerEnd: Int? = nil,
        layout: SessionLayout = SessionLayout()
    ) -> PhotoReading {
        PhotoReading(
            session: session ?? Session.name(ofPhoto: path), folder: folder,
            photo: Session.Photo(
                path: path, captured: time, annotated: nil, width: 1200, height: 1200,
                faces: trouble == nil ? faces ?? [face()] : []),
            content: content, arrows: arrows, trouble: trouble,
            counting: Counting(scoring: ScoringSettings(arrowsPerEnd: arrowsPerEnd), layout: layout))
    }
}
