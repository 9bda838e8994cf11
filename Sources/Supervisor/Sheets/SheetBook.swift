import Scoring
import Storage
import SystemValues

/// The score book as those see it who write its sheets.
protocol SheetBook: Sendable {
    /// Reads at one moment.
    func look<T: Sendable>(_ body: @escaping @Sendable (any ScoreReading) throws -> T) async throws -> T

    /// Runs a body while no other process changes the book, so that nothing older replaces what another one has written.
    func holding<T: Sendable>(_ body: @escaping @Sendable (QueueService) async throws -> T) async throws -> T
}

/// The book of a running supervisor, which no other process changes.
struct OwnBook: SheetBook {
    let queue: QueueService

    func look<T: Sendable>(_ body: @escaping @Sendable (any ScoreReading) throws -> T) async throws -> T {
        try await queue.look { try body($0.scores) }
    }

    func holding<T: Sendable>(_ body: @escaping @Sendable (QueueService) async throws -> T) async throws -> T {
        try await body(queue)
    }
}

/// The book of a queue that no supervisor works: the writer's lock is taken for the moment in which files are placed.
struct LentBook: SheetBook {
    let control: QueueControl
    private let lane = BlockingLane("quiver.sheets.reader")

    init(_ control: QueueControl) { self.control = control }

    func look<T: Sendable>(_ body: @escaping @Sendable (any ScoreReading) throws -> T) async throws -> T {
        try await lane.perform { [control] in try control.readScores(body) }
    }

    func holding<T: Sendable>(_ body: @escaping @Sendable (QueueService) async throws -> T) async throws -> T {
        try await control.holding(body)
    }
}
