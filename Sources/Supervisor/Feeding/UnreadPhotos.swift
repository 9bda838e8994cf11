import Control
import Results
import Storage
import SystemPackage
import SystemValues

/// Photos whose end is in the book since they were sent, and that nothing reads any more: their ends say why.
///
/// An end stays, with its archer, its session and what users said of it: a photo that is tried again is read into it.
struct UnreadPhotos: Sendable {
    let queue: QueueService
    let folders: PhotoFolders
    /// The folders of this run; of what lies elsewhere nothing is known where it has no job.
    let roots: [FilePath]
    /// Is notified where sheets are old by that.
    let sheets: ChangeSignal
    /// The time as in `CameraClock`.
    var wall: @Sendable () -> Int64 = { SentPhotos.wall() }
    /// Is told where ends have changed.
    let tell: @Sendable (RunEvent) -> Void

    /// For how many milliseconds a photo without a job may have no file: it is told of before it has its name.
    static let patience: Int64 = 600_000

    /// One whose file and job are looked for.
    private struct Sent: Sendable {
        let path: String
        let state: JobState?
        /// Where it may lie below a folder of this run; none for one elsewhere.
        let places: [Place]
        let isNew: Bool
    }

    /// Looks through all; returns how many ends have changed.
    @discardableResult
    func end() async throws -> Int {
        let now = wall()
        let sent = try await queue.look { [roots] transaction in
            let folders =
                roots + (try transaction.jobs.roots()).map { FilePath(rawBytes: $0) }.filter { !roots.contains($0) }
            return try transaction.scores.photos(inTrouble: ScoreReadings.isBeingRead).map { path in
                let places = Self.places(of: path, below: folders)
                let known = try transaction.jobs.knownFiles(at: places).lazy.compactMap { $0 }.first
                let photo = try? transaction.scores.storedPhoto(path)
                return Sent(
                    path: path, state: known?.state,
                    places: places.filter { roots.contains(FilePath(rawBytes: $0.root)) },
                    isNew: now - (photo?.captured ?? now) < Self.patience)
            }
        }
        var ended: [(path: String, why: String)] = []
        for one in sent {
            if let state = one.state {
                if let why = Self.sentence(state) { ended.append((one.path, why)) }
            } else if !one.isNew, try await areGone(one.places) {
                ended.append((one.path, Self.gone))
            }
        }
        guard !ended.isEmpty else { return 0 }
        let count = try await queue.perform { [ended] transaction in
            try ended.count { try Self.end($0.path, because: $0.why, in: transaction) }
        }
        if count > 0 {
            sheets.notify()
            tell(.reviewed(photo: nil, session: nil))
        }
        return count
    }

    private func areGone(_ places: [Place]) async throws -> Bool {
        for place in places { guard try await isGone(place) else { return false } }
        return !places.isEmpty
    }

    private func isGone(_ place: Place) async throws -> Bool {
        guard !folders.isResting(place) else { return false }
        do {
            return try await folders.perform(at: place) { [roots = folders.roots] in roots.isGone(place) }
        } catch let away as FolderAway {
            folders.rest(away, sample: place)
            return false
        }
    }

    /// Where a photo of the book may lie: its name does not say whether it is escaped.
    private static func places(of path: String, below roots: [FilePath]) -> [Place] {
        let names = Set([Array(path.utf8), EscapedName(text: path, isEscaped: true).bytes])
        return roots.flatMap { root in
            names.compactMap { name in
                var way = FilePath(rawBytes: name)
                guard way.removePrefix(root), !way.isEmpty else { return nil }
                return Place(root: root.rawBytes, path: way.rawBytes)
            }
        }
    }

    /// Repeats ``end()`` until cancelled, at once for the first time.
    func endAgainAndAgain(every pause: Duration) async throws {
        while true {
            do {
                try await end()
            } catch let error as CancellationError {
                throw error
            } catch {
                tell(
                    .warning("what became of photos that were sent cannot be noted: \(error); it is tried again later"))
            }
            try await Task.sleep(for: pause)
        }
    }
}

extension UnreadPhotos {
    private static let gone = "The photo's file had gone before it was read."

    /// Why nothing reads a photo any more whose job is in a state; nil where its job goes on.
    private static func sentence(_ state: JobState) -> String? {
        switch state {
        case .waiting, .ready, .running, .blocked: nil
        case .cancelled: "The photo was cancelled before it was read."
        case .gone: gone
        case .failed, .quarantined: "The photo could not be read; its record says why."
        case .done: "The photo was read, and its score could not be kept."
        }
    }

    /// Has the ends of jobs say why they were not read, in the transaction that ended the jobs; returns how many have
    /// changed.
    static func end(_ jobs: [JobID], in transaction: QueueTransaction) throws -> Int {
        try jobs.count { id in
            guard let job = try transaction.jobs.job(id), let why = sentence(job.state) else { return false }
            return try end(EscapedName(job.place.file).text, because: why, in: transaction)
        }
    }

    private static func end(_ path: String, because why: String, in transaction: QueueTransaction) throws -> Bool {
        do {
            return try transaction.scores.replace(trouble: ScoreReadings.isBeingRead, ofPhoto: path, with: why)
        } catch is ScoreBookError {
            // A row that cannot be read holds up no command.
            return false
        }
    }
}
