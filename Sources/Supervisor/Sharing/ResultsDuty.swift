import Storage
import Synchronization
import SystemValues

/// Who writes what there is one of in a folder of results: its tables, and its score sheets.
///
/// Of the processes that work one queue one alone has each duty. All name it alike, wherever they have the folder: by the
/// identifier in its mark.
final class ResultsDuty: Sendable {
    /// What is written.
    enum Kind: String, Sendable {
        case tables, sheets
    }

    private let shared: (any SharedQueue)?
    /// The folder's identifier as its mark has it now, nil where it cannot be read; blocks.
    private let folder: @Sendable () -> String?
    /// What the mark said last: a share may not answer for a moment, and no other folder's duty is to be taken then.
    private let known = Mutex("")
    private let lane = BlockingLane("quiver.duty")

    init(_ shared: (any SharedQueue)?, of folder: @escaping @Sendable () -> String?) {
        (self.shared, self.folder) = (shared, folder)
    }

    /// Whether this process is to write it; a duty without a holder becomes its.
    ///
    /// - Throws: where the queue cannot be asked.
    func isMine(_ kind: Kind) async throws -> Bool {
        guard let shared else { return true }
        return try await lane.perform { [self] in try shared.isHolding && shared.holds(duty: name(of: kind)) }
    }

    /// Leaves it to the next process that asks for it.
    ///
    /// - Throws: where the queue cannot be asked.
    func resign(_ kind: Kind) async throws {
        guard let shared else { return }
        try await lane.perform { [self] in try shared.resign(duty: name(of: kind)) }
    }

    private func name(of kind: Kind) -> String { "\(kind.rawValue) of \(identifier())" }

    private func identifier() -> String {
        let now = folder()
        return known.withLock { known in
            if let now { known = now }
            return known
        }
    }
}
