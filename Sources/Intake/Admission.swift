import Findings
import SystemPackage
import SystemValues

/// The way of a file from "found" to "taken", the same for watching and for collecting: is it a picture, is it new, is
/// it whole, what is its hash.
///
/// It belongs to one thread. Every call may be repeated after a handler threw: nothing is lost and nothing is handed over
/// twice.
final class Admission {
    /// What admission needs to know of a root.
    struct Root {
        /// The folder, or the file itself where `isFile`.
        let path: [UInt8]
        let settle: Duration
        let followLinks: Bool
        /// A file that was named itself: taken whatever it is.
        var isFile = false
    }

    let roots: [Root]
    let ports: IntakeHandlers
    let clock: IntakeClock
    private let batchLimit: Int
    let databases: OpenedDatabases
    /// Files of more bytes are not read.
    let largest: Int64
    private let takesUnread: Bool
    /// Whether files that cannot be read, or never rest, are tried again; a single collection reports them and goes on.
    let retriesBlocked: Bool
    var settler: StabilityTracker<RootedPath>
    private var passedOver = SeenSet(limit: 200_000)
    /// The paths of the files that are counted as no pictures: one that is written to again is still one file.
    private var unreadPaths: Set<Int> = []
    private var recentlyKnown = SeenSet(limit: 200_000)
    /// Files that are whole from their first moment under their names.
    var expected = ExpectedFiles()
    let hasher = FileHasher()
    /// Which numbers of files say something; read anew with each batch of files that is offered.
    var numbers = InodeNumbers.current()
    var arrivals: [Arrival] = []
    var blocked: [UnreadableFile] = []
    var tally = ScanTally()
    private(set) var taken = 0
    /// Roots that are held open while files are looked at: for no longer, since a folder that is open cannot be unmounted.
    private var openRoots: [Int: RootFolder] = [:]
    /// Asked before a file is declared gone: the whole root may be, and then nothing is.
    var isRootPresent: (Int) -> Bool = { _ in true }
    /// Asked while a large file is hashed.
    var isStopped: () -> Bool = { false }

    init(
        roots: [Root], ports: IntakeHandlers, clock: IntakeClock, rules: IntakeRules, patience: Duration,
        unrest: Duration, batch: Int, retriesBlocked: Bool
    ) {
        self.roots = roots
        self.ports = ports
        self.clock = clock
        self.retriesBlocked = retriesBlocked
        largest = rules.largest
        takesUnread = rules.takesUnread
        databases = OpenedDatabases(rules.databases.map(\.rawBytes))
        batchLimit = max(1, batch)
        settler = StabilityTracker(patience: patience, unrest: unrest)
    }

    /// How many files are waited for.
    var waiting: Int { settler.count }

    /// How many of them go on changing for so long that they may never rest.
    var restless: Int { settler.restlessCount }

    /// When the next file wants a look, on the steady clock.
    func nextDue() -> Duration? { arrivals.isEmpty && blocked.isEmpty ? settler.nextDue() : clock.now().steady }

    /// Takes note of files that a walk or an event found.
    ///
    /// `trustingMemory` spares the question for files that were known before.
    func offer(_ found: [Arrival], trustingMemory: Bool = false) throws {
        defer { openRoots.removeAll() }
        numbers = .current()
        var unknown: [Arrival] = []
        var passed = 0
        var remembered = 0
        for file in found {
            if settler.contains(file.place) {
                // Events may come so fast that the look at the file is put off each time.
                if !observe(file) { noteUnrest(file) }
            } else if trustingMemory, recentlyKnown.contains(file) {
                remembered += 1
            } else if databases.contains(file.identity) {
                tally.ignored += 1
            } else if isPicture(file) {
                unknown.append(file)
            } else {
                passed += 1
            }
        }
        let answers = unknown.isEmpty ? [] : try ports.isKnown(unknown)
        // At one moment: files that were written at the same time settle at the same time, and stay in the order of their names.
        let now = clock.now()
        for (file, isKnown) in zip(unknown, answers) {
            if isKnown { recentlyKnown.insert(file) } else { observe(file, at: now) }
        }
        let known = answers.count { $0 } + remembered
        tally.passedOver += passed
        tally.known += known
        tally.pictures += unknown.count + remembered
    }

