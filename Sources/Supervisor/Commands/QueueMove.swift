import Control
import Results
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

/// Copies a whole queue into an empty one of any kind of storage, and marks the first one as moved.
///
/// No process may write either queue meanwhile. The copy is one transaction: where it does not come to its end, the
/// target is as empty as before. The source is marked behind it; a move that was ended between the two is finished by
/// the same command. A source that several hosts share is marked before, so that none of them begins meanwhile.
public struct QueueMove: Sendable {
    /// What was moved.
    public struct Report: Codable, Sendable {
        /// The queue that was read.
        public var from: String
        /// The queue that took it in.
        public var to: String
        /// Current jobs by state, as both sides have them.
        public var jobs: [String: Int]
        /// Jobs that a newer one has replaced.
        public var history: Int
        /// Records that are kept.
        public var results: Int
        /// Their size.
        public var resultBytes: Int
        /// Sessions of the score book.
        public var sessions: Int
        /// Photos of the score book.
        public var photos: Int
        /// Arrows of the score book.
        public var arrows: Int
        /// Reviews of findings, withdrawn ones included.
        public var reviews: Int
        /// Photos of named sets; a photo in two sets counts twice.
        public var setPhotos: Int
        /// Messages for hooks, delivered ones included.
        public var messages: Int
        /// The SHA-256 of all of it, which both sides have.
        public var digest: String
        /// Whether a former move had copied everything already.
        public var wasThere: Bool
        /// Whether the first queue is marked as moved, so that no run goes on in it.
        public var isMarked: Bool
        /// Folders of photos that only hosts with the same path know in the second queue, since they have no name there.
        public var unnamed: [String]
        /// The folder of results that says now that it is the second queue's; nil where none said that it was the first one's.
        public var folder: String?
    }

    private let source: QueueLocation
    private let target: QueueLocation
    /// Folders that may say that their results are the source's.
    private let folders: [FilePath]
    private let owner: Owner

    /// A move from one queue to another.
    ///
    /// - Parameter results: The folder of results that settings name.
    /// - Throws: ``PipelineError`` where this host's folder of a database cannot be had.
    public init(from source: QueueLocation, to target: QueueLocation, results: FilePath) throws {
        try self.init(from: source, to: target, results: results, owner: .current())
    }

    init(from source: QueueLocation, to target: QueueLocation, results: FilePath, owner: Owner) throws {
        self.owner = owner
        self.source = try source.onThisHost()
        self.target = try target.onThisHost()
        folders = [results.realPath ?? results, self.source.folder]
    }

    /// Copies everything, compares both sides, and marks the source; blocks.
    ///
    /// - Parameter keepsUsable: Whether the source is left as it is, as a queue that may be worked too.
    /// - Parameter progress: Is told of jobs that were copied, now and then.
    /// - Throws: `JobQueueError`, ``PipelineError``; then the source is as it was, and the target is empty.
    public func run(keepsUsable: Bool, progress: (Int) -> Void = { _ in }) throws -> Report {
        guard source != target else {
            throw PipelineError(
                .setting, "\(source.printable) cannot be moved to itself: name another queue", fault: .input)
        }
        // Opening to write makes a queue where none is.
        let reader = try QueueBackends.backend(of: source).reader()
        for queue in [source, target] where ControlClient.reaches(queue: queue) { throw Self.worked(queue) }
        let from = try QueueBackends.open(source, owner: owner, evenIfMoved: true)
        defer { Self.close(from) }
        let former = try from.transaction { try $0.jobs.movedTo() }
        if let former, former != target.printable { try from.refuseMoved(source.printable) }
        try markEarly(from)
        var isMarked = former != nil
        // Only a shared source has a mark by now. One that is left by a crash says what to do.
        defer { if !isMarked { try? from.transaction { try $0.jobs.note(movedTo: nil) } } }
        try refuseWorked(from, source)
        let to = try QueueBackends.open(target, owner: owner)
        defer { Self.close(to) }
        try refuseWorked(to, target)
        let roots = try reader.read { try $0.jobs.roots() }
        try refuseUnknown(roots)
        let (contents, wasThere) = try copy(reader, to: to, progress: progress)
        // Where others may write the target, they may have begun.
        if to.shared == nil { try checkCounts(contents) }
        if !keepsUsable { try from.transaction { try $0.jobs.note(movedTo: target.printable) } }
        isMarked = !keepsUsable
        let folder = try keepsUsable ? nil : takeFolderAlong(from.transaction { try $0.jobs.identity() })
        var report = report(contents, wasThere: wasThere, isMarked: isMarked)
        report.folder = folder
        report.unnamed = unnamed(roots)
        return report
    }

    /// Marks a source that several hosts share before it is copied, so that none of them begins meanwhile.
    ///
    /// Not one that is worked: every run that sees the mark ends, and would end for a move that is refused.
    func markEarly(_ store: any QueueStore) throws {
        guard store.shared != nil else { return }
        try refuseWorked(store, source)
        try store.transaction { try $0.jobs.note(movedTo: target.printable) }
    }

    /// Throws where a queue that leaves a database has photos in folders that this host does not have: a file knows no names.
    func refuseUnknown(_ roots: [[UInt8]]) throws {
        guard target.address == nil else { return }
        let unknown = roots.filter { $0.first != UInt8(ascii: "/") }
        guard let first = unknown.first else { return }
        let name = String(decoding: first.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self).forTerminal
        throw PipelineError(
            .setting,
            """
            the queue \(source.printable) has photos of the folder "\(name)", which this host does not know: say where it is \
            here with "watch": [{"path": …, "name": "\(name)"}] in the settings file that --config names, then try again
            """, fault: .input)
    }

