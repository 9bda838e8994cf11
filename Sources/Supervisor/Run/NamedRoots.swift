import Dispatch
import Foundation
import Intake
import Results
import Settings
import Synchronization
import SystemPackage
import SystemValues
import WorkerProtocol

/// The photos and folders that a run was told of, each asked once what it is.
///
/// A share whose server is down answers no call. It holds up neither the start nor what was named beside it: it counts as
/// silent, and what lies on the same share is not asked any more.
struct NamedRoots: Sendable {
    enum Kind: Sendable, Hashable {
        case folder
        case file
        case missing
        case silent
    }

    struct Root: Sendable {
        /// Its path leads to it without links, as far as that is known.
        var watch: Settings.Watch
        var kind: Kind
        /// Whether it was missing and has been made.
        var isNew = false

        /// What is not there, or does not answer, is taken for a folder.
        var isFolder: Bool { kind != .file }
    }

    let roots: [Root]

    init(_ roots: [Root]) { self.roots = roots }

    /// Asks every root, one after another; blocks no longer than the patience for each share.
    ///
    /// - Parameter look: What a root is; blocks for as long as its disk does.
    init(
        asking watches: [Settings.Watch], patience: Duration = .seconds(10),
        look: @escaping @Sendable (Settings.Watch) -> Root = Self.look
    ) {
        var roots: [Root] = []
        var silent: Set<FilePath> = []
        while roots.count < watches.count {
            let share = MountGuard.share(named: watches[roots.count].path.named)
            if share.map(silent.contains) != true {
                let first = roots.count
                let asking = Asking(Array(watches[first...]), look)
                while let root = asking.answer(roots.count - first, within: patience) { roots.append(root) }
                guard roots.count < watches.count else { break }
            }
            var held = watches[roots.count]
            held.path = held.path.named
            if let share = MountGuard.share(named: held.path) { silent.insert(share) }
            roots.append(Root(watch: held, kind: .silent))
        }
        self.roots = roots
    }

    /// The paths of those that do not answer.
    var silent: [FilePath] { roots.filter { $0.kind == .silent }.map(\.watch.path) }

    /// The paths of those that were missing and have been made.
    var made: [FilePath] { roots.filter(\.isNew).map(\.watch.path) }

    /// What a root is; blocks.
    ///
    /// A folder that the settings file names and that is missing is made where it lies below that file. Elsewhere a missing folder
    /// may be a disk that is not mounted.
    static func look(_ watch: Settings.Watch) -> Root { look(watch, makes: true) }

    /// The same without making a folder that is missing, for a caller that only looks.
    static func glance(_ watch: Settings.Watch) -> Root { look(watch, makes: false) }

    private static func look(_ watch: Settings.Watch, makes: Bool) -> Root {
        var watch = watch
        watch.path = watch.path.resolvedPath
        if watch.path.isFolder { return Root(watch: watch, kind: .folder) }
        if watch.path.exists { return Root(watch: watch, kind: .file) }
        guard let folder = watch.isMadeBelow?.resolvedPath, watch.path.starts(with: folder),
            !makes || (try? AtomicFile.make(watch.path)) != nil
        else { return Root(watch: watch, kind: .missing) }
        return Root(watch: watch, kind: .folder, isNew: true)
    }

    /// Throws where these cannot be watched: one is a file, or none of them is there.
    ///
    /// One that is not there among others is waited for: after a start with a share away, the others are served.
    func checkWatching() throws {
        let hasOne = roots.contains { $0.kind == .folder || $0.kind == .silent }
        for root in roots where root.kind == .file || (root.kind == .missing && !hasOne) {
            throw PipelineError(
                .output, "\(EscapedName.printable(root.watch.path)) is no folder to watch; make it, or name another",
                fault: .input)
        }
    }

    /// A thread that asks one root after another, until one of them does not answer.
    private final class Asking: Sendable {
        private let answers = Mutex<[Root]>([])
        private let hasMore = DispatchSemaphore(value: 0)
        private let isLeft = Flag()
        private let count: Int

        init(_ watches: [Settings.Watch], _ look: @escaping @Sendable (Settings.Watch) -> Root) {
            count = watches.count
            // Without a thread they do not answer, and are silent.
            try? OwnThread.startNow("quiver-roots") { [self] in
                for watch in watches {
                    let root = look(watch)
                    guard !isLeft.isRaised else { return }
                    answers.withLock { $0.append(root) }
                    hasMore.signal()
                }
            }
        }

        /// An answer, asked for in their order; nil where all have answered, or this one does not.
        func answer(_ index: Int, within patience: Duration) -> Root? {
            guard index < count else { return nil }
            guard hasMore.wait(timeout: .now() + patience / .seconds(1)) == .success else {
                isLeft.raise()
                return nil
            }
            return answers.withLock { $0[index] }
        }
    }
}

extension FilePath {
    /// The path from the root of all folders, its links followed as far as the first share, which is not asked.
    ///
    /// So a share that is silent is known by the name that it has in the queue: the one without links.
    var named: FilePath {
        let start = isRelative ? FilePath(FileManager.default.currentDirectoryPath).pushing(self) : self
        var rest = Array(start.components)
        var (done, links) = (FilePath("/"), 0)
        while !rest.isEmpty {
            let next = rest.removeFirst()
            guard next.kind == .regular else {
                if next.kind == .parentDirectory { done.removeLastComponent() }
                continue
            }
            let here = done.appending(next)
            if MountGuard.share(named: here) != nil { return here.appending(rest).lexicallyNormalized() }
            // As many links as the kernel follows.
            guard links < 40, let target = try? FileManager.default.destinationOfSymbolicLink(atPath: here.string)
            else {
                done = here
                continue
            }
            links += 1
            rest = FilePath(target).components + rest
            if FilePath(target).isAbsolute { done = FilePath("/") }
        }
        return done
    }
}
