import Scoring
import Synchronization

/// A score book that lives as long as the process: for tests, and for a command that only prints.
public final class MemoryScoreStore: ScoreStore {
    private let rows = Mutex(MemoryScores())

    /// An empty book.
    public init() {}

    public func transaction<T>(_ body: (any ScoreVerbs) throws -> T) throws -> T {
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
    var outlines: [String: SessionOutline] = [:]
    var photos: [String: PhotoRow] = [:]
    var arrows: [String: [ArrowRow]] = [:]
    var lastEnd: Int64 = 0
}

/// The rows while a transaction runs.
private final class OpenScores: ScoreRows {
    var rows: MemoryScores

    init(_ rows: MemoryScores) {
        self.rows = rows
    }

    func sessionNames() -> [String] { Array(rows.outlines.keys) }

    func outline(of session: String) -> SessionOutline? { rows.outlines[session] }

    func write(_ outline: SessionOutline?, from old: SessionOutline?) {
        if let old { rows.outlines[old.name] = nil }
        guard let outline else { return }
        rows.outlines[outline.name] = outline
        rows.lastEnd = max(rows.lastEnd, outline.ends.map(\.id).max() ?? 0)
    }

    func nextEnd() -> Int64 { rows.lastEnd + 1 }

    func photo(_ path: String) -> PhotoRow? { rows.photos[path] }

    func write(_ photo: PhotoRow) { rows.photos[photo.photo.path] = photo }

    func arrows(of photo: String) -> [ArrowRow] { rows.arrows[photo] ?? [] }

    func write(_ arrows: [ArrowRow], of photo: String, in end: Int64) {
        rows.arrows[photo] = arrows.sorted { $0.number < $1.number }
    }

    func remove(photo: String) {
        rows.photos[photo] = nil
        rows.arrows[photo] = nil
    }
}
