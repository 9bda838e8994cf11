import Findings
import Results
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

/// Moves a finished input into `done/` or `failed/` of its root, keeping its tree (`"after": "move"`).
///
/// Only ever called after the commit that finished the photo. A file that is no longer there needs no move; one that
/// would overwrite another gets a number behind its name. No link is followed, neither to the photo nor to `done`.
struct InputMove: Sendable {
    static let folders = ["done", "failed"]

    let place: Place
    let isDone: Bool
    /// What intake saw of the photo; a file that is another one by now is a new photo, and stays.
    var stamp: FileIdentity?
    /// Whether links below the photos' folder are followed (`intake.followLinks`).
    var followsLinks = false
    /// What lies between `done` and the photo's own folders (`move.folders`).
    var below: FilePath = ""
    /// How many files of one name may lie in the folder.
    var mostNumbers = 100_000

    private var root: FilePath { FilePath(rawBytes: place.root) }
    private var target: FilePath {
        FilePath(Self.folders[isDone ? 0 : 1]).appending(below.components).pushing(FilePath(rawBytes: place.path))
    }

    /// Where the photo would lie after a move now; the record names it before the move is made.
    func plan() -> FilePath? {
        guard let root = try? RootFolder(root), let photo = try? source(in: root) else { return nil }
        for number in 1...mostNumbers {
            let to = Self.numbered(target, number)
            do throws(FolderError) {
                guard let there = try root.status(of: to) else { return self.root.pushing(to) }
                if (try? photo.folder.status(of: photo.name))??.number == there.number {
                    return self.root.pushing(to)
                }
            } catch {
                return nil
            }
        }
        return nil
    }

    /// Moves the photo, and returns where it lies now; nil where there was nothing to move.
    @discardableResult
    func perform() throws -> FilePath? {
        do throws(FolderError) {
            let root = try RootFolder(root)
            let photo = try source(in: root)
            guard let status = try photo.folder.status(of: photo.name), isThePhoto(status) else { return nil }
            try root.makeFolders(target.removingLastComponent())
            for number in 1...mostNumbers {
                let to = Self.numbered(target, number)
                do throws(FolderError) {
                    try photo.folder.rename(photo.name, to: to, in: root, replacing: false)
                    // A sender may have written the next photo under the name a moment ago: it is to be worked.
                    guard let moved = try root.status(of: to), !isThePhoto(moved) else { return self.root.pushing(to) }
                    try root.rename(to, to: photo.name, in: photo.folder, replacing: false)
                    return nil
                } catch  where error.reason == .system(.fileExists) {
                    guard try root.status(of: to)?.number == status.number else { continue }
                    // A crash came between the second name and the end of the first.
                    try photo.folder.remove(photo.name)
                    return self.root.pushing(to)
                }
            }
            throw FolderError(.system(.fileExists), "rename to", self.root.pushing(target))
        } catch  where error.isMissing {
            return nil
        } catch {
            throw failure(error)
        }
    }

    /// Whether the photo that was met lies at a path by now.
    func lies(at path: FilePath) -> Bool {
        guard stamp != nil, let status = try? Syscalls.status(path, follow: false) else { return false }
        return isThePhoto(status)
    }

    /// Moves a photo that lies in `done` or `failed` of its root back to its place; one that lies there stays.
    static func undo(_ place: Place, from moved: FilePath) throws(FolderError) {
        let root = try RootFolder(FilePath(rawBytes: place.root))
        let way = FilePath(rawBytes: place.path)
        guard try root.status(of: way) == nil else { return }
        var from = moved
        guard from.removePrefix(FilePath(rawBytes: place.root)), let first = from.components.first,
            folders.contains(first.string)
        else { throw FolderError(.outside, "move", moved) }
        if way.components.count > 1 { try root.makeFolders(way.removingLastComponent()) }
        try root.rename(from, to: way, in: root, replacing: false)
        MoveReason.remove(from: root, beside: from)
    }

    private func isThePhoto(_ status: FileStatus) -> Bool {
        guard let stamp else { return true }
        return stamp.isSameContent(as: status.identity)
    }

    /// The folder that the photo is reached from, and its way from there.
    private func source(in root: RootFolder) throws(FolderError) -> (folder: RootFolder, name: FilePath) {
        guard followsLinks else { return (root, FilePath(rawBytes: place.path)) }
        return (try RootFolder(place.file.removingLastComponent()), FilePath(rawBytes: place.file.lastName))
    }

    private func failure(_ error: FolderError) -> PipelineError {
        PipelineError(
            .output,
            "\(EscapedName.printable(place.file)) has its result but stays where it is: \(error.description)",
            fault: .environment)
    }

    /// `a.jpg` becomes `a-2.jpg`.
    private static func numbered(_ path: FilePath, _ number: Int) -> FilePath {
        guard number > 1 else { return path }
        return path.removingLastComponent().pushing(
            FilePath(rawBytes: OutputNumber.added(number, to: path.lastName)))
    }
}