    /// Settles and hashes what is due and hands over one batch; false when nothing more is due now.
    func work() throws -> Bool {
        defer { openRoots.removeAll() }
        let start = clock.now().steady
        // A file whose look was given up for a stop is due again at once: the stop must end the looking too.
        while !isStopped(), arrivals.count < batchLimit, blocked.count < batchLimit,
            let place = settler.popDue(at: clock.now())
        {
            look(at: place)
            // The first photos of many large ones must not wait for the hashes of the rest.
            if !arrivals.isEmpty, clock.now().steady - start > .milliseconds(200) { break }
        }
        try handOver()
        return (settler.nextDue() ?? .seconds(Int64.max / 2)) <= clock.now().steady
    }

    /// Looks again soon at a file that is waited for and may have gone.
    func lookSoon(_ place: RootedPath) { settler.hasten(place, at: clock.now()) }

    private func handOver() throws {
        if !arrivals.isEmpty {
            try ports.take(arrivals)
            taken += arrivals.count
            for arrival in arrivals {
                recentlyKnown.insert(arrival)
                expected.remove(arrival.place)
            }
            arrivals.removeAll(keepingCapacity: true)
        }
        if !blocked.isEmpty {
            try ports.block(blocked)
            blocked.removeAll(keepingCapacity: true)
        }
    }

    @discardableResult
    func observe(_ file: Arrival, at now: Moment? = nil) -> Bool {
        settler.observe(
            file.place, numbers.lasting(file.identity),
            settle: expected.contains(file) ? .zero : roots[file.root].settle, at: now ?? clock.now())
    }

    /// A root's folder, for opening files below it without following a link that took some folder's place.
    func openRoot(_ root: Int) throws(FolderError) -> RootFolder {
        if let folder = openRoots[root] { return folder }
        let folder = try RootFolder(FilePath(rawBytes: roots[root].path))
        openRoots[root] = folder
        return folder
    }

    private func isPicture(_ file: Arrival) -> Bool {
        let name = RawPath.lastComponent(file.relative)
        if takesUnread || roots[file.root].isFile || PictureNames.claimsPicture(name) { return true }
        if passedOver.contains(file) { return false }
        guard file.identity.size > 0, let opened = try? open(file) else { return false }
        guard let bytes = try? firstBytes(opened.descriptor) else {
            passedOver.insert(file)
            return false
        }
        if SniffedFormat(firstBytes: bytes) != nil { return true }
        passedOver.insert(file)
        countUnread(file, UnreadKind.of(name))
        return false
    }

    private func countUnread(_ file: Arrival, _ kind: String) {
        if unreadPaths.count >= 200_000 { unreadPaths.removeAll(keepingCapacity: true) }
        guard unreadPaths.insert(file.place.hashValue).inserted else { return }
        // A collection reports it at its end.
        guard let first = tally.countUnread(kind), retriesBlocked else { return }
        ports.notice(
            .warning(
                Warning(
                    cause: .unread, root: file.root, path: file.path,
                    text: """
                        '\(PercentEscape.printable(file.path))' is no picture and is left out (files \(first)); others \
                        of the kind are counted by 'quiver status'
                        """)))
    }
}

/// Files of databases that this process works with, as the kernel knows them.
///
/// Closing any descriptor of such a file gives up the locks that SQLite holds on it, whatever name it was opened by: a
/// second name or a followed link leads to one as well as its own name.
struct OpenedDatabases {
    /// What SQLite and the queue keep beside a database.
    private static let ends = ["", "-wal", "-shm", "-journal", ".lock"]
    private let files: Set<FileNumber>

    /// Looks where the databases lie now; they are open already, and their files stay as long as they are.
    init(_ paths: [[UInt8]]) {
        files = Set(
            paths.flatMap { path in
                Self.ends.compactMap { end in
                    (try? Syscalls.status(path + Array(end.utf8), follow: true)).map { $0.number }
                }
            })
    }

    func contains(_ identity: FileIdentity) -> Bool { !files.isEmpty && files.contains(identity.number) }
}

/// Remembers a bounded number of file states as hashes, whose keys differ in each process.
struct SeenSet {
    private let limit: Int
    private var hashes: Set<Int> = []

    init(limit: Int) { self.limit = limit }

    func contains(_ file: Arrival) -> Bool { hashes.contains(Self.hash(file)) }

    mutating func insert(_ file: Arrival) {
        // Full: begin anew, which only costs questions that would have been spared.
        if hashes.count >= limit { hashes.removeAll(keepingCapacity: true) }
        hashes.insert(Self.hash(file))
    }

    private static func hash(_ file: Arrival) -> Int {
        var hasher = Hasher()
        hasher.combine(file.place)
        hasher.combine(file.identity)
        return hasher.finalize()
    }
}
