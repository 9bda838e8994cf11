import Control
import Geometry
import Results
import ServiceLifecycle
import Synchronization

/// Photos that have ended, and whose sequences do not know it yet.
final class SequenceChanges: Sendable {
    /// What is looked for.
    let questions: SequenceQuestions
    /// Is notified of each photo.
    let signal = ChangeSignal()
    private let waiting = Mutex<[SequenceStep]>([])

    init(_ questions: SequenceQuestions) { self.questions = questions }

    /// Takes the record of a photo that has ended, from any thread.
    func take(_ event: RunEvent) {
        guard case .ended(let record) = event, let step = SequenceStep(record, questions) else { return }
        waiting.withLock { $0.append(step) }
        signal.notify()
    }

    /// Takes out what waits, in the order in which it came.
    func takeAll() -> [SequenceStep] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }

    /// Puts back what could not be counted, before all that has come since.
    func putBack(_ steps: [SequenceStep]) { waiting.withLock { $0 = steps + $0 } }
}

/// Says while a run works what was seen in enough photos of a folder, and what is not any more.
///
/// It keeps nothing: a folder's earlier photos are read from the results when the first of its photos ends in this run, and
/// what they show already is not said again.
actor LiveSequences: Service {
    private let changes: SequenceChanges
    private let former: FormerResults
    private let tell: @Sendable (RunEvent) -> Void
    private var folders: [String: FolderSequence] = [:]
    /// The last number of an event.
    private var last = 0
    private var hasWarned = false
    private var hasFailed = false

    /// How soon results are read again that could not be.
    private static let retry = Duration.seconds(10)
    /// Photos that are counted one by one at most; where more wait, those of a folder are counted together.
    private static let mostSingle = 64

    init(_ changes: SequenceChanges, former: FormerResults, tell: @escaping @Sendable (RunEvent) -> Void) {
        (self.changes, self.former, self.tell) = (changes, former, tell)
    }

    /// Counts photos as they end, until the run does; by then all photos have ended.
    nonisolated func run() async throws {
        try await LoopService { try await self.follow() }.run()
        _ = try? await update()
    }

    nonisolated private func follow() async throws {
        while true {
            let seen = changes.signal.count
            let isDone = try await update()
            if isDone { await changes.signal.wait(past: seen) } else { try await Task.sleep(for: Self.retry) }
            try Task.checkCancellation()
        }
    }

    /// Counts the photos that have ended, and says what follows from them; false where it is to be tried again.
    func update() async throws -> Bool {
        let steps = changes.takeAll()
        do {
            for step in steps where folders[step.folder] == nil { try await open(step) }
        } catch {
            changes.putBack(steps)
            if error is CancellationError { throw error }
            if !hasWarned { tell(.warning("sequences wait, as earlier results cannot be read: \(error)")) }
            hasWarned = true
            return false
        }
        if steps.count <= Self.mostSingle {
            // One photo may bring evidence that a later one takes back.
            for step in steps { count([step], in: step.folder) }
        } else {
            for (folder, steps) in Dictionary(grouping: steps, by: \.folder) { count(steps, in: folder) }
        }
        return true
    }

    private func count(_ steps: [SequenceStep], in folder: String) {
        folders[folder]?.take(steps)
        for change in changes(in: folder) { tell(.sequence(SequenceNews(folder: folder, change: change))) }
    }

    private func changes(in folder: String) -> [EvidenceChange] {
        let changes = folders[folder]?.changes(last: &last) ?? []
        do {
            return try changes + (folders[folder]?.actionChanges(last: &last) ?? [])
        } catch {
            if !hasFailed { tell(.warning("no actions are found: \(error)")) }
            hasFailed = true
            return changes
        }
    }

    /// Begins the sequence of a folder with what earlier runs have found in it.
    private func open(_ step: SequenceStep) async throws {
        var sequence = FolderSequence(changes.questions)
        sequence.take(try await former.records(in: step.folderPath).compactMap { SequenceStep($0, changes.questions) })
        folders[step.folder] = sequence
        _ = changes(in: step.folder)
    }
}