    /// The folders of photos that a database keeps by their paths.
    func unnamed(_ roots: [[UInt8]]) -> [String] {
        guard let address = target.address else { return [] }
        let names = RootNames(address.roots)
        return roots.filter { names.stored($0) == $0 }.map { EscapedName.printable(FilePath(rawBytes: $0)) }
    }

    private func copy(
        _ reader: any QueueReader, to store: any QueueStore, progress: (Int) -> Void
    ) throws -> (QueueContents, wasThere: Bool) {
        let taken = try reader.read { snapshot in
            try store.transaction { transaction in
                var told = 0
                return try transaction.takeIn(snapshot) { contents in
                    guard contents.allJobs >= told + 10_000 else { return }
                    told = contents.allJobs
                    progress(told)
                }
            }
        }
        switch taken {
        case .copied(let contents): return (contents, false)
        case .wasThere(let contents): return (contents, true)
        case .occupied:
            throw PipelineError(
                .output,
                """
                \(target.printable) is not empty, so nothing was moved into it: name a queue that is not there yet, \
                or an empty one
                """, fault: .input)
        }
    }

    /// Sees that what the target has committed is what was copied, and that it counts its jobs as the source did.
    private func checkCounts(_ contents: QueueContents) throws {
        let overview = try QueueBackends.backend(of: target).reader().read { try $0.jobs.overview() }
        guard overview.counts.filter({ $0.value > 0 }) == contents.jobs, overview.history == contents.history else {
            throw JobQueueError(
                .damaged,
                "The queue \(target.printable) does not count what was copied into it. Remove it, and report this.",
                fault: .quiver)
        }
    }

    /// Throws where a process that lives may work the queue: it would go on in the one that is left.
    func refuseWorked(_ store: any QueueStore, _ queue: QueueLocation) throws {
        let others = try store.transaction { try $0.jobs.members() }.filter { $0.isAlive && $0.owner != owner }
        if let other = others.first { throw Self.worked(queue, by: other.owner) }
        var request = PageRequest(JobFilter(states: [.running], age: .any), limit: 1000)
        while true {
            let page = try store.transaction { try $0.jobs.page(request) }
            guard let last = page.last else { return }
            if let holder = page.compactMap(\.owner).first(where: { $0 != owner && !store.isDead($0) }) {
                throw Self.worked(queue, by: holder)
            }
            request.after = last.id
        }
    }

    private static func worked(_ queue: QueueLocation, by owner: Owner? = nil) -> PipelineError {
        let holder = owner.map { " by process \($0.pid) on \($0.host.forTerminal)" } ?? ""
        return PipelineError(
            .setting,
            "the queue \(queue.printable) is being worked\(holder): stop that Quiver first ('quiver status' shows it), then try again",
            fault: .environment)
    }

    /// Has the folder of results say that it is the target's, where it says that it is the source's.
    ///
    /// A folder that another run has is left to the identity, which the target has from the source.
    private func takeFolderAlong(_ identity: Fingerprint) -> String? {
        let queue = ResultsOwner.Queue(identity: identity.description)
        guard
            let folder = folders.first(where: {
                ResultsOwner.mark(in: $0)?.names(source, queue.identity, in: $0) == true
            }),
            let mark = try? ResultsOwner(of: folder, queue: source, as: queue)
        else { return nil }
        mark.write(queue: target, models: mark.former?.models ?? [], in: folder)
        return EscapedName.printable(folder)
    }

    private func report(_ contents: QueueContents, wasThere: Bool, isMarked: Bool) -> Report {
        Report(
            from: source.printable, to: target.printable,
            jobs: Dictionary(contents.jobs.map { ($0.key.description, $0.value) }) { first, _ in first },
            history: contents.history, results: contents.results, resultBytes: contents.resultBytes,
            sessions: contents.sessions, photos: contents.photos, arrows: contents.arrows, reviews: contents.reviews,
            setPhotos: contents.setPhotos, messages: contents.messages,
            digest: contents.digest, wasThere: wasThere, isMarked: isMarked, unnamed: [], folder: nil)
    }

    /// Leaves a queue to others; one that is not left in order is no worse than after a crash.
    private static func close(_ store: any QueueStore) {
        try? store.shared?.leave()
        try? store.checkpoint()
    }

    /// Lets a queue that was moved be used again; returns where it had gone, nil where it was not moved.
    public static func reopen(_ queue: QueueLocation) throws -> String? {
        let queue = try queue.onThisHost()
        _ = try QueueBackends.backend(of: queue).reader()
        let store = try QueueBackends.open(queue, owner: Owner.current(), evenIfMoved: true)
        defer { close(store) }
        return try store.transaction { transaction in
            let target = try transaction.jobs.movedTo()
            if target != nil { try transaction.jobs.note(movedTo: nil) }
            return target
        }
    }
}

extension QueueLocation {
    /// The same queue as commands on this host open it: a file's folder told without links, a database with its folder here.
    fileprivate func onThisHost() throws -> QueueLocation {
        guard address == nil else { return try withStateFolder().namingRoots() }
        return folder.realPath.map(told(from:)) ?? self
    }
}
