import Findings

/// An error of a queue: which file, what was wrong, what to do next.
public struct JobQueueError: ReportableError, Hashable {
    /// What kind of error.
    public enum Code: String, Sendable, CaseIterable {
        /// The database cannot be opened, read or written.
        case unusable
        /// The database is damaged.
        case damaged
        /// Another Quiver is working on this queue.
        case taken
        /// A newer Quiver made the database.
        case newer
        /// The file system cannot hold a queue safely.
        case fileSystem
        /// The disk is full.
        case full
        /// The file is something else.
        case foreign
        /// The service was shut down before the request ran.
        case closed
        /// The queue was moved elsewhere, and is kept as it was then.
        case moved
        /// A cursor is of another queue.
        case otherQueue
        /// What came behind a cursor was forgotten.
        case cursorTooOld
        /// A cursor is ahead of the queue: an older state of it was put in its place.
        case cursorAhead
    }

    /// What kind of error.
    public let code: Code
    /// The code's word.
    public var codeName: String { code.rawValue }
    /// A sentence for users.
    public let message: String
    /// Whose fault it is.
    public let fault: Fault
    /// The library's own words.
    public let detail: String?

    /// An error from its parts.
    public init(_ code: Code, _ message: String, fault: Fault, detail: String? = nil) {
        self.code = code
        self.message = message
        self.fault = fault
        self.detail = detail
    }

    /// Whether it may pass by itself, so that waiting is better than ending: a full disk, a disk that fails, a lock.
    public var isPassing: Bool {
        switch code {
        case .full: true
        case .unusable: fault == .environment
        case .damaged, .taken, .newer, .fileSystem, .foreign, .closed, .moved, .otherQueue, .cursorTooOld,
            .cursorAhead:
            false
        }
    }

    /// The sentence, and the library's own words behind it.
    public var description: String {
        detail.map { "\(message) (\($0))" } ?? message
    }
}
