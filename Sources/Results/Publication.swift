import Glibc
import SystemPackage
import SystemValues

/// A temp file that grows until it is whole; dropped before that, it is removed.
final class StagedFile {
    /// The place that the file is meant for.
    let target: FilePath
    private let path: FilePath
    private var descriptor: FileDescriptor?

    /// Makes the temp file, and the folders that its place lies in.
    ///
    /// - Parameter mode: The rights of the file whose content it shows, which gives no further user any right to it.
    init(for target: FilePath, mode: UInt32 = FileCalls.usualMode) throws(ResultsError) {
        self.target = target
        path = AtomicFile.temporary(for: target)
        try AtomicFile.make(path.removingLastComponent())
        let path = path
        do throws(FolderError) {
            descriptor = try FileCalls.at(path) { (root, way) throws(FolderError) in
                try root.open(way, for: .creating, mode: FileCalls.narrowed(mode)).takeDescriptor()
            }
        } catch {
            // Errors name the place, not the temp file, which is unknown to users.
            throw ResultsError(error, "write", target)
        }
    }

    deinit {
        guard let descriptor else { return }
        Glibc.close(descriptor.rawValue)
        FileCalls.remove(path)
    }

    func append(_ bytes: some Sequence<UInt8>) throws(ResultsError) {
        guard let descriptor else { throw ResultsError(.badFileDescriptor, "write", target) }
        do {
            try descriptor.writeAll(bytes)
        } catch {
            throw ResultsError(error as? Errno ?? .ioError, "write", target)
        }
    }

    /// Has a body write to the file itself.
    func write(_ body: (FileDescriptor) throws(ResultsError) -> Void) throws(ResultsError) {
        guard let descriptor else { throw ResultsError(.badFileDescriptor, "write", target) }
        try body(descriptor)
    }

    /// Waits until the content is on the disk, which is the last moment at which a full disk shows; returns the temp
    /// file, which from now on is the caller's to publish or remove.
    func close() throws(ResultsError) -> FilePath {
        guard let descriptor else { throw ResultsError(.badFileDescriptor, "write", target) }
        guard fsync(descriptor.rawValue) == 0 else { throw ResultsError(Errno(rawValue: errno), "write", target) }
        self.descriptor = nil
        guard Glibc.close(descriptor.rawValue) == 0 else {
            let failure = Errno(rawValue: errno)
            FileCalls.remove(path)
            throw ResultsError(failure, "write", target)
        }
        return path
    }

    /// Puts the whole file into its place.
    func publish() throws(ResultsError) {
        var publication = Publication()
        publication.add(try close(), as: target)
        do throws(ResultsError) {
            try publication.commit()
        } catch {
            publication.discard()
            throw error
        }
    }
}

/// A temp file on its way to its place, known again by the file system's number for it.
public struct PlacedFile: Sendable, Hashable {
    /// The temp file.
    public let staged: FilePath
    /// Where it belongs.
    public let place: FilePath
    /// What was known of the temp file at first; nil where there was none.
    let status: FileStatus?

    /// Takes note of a temp file; blocks.
    public init(staged: FilePath, place: FilePath) {
        self.staged = staged
        self.place = place
        status = FileCalls.status(staged)
    }

    /// Whether the temp file lies at its place: a rename went before.
    ///
    /// Another file there, older or newer, does not count: this one was taken away before it could be placed.
    public var isPlaced: Bool {
        guard let status, let placed = FileCalls.status(place) else { return false }
        return placed.number == status.number
    }

    /// Whether the temp file was taken away before it could be placed.
    public var isLost: Bool { !FileCalls.exists(staged) && !isPlaced }
}

/// Temp files that become visible together, with each folder synced once.
public struct Publication: Sendable {
    private var files: [(file: PlacedFile, replacing: Bool)] = []

    /// A publication without files.
    public init() {}

    /// Adds a temp file that lies beside its place.
    public mutating func add(_ temporary: FilePath, as target: FilePath) {
        add(PlacedFile(staged: temporary, place: target))
    }

    /// Adds a temp file that was noted before.
    /// - Parameter replacing: Whether a file that has the name is replaced; else it is an error.
    public mutating func add(_ file: PlacedFile, replacing: Bool = true) {
        files.append((file, replacing))
    }

    /// Renames every file to its place, making folders where needed; all names are on the disk when this returns.
    ///
    /// Doing it again after a failure or a crash is harmless: a temp file that lies at its place has been renamed
    /// before.
    /// - Parameter mayPlace: Asked immediately before each rename; where it says no, the rest stays as it is.
    /// - Throws: `ResultsError` with the code `claimLost` where it said no.
    public func commit(while mayPlace: () -> Bool = { true }) throws(ResultsError) {
        var folders: Set<FilePath> = []
        for (file, replacing) in files {
            let folder = file.place.removingLastComponent()
            if folders.insert(folder).inserted { try AtomicFile.make(folder) }
            guard mayPlace() else { throw ResultsError(claimLostBefore: file.place) }
            do throws(ResultsError) {
                try FileCalls.place(file.staged, at: file.place, replacing: replacing)
            } catch {
                guard file.isPlaced, !FileCalls.exists(file.staged) else { throw error }
            }
        }
        for folder in folders { try FileCalls.syncFolder(folder) }
    }

    /// Removes the temp files in place of publishing them.
    public func discard() {
        for (file, _) in files { FileCalls.remove(file.staged) }
    }
}
