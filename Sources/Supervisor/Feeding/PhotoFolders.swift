import Control
import Intake
import Results
import Storage
import Synchronization
import SystemPackage
import SystemValues
import WorkerProtocol

/// The folders that photos lie in, each with a lane of its own, and those of them that are out of reach.
///
/// A share whose server is down answers no call, and the thread that asked it is lost for as long as that lasts. So
/// each root is asked by one thread alone, for all callers; one that waits for it longer than ``patience`` goes on
/// without an answer. The folder rests from then on: no photo of it is claimed, no other one waits for it, and it is
/// looked at again and again until it is back. Both are said once.
final class PhotoFolders: Sendable {
    private struct Rest {
        let away: FolderAway
        /// A photo that is opened to see whether the folder answers.
        let sample: Place
        var pause: UnixMillis = shortest
        var due: UnixMillis
        var isAsked = false
    }

    private struct State {
        var lanes: [[UInt8]: BlockingLane] = [:]
        /// The lanes of what reads whole photos, one a root.
        var readers: [[UInt8]: BlockingLane] = [:]
        var resting: [FolderPlace: Rest] = [:]
        /// What is left to other hosts, which were told of it or have it.
        var elsewhere: Set<FolderPlace> = []
        /// How often a worker was late with a photo while its folder answered, but slowly.
        var slow: [JobID: Int] = [:]
    }

    /// So often such a folder is to blame; after that the photo is.
    private static let mostSlow = 3

    let roots: RootCheck
    private let followsLinks: Bool
    private let patience: Duration
    private let now: @Sendable () -> UnixMillis
    private let sleep: @Sendable (Duration) async throws -> Void
    private let onEvent: @Sendable (RunEvent) -> Void
    private let state = Mutex(State())
    private let changes = ChangeSignal()
    private let deadlines: Deadlines

    private static let shortest: UnixMillis = 1000
    private static let longest: UnixMillis = 10_000
    /// A folder that takes longer to answer did not answer its photo's worker before.
    private static let prompt: UnixMillis = 2000

    /// - Parameter patience: How long a folder may take to answer; a disk that has to start turning takes seconds.
    init(
        roots: RootCheck = RootCheck(roots: []), followsLinks: Bool = false, patience: Duration = .seconds(10),
        now: @escaping @Sendable () -> UnixMillis = Clock.now,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) {
        self.roots = roots
        self.followsLinks = followsLinks
        self.patience = patience
        deadlines = Deadlines(after: patience)
        self.now = now
        self.sleep = sleep
        self.onEvent = onEvent
    }

    /// The folders whose photos are not to be claimed: they are out of reach, or other hosts'.
    var unclaimable: Set<FolderPlace> { state.withLock { $0.elsewhere.union($0.resting.keys) } }

    /// The folders of the queue that this run was not told of, where several hosts work it.
    var elsewhere: Set<FolderPlace> { state.withLock { $0.elsewhere } }

    /// Leaves the photos of a folder to other hosts.
    func leave(_ folder: FolderPlace) { state.withLock { _ = $0.elsewhere.insert(folder) } }

    /// The folders that are out of reach.
    var resting: Set<FolderPlace> { state.withLock { Set($0.resting.keys) } }

    /// Whether a place's photos are not to be claimed.
    func isResting(_ place: Place) -> Bool { state.withLock { $0.resting.keys.contains { $0.holds(place) } } }

    /// Why photos wait, for users; nil where every folder is in order.
    var reason: String? {
        let reasons = state.withLock { $0.resting.values.map { Self.sentence(about: $0.away) } }
        return reasons.isEmpty ? nil : reasons.sorted().joined(separator: "; ")
    }

    /// Runs a body that blocks on the lane of a place's root.
    ///
    /// - Throws: ``FolderAway`` where the root does not answer in time, the body's own error, or `CancellationError`.
    func perform<T: Sendable>(at place: Place, _ body: @escaping @Sendable () throws -> T) async throws -> T {
        let answer = FirstAnswer<T>()
        let isOver = Flag()
        return try await withTaskCancellationHandler {
            let wait = deadlines.begin {
                isOver.raise()
                answer.give(.failure(Self.silence(of: place.root)))
            }
            defer { deadlines.end(wait) }
            lane(of: place.root).add {
                // Behind a call that did not come back: the caller has given up.
                guard !isOver.isRaised else { return }
                answer.give(Result { try body() })
            }
            return try await answer.value()
        } onCancel: {
            isOver.raise()
            answer.give(.failure(CancellationError()))
        }
    }

    /// Runs a body that reads a whole photo of a root, on the root's second lane and for as long as it takes, unless
    /// the root itself falls silent meanwhile.
    ///
    /// - Parameter undo: Takes back what the body made after it was waited for no longer.
    /// - Throws: as ``perform(at:_:)``.
    func read<T: Sendable>(
        at place: Place, undo: @escaping @Sendable (T) -> Void, _ body: @escaping @Sendable () throws -> T
    ) async throws -> T {
        let answer = FirstAnswer<T>()
        let isOver = Flag()
        let lane = state.withLock { Self.lane(of: place.root, in: &$0.readers) }
        lane.add {
            guard !isOver.isRaised else { return }
            let result = Result { try body() }
            if !answer.give(result), case .success(let made) = result { undo(made) }
        }
        let watching = Task {
            do {
                while true {
                    try await sleep(patience)
                    try await perform(at: place) { [followsLinks] in
                        OpenedPhoto.touch(place, followsLinks: followsLinks)
                    }
                }
            } catch {
                isOver.raise()
                answer.give(.failure(error))
            }
        }
        defer { watching.cancel() }
        return try await withTaskCancellationHandler {
            try await answer.value()
        } onCancel: {
            watching.cancel()
        }
    }

