import Control
import Results
import ServiceLifecycle
import Settings
import Storage
import SystemPackage
import SystemValues

/// Keeps the sheets of all sessions as the book is, for as long as a run or a page lasts.
///
/// It begins with those that a crash has left. Many changes are one writing, a second after the last of them and five after
/// the first at most. What cannot be written is said once and tried again; nothing waits for it.
struct SheetUpdates: Sendable {
    let book: any SheetBook
    /// What writes them; asked where any are due, and throws where it cannot be said where they belong.
    let writer: @Sendable () throws -> SheetWriter
    /// Is told what cannot be written, and why.
    let warn: @Sendable (String) -> Void
    /// Is notified of each change of the book.
    let changes: ChangeSignal
    /// Whether another process writes the sheets at this moment.
    var isElsewhere: @Sendable () async -> Bool = { false }
    /// How long nothing is looked at while nothing is changed here; nil for ever.
    var every: Duration?
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// How long no change must come before sheets are written.
    static let quiet = Duration.seconds(1)
    /// How often that is waited for where changes go on.
    static let mostWaits = 5
    /// The first and the longest pause after which sheets are tried again that could not be written.
    static let retries = (first: Duration.seconds(10), longest: Duration.seconds(600))

    /// Runs until cancelled.
    func run() async throws {
        var (told, retry): (Set<String>, Duration?) = ([], nil)
        while true {
            let (seen, start) = (changes.count, ContinuousClock.now)
            let failures = try await failures(beyond: told)
            told = failures.isEmpty ? [] : told.union(failures)
            retry = failures.isEmpty ? nil : min((retry ?? Self.retries.first / 2) * 2, Self.retries.longest)
            // A session of a thousand photos is not drawn without a pause.
            let taken = ContinuousClock.now - start
            if taken > Self.quiet { try await sleep(taken * 3) }
            await changes.wait(past: seen, atMost: retry ?? every, sleep: sleep)
            try Task.checkCancellation()
            if changes.count > seen { try await settle() }
        }
    }

    /// Returns when no change has come for a while.
    private func settle() async throws {
        for _ in 0..<Self.mostWaits {
            let seen = changes.count
            try await sleep(Self.quiet)
            if changes.count == seen { return }
        }
    }

    /// Writes what is due; the sentences why some sheets could not be written, of which those that are new are said.
    private func failures(beyond told: Set<String>) async throws -> Set<String> {
        let marks: [SheetMark]
        do { marks = try await book.look { try $0.sheetMarks() } } catch let error as CancellationError {
            throw error
        } catch {
            // A queue that cannot be read says so to those who asked for it. Where nothing else leads to another look, it
            // is tried again.
            return every == nil ? ["\(error)"] : []
        }
        guard !marks.isEmpty, await !isElsewhere() else { return [] }
        do {
            let failures = Set(try await writer().write().failures)
            for sentence in failures.subtracting(told).sorted() { warn(sentence) }
            return failures
        } catch let error as CancellationError {
            throw error
        } catch let error as JobQueueError where error.code == .taken {
            // A supervisor has just begun, and writes them itself.
            return []
        } catch {
            if !told.contains("\(error)") { warn("\(error)") }
            return ["\(error)"]
        }
    }

    /// So many sessions are written without a word at the end of a run.
    private static let mostUnsaid = 20

    /// Writes what is due, once.
    ///
    /// Returns early when the task is cancelled; what is not written then stays due.
    func writeLast() async {
        let due = try? await book.look { try $0.sheetPlaces().count { !$0.marks.isEmpty } }
        if let due, due > Self.mostUnsaid {
            warn("the score sheets of \(due) sessions are being written; a stop leaves the rest to the next run")
        }
        _ = try? await failures(beyond: [])
    }
}

/// The service that writes sheets: beside a run, and beside a page where no supervisor runs.
public struct SheetService: Service {
    let updates: SheetUpdates
    /// What is still to be written at the end of a run may take so long once the end was asked for; nil where the end
    /// writes nothing.
    var last: (stop: StopRequest, patience: Duration)?

    init(_ updates: SheetUpdates, last: (stop: StopRequest, patience: Duration)? = nil) {
        self.updates = updates
        self.last = last
    }

    /// A service for a queue that other processes may work: it writes sheets while none does.
    ///
    /// - Parameters:
    ///   - stop: Asks for the end, which comes a few seconds later at most.
    ///   - warn: Is told what cannot be written, and why.
    public init(_ control: QueueControl, until stop: StopRequest, warn: @escaping @Sendable (String) -> Void) {
        last = (stop, .seconds(5))
        updates = SheetUpdates(
            book: LentBook(control), writer: { try control.sheetWriter(warn: warn) }, warn: warn,
            changes: control.bookChanges,
            isElsewhere: { (try? await BlockingLane("quiver.ask").perform { control.isWorked }) ?? false },
            every: .seconds(30))
    }

    /// Runs until the end is asked for, and writes what is due then.
    public func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await updates.run() }
        } catch is CancellationError {}
        if !Task.isCancelled { await writeLast() }
    }

    /// Writes what is due; once the end was asked for no longer than the patience.
    func writeLast() async {
        guard let last else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await updates.writeLast() }
            group.addTask {
                await last.stop.wait()
                try? await Task.sleep(for: last.patience)
            }
            await group.next()
            group.cancelAll()
        }
    }
}
