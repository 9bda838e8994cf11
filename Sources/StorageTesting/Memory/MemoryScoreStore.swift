import Scoring
import Storage
import Synchronization

/// A score book that lives as long as the process: for tests, and for a command that only prints.
public final class MemoryScoreStore: ScoreStore {
    private let rows = Mutex(MemoryScores())

    /// An empty book.
    public init() {}

    /// Runs `body` as one transaction.
    public func transaction<T>(_ body: (any ScoreTransaction) throws -> T) throws -> T {
        try rows.withLock { rows in
            let open = OpenScores(rows)
            let answer = try body(open)
            rows = open.rows
            return answer
        }
    }
}

/// Everything the book holds: a value, so that a transaction is undone by forgetting it.
private struct MemoryScores: Sendable {
    var sessions: [String: SessionRow] = [:]
    var photos: [String: PhotoRow] = [:]
    var arrows: [String: [ArrowRow]] = [:]
    var parked: [ParkedPhoto] = []
}

/// The rows while a transaction runs.
private final class OpenScores: ScoreTable {
    var rows: MemoryScores

    init(_ rows: MemoryScores) {
        self.rows = rows
    }

    func sessionRows() -> [SessionRow] { Array(rows.sessions.values) }

    func sessionRow(named name: String) -> SessionRow? { rows.sessions[name] }

    func sessionRow(ofFolder folder: String) -> SessionRow? { rows.sessions.values.first { $0.folder == folder } }

    func write(_ session: SessionRow) { rows.sessions[session.name] = session }

    func removeIfEmpty(session name: String) {
        if !rows.photos.values.contains(where: { $0.session == name }) { rows.sessions[name] = nil }
    }

    func captures(of session: String) -> [CapturedPhoto] {
        rows.photos.values.filter { $0.session == session }.map {
            CapturedPhoto(path: $0.photo.path, captured: $0.photo.captured, isSkipped: $0.marks.isSkipped)
        }
    }

    func photo(_ path: String) -> PhotoRow? { rows.photos[path] }

    func photos(ofFile file: String) -> [String] {
        rows.photos.values.filter { $0.photo.filePath == file }.map(\.photo.path)
    }

    func write(_ photo: PhotoRow) { rows.photos[photo.photo.path] = photo }

    func arrows(of photo: String) -> [ArrowRow] { rows.arrows[photo] ?? [] }

    func write(_ arrows: [ArrowRow], of photo: String) {
        rows.arrows[photo] = arrows.sorted { $0.number < $1.number }
    }

    func remove(photo: String) {
        rows.photos[photo] = nil
        rows.arrows[photo] = nil
    }

    func correctedPhotos() -> [String] {
        rows.arrows.filter { $0.value.contains { $0.manual != nil } }.map(\.key)
    }

    func parkedPhotos(content: String?) -> [ParkedPhoto] {
        rows.parked.filter { content == nil || $0.content == content }
    }

    func write(_ parked: ParkedPhoto) {
        remove(parked)
        rows.parked.append(parked)
    }

    func remove(_ parked: ParkedPhoto) {
        rows.parked.removeAll { $0.path == parked.path && $0.content == parked.content }
    }
}