    /// Opens a claim's photo.
    ///
    /// - Throws: also ``FolderAway`` where not the photo but its folder is out of reach.
    func open(_ claim: Claim) async throws -> OpenedPhoto {
        try await asking(claim.place) { [followsLinks, roots] in
            let photo = try OpenedPhoto(claim, followsLinks: followsLinks)
            if let device = photo.device { roots.note(claim.place.root, on: device) }
            return photo
        }
    }

    /// Sees that the photo still lies under its name.
    func check(_ photo: OpenedPhoto, of claim: Claim) async throws {
        try await asking(claim.place) { [followsLinks] in
            try photo.check(claim.place, followsLinks: followsLinks)
        }
    }

    /// Why a photo cannot be read now, where its folder and not the photo or its worker is to blame.
    ///
    /// - Throws: `CancellationError`: nothing is known.
    func trouble(reading claim: Claim) async throws -> FolderAway? {
        let asked = now()
        do {
            try await asking(claim.place) { [followsLinks] in
                try OpenedPhoto(claim, followsLinks: followsLinks).readFirstByte()
            }
            guard now() - asked > Self.prompt else { return nil }
            let times = state.withLock { state in
                state.slow[claim.job, default: 0] += 1
                return state.slow[claim.job] ?? 0
            }
            return times <= Self.mostSlow ? Self.silence(of: claim.place.root) : nil
        } catch let error as CancellationError {
            throw error
        } catch {
            return error as? FolderAway
        }
    }

    private func asking<T: Sendable>(_ place: Place, _ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await perform(at: place) { [roots] in
            do {
                return try body()
            } catch let error where error is FileGone || error is PhotoNotOpened {
                if let away = roots.trouble(at: place) { throw away }
                throw error
            }
        }
    }

    /// Lets a folder rest until it is back.
    ///
    /// - Parameter sample: The photo that could not be reached.
    func rest(_ away: FolderAway, sample: Place) {
        let isNew = state.withLock { state in
            guard state.resting[away.folder] == nil else { return false }
            state.resting[away.folder] = Rest(away: away, sample: sample, due: now() + Self.shortest)
            return true
        }
        guard isNew else { return }
        onEvent(.warning(Self.sentence(about: away) + "; its photos wait, the others are worked"))
        changes.notify()
    }

    /// Lets a root rest that does not answer.
    func rest(silent root: [UInt8]) { rest(Self.silence(of: root), sample: Place(root: root, path: [])) }

    /// Looks again and again whether what rests is back, until cancelled.
    ///
    /// - Parameter onBack: Is called when photos can be claimed again.
    func watch(onBack: @escaping @Sendable () -> Void) async {
        while !Task.isCancelled {
            let seen = changes.count
            let next = ask(onBack)
            let left = next.map { Duration.milliseconds(max(1, $0 - now())) }
            await changes.wait(past: seen, atMost: left, sleep: sleep)
        }
    }

    /// Asks every folder whose time has come, one call at a time each; returns when the next one is to be asked.
    private func ask(_ onBack: @escaping @Sendable () -> Void) -> UnixMillis? {
        let now = now()
        let (due, next) = state.withLock { state in
            let due = state.resting.filter { !$0.value.isAsked && $0.value.due <= now }
            for folder in due.keys { state.resting[folder]?.isAsked = true }
            return (due, state.resting.values.filter { !$0.isAsked }.map(\.due).min())
        }
        for (folder, rest) in due {
            lane(of: folder.root).add { [roots, followsLinks] in
                // A root that was named may be a file: of that nothing but the root itself is known.
                let isAway =
                    rest.sample.path.isEmpty
                    ? !FilePath(rawBytes: folder.root).exists : roots.trouble(at: rest.sample) != nil
                // The folder itself may answer from the kernel's memory while its files do not.
                if !isAway { OpenedPhoto.touch(rest.sample, followsLinks: followsLinks) }
                self.asked(folder, isAway: isAway, onBack)
            }
        }
        return next
    }

    private func asked(_ folder: FolderPlace, isAway: Bool, _ onBack: () -> Void) {
        let now = now()
        state.withLock { state in
            guard isAway, var rest = state.resting[folder] else {
                state.resting[folder] = nil
                return
            }
            rest.isAsked = false
            rest.pause = min(rest.pause * 2, Self.longest)
            rest.due = now + rest.pause
            state.resting[folder] = rest
        }
        changes.notify()
        guard !isAway else { return }
        onEvent(.warning("\(Self.name(folder)) is back: its photos are worked"))
        onBack()
    }

    private func lane(of root: [UInt8]) -> BlockingLane { state.withLock { Self.lane(of: root, in: &$0.lanes) } }

    private static func lane(of root: [UInt8], in lanes: inout [[UInt8]: BlockingLane]) -> BlockingLane {
        if let lane = lanes[root] { return lane }
        let lane = BlockingLane("quiver.folder")
        lanes[root] = lane
        return lane
    }

    private static func silence(of root: [UInt8]) -> FolderAway {
        let folder = FolderPlace(root: root)
        return FolderAway(
            folder: folder,
            failure: JobFailure(
                code: "root-silent",
                message: "\(name(folder)) \(Warning.silence)",
                fault: .environment))
    }

    private static func sentence(about away: FolderAway) -> String { away.failure.message }

    private static func name(_ folder: FolderPlace) -> String {
        EscapedName.printable(FilePath(rawBytes: folder.root).pushing(FilePath(rawBytes: folder.folder)))
    }
}