extension Place {
    /// Where a record's photo lies on this host: the host that wrote the record may have the root at another path.
    public func file(of source: Record.Source) -> FilePath {
        let root = FilePath(rawBytes: root)
        let written = source.movedToPath ?? source.filePath
        guard isOnThisHost, !written.starts(with: root) else { return written }
        guard source.movedTo != nil else { return file }
        // The folder of moved photos, and what lies in it: all that stands behind the root of the host that wrote it.
        let depth = source.filePath.components.count - FilePath(rawBytes: path).components.count
        let end = written.components.dropFirst(max(depth, 0))
        guard let first = end.first, InputMove.folders.contains(first.string) else { return written }
        return root.pushing(FilePath(root: nil, Array(end)))
    }

    /// The same with this host's paths, by which its score book knows the photo.
    public func local(_ source: Record.Source) -> Record.Source {
        guard isOnThisHost, !source.filePath.starts(with: FilePath(rawBytes: root)) else { return source }
        let moved = source.movedTo == nil ? nil : file(of: source)
        return source.told(from: root, way: [UInt8(ascii: "/")] + path).moved(to: moved)
    }
}

/// Keeps a copy of a finished photo beside its results (`output.originals`).
///
/// The supervisor makes it and not the worker, which may write nowhere but into its staging folder. The photo is opened
/// once, and what is open is what is checked and copied: its folder may belong to another user, who swaps it for a link.
/// Blocks.
struct OriginalCopy: Sendable {
    let claim: Claim
    let place: FilePath
    /// Whether links below the photos' folder are followed (`intake.followLinks`).
    var followsLinks = false

    /// Stages the copy, and finds a name for it that no other file has.
    ///
    /// - Throws: ``FileGone`` or ``FileChanged`` where the photo is not the one any more that was worked.
    func staged() throws -> PlacedFile {
        let file = claim.place.file
        let photo: RegularFile
        do throws(FolderError) {
            photo = try open()
        } catch {
            switch error.reason {
            case .system(.noSuchFileOrDirectory): throw FileGone()
            case .link, .notRegular, .outside, .system(.notDirectory): throw FileChanged()
            case .system: throw ResultsError(error, "read", file)
            }
        }
        guard claim.stamp.isSameContent(as: photo.status.identity) else { throw FileChanged() }
        let copy = try AtomicFile.stage(copyOf: photo, named: file, for: place)
        guard try claim.stamp.isSameContent(as: photo.currentStatus().identity) else {
            AtomicFile.discard(copy)
            throw FileChanged()
        }
        return PlacedFile(staged: copy, place: try OutputChoice.place(forCopy: copy, at: place))
    }

    private func open() throws(FolderError) -> RegularFile {
        let (root, way) = (FilePath(rawBytes: claim.place.root), FilePath(rawBytes: claim.place.path))
        guard followsLinks else { return try RootFolder(root).open(way) }
        let folder = try RootFolder(root.pushing(way).removingLastComponent())
        return try folder.open(FilePath(rawBytes: way.lastName))
    }
}

/// Notes in a record where its photo lies, where the move came later than the record: after a crash, or in a later run.
struct MovedPhotos: Sendable {
    let queue: QueueService
    let records: RecordBuilder
    let disk: BlockingLane

    /// Where a photo's record says that it lies, or is about to; nil where it says neither.
    func planned(_ place: Place) async throws -> FilePath? {
        guard let id = try await queue.knownFiles(at: [place]).first??.job, let line = try await queue.result(of: id)
        else { return nil }
        return (try? Record.decode(line)).map { place.local($0.source) }?.movedToPath
    }

    /// Notes a photo's new place, in its file and in the queue; one that is noted already stays.
    ///
    /// A photo that comes again under its name is moved to a second place, and its record names the first.
    func note(_ place: Place, at path: FilePath) async throws {
        guard let id = try await queue.knownFiles(at: [place]).first??.job, let job = try await queue.job(id),
            let line = try await queue.result(of: id), var record = try? Record.decode(line),
            record.source.movedTo == nil
        else { return }
        // A record has the paths of one host.
        record.source = place.local(record.source).moved(to: path)
        let noted = record
        try await disk.perform { [records] in try records.write(noted, of: job) }
        try await queue.perform { transaction in
            // It may have been forgotten meanwhile.
            guard try transaction.jobs.job(id) != nil else { return }
            try transaction.jobs.saveResult(Array(noted.line.utf8), of: id)
        }
    }
}

extension MovedPhotos {
    /// Brings photos back from `done` and `failed` to the places where they are worked; blocks.
    ///
    /// - Returns: the jobs whose photo lies at its place, or was never moved, and a sentence for each other one.
    static func bringBack(_ jobs: [(job: Job, result: [UInt8]?)]) -> (ids: [JobID], refused: [String]) {
        var (ids, refused): ([JobID], [String]) = ([], [])
        for (job, result) in jobs {
            let record = result.flatMap { try? Record.decode($0) }
            do throws(FolderError) {
                if let source = record?.source, source.movedTo != nil {
                    guard job.place.isOnThisHost else {
                        refused.append(
                            "job \(job.id), \(EscapedName.printable(job.place.file)), was moved away in a folder that this host "
                                + "does not have; try it again on a host that has it")
                        continue
                    }
                    try InputMove.undo(job.place, from: job.place.file(of: source))
                }
                ids.append(job.id)
            } catch {
                let name = EscapedName.printable(job.place.file)
                refused.append("job \(job.id), \(name), was moved away and cannot be moved back: \(error.description)")
            }
        }
        return (ids, refused)
    }
}
