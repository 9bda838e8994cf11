import Glibc
import SystemPackage
import SystemValues

/// The system calls that results need, each with an error that names its file.
///
/// Paths of results were resolved when a run began, so that each link in one has been planted since: none is followed.
enum FileCalls {
    /// Where a path is reached from: a folder that is held open, or the path's own beginning.
    static func origin(of path: FilePath) throws(FolderError) -> (root: RootFolder, way: FilePath) {
        if let held = HeldFolder.origin(of: path) { return held }
        return try RootFolder.origin(of: path)
    }

    /// Does something with what a path names, reached from the path's origin without following a link.
    static func at<Value>(
        _ path: FilePath, _ body: (_ root: RootFolder, _ way: FilePath) throws(FolderError) -> Value
    ) throws(FolderError) -> Value {
        let (root, way) = try origin(of: path)
        return try body(root, way)
    }

    /// The same, with an error about the file that users know.
    static func at<Value>(
        _ path: FilePath, _ doing: String, _ body: (_ root: RootFolder, _ way: FilePath) throws(FolderError) -> Value
    ) throws(ResultsError) -> Value {
        do {
            return try at(path, body)
        } catch {
            throw ResultsError(error, doing, path)
        }
    }

    /// Gives a file its place, and its content a copy there where the place lies on another device.
    /// - Parameter replacing: Whether a file that has the name is replaced; else it is an error.
    static func place(_ path: FilePath, at target: FilePath, replacing: Bool) throws(ResultsError) {
        do {
            try rename(path, to: target, replacing: replacing)
        } catch {
            guard error.reason == .system(.improperLink) else { throw ResultsError(error, "write", target) }
            let copy = try AtomicFile.stage(copyOf: path, for: target)
            do throws(FolderError) {
                try rename(copy, to: target, replacing: replacing)
            } catch {
                remove(copy)
                throw ResultsError(error, "write", target)
            }
            remove(path)
        }
    }

    private static func rename(_ path: FilePath, to target: FilePath, replacing: Bool) throws(FolderError) {
        let (root, way) = try origin(of: path)
        let (targetRoot, targetWay) = try origin(of: target)
        try root.rename(way, to: targetWay, in: targetRoot, replacing: replacing)
    }

    /// Removes a file; one that is not there is fine.
    static func remove(_ path: FilePath) {
        _ = try? at(path) { (root, way) throws(FolderError) in try root.remove(way) }
    }

    /// Waits until a folder's names are on the disk.
    static func syncFolder(_ path: FilePath) throws(ResultsError) {
        do throws(FolderError) {
            if let held = HeldFolder.current, held.path == path.lexicallyNormalized() { return try held.root.sync() }
            if let (root, way) = HeldFolder.origin(of: path) { return try root.sync(way) }
            try RootFolder(withoutLinks: path).sync()
        } catch {
            throw ResultsError(error, "write to the folder", path)
        }
    }

    /// Makes a folder and those above it; their names are on the disk when this returns.
    static func makeFolder(_ path: FilePath) throws(ResultsError) {
        guard !path.lexicallyNormalized().components.isEmpty else { return }
        // The folder that is held is there.
        if let held = HeldFolder.current, held.path == path.lexicallyNormalized() { return }
        try at(path, "make the folder") { (root, way) throws(FolderError) in try root.makeFolders(way) }
    }

    /// What lies at a path, a link itself where it is one; nil where nothing does, or nothing can be known.
    static func status(_ path: FilePath) -> FileStatus? {
        try? at(path) { (root, way) throws(FolderError) in try root.status(of: way) }
    }

    /// Whether what lies at a path is this user's or root's: what others keep is believed in nothing.
    static func isThisUsers(_ path: FilePath) -> Bool {
        status(path).map { $0.owner == geteuid() || $0.owner == 0 } ?? false
    }

    static func exists(_ path: FilePath) -> Bool { status(path) != nil }
}

extension FileCalls {
    /// The rights of a file that shows nothing private, before the process's mask.
    static let usualMode: UInt32 = 0o666

    /// The rights of a file of the results: its owner reads and writes it, and others do no more than a mode gives them.
    static func narrowed(_ mode: UInt32) -> UInt32 { (mode | 0o600) & usualMode }

    /// Takes rights of other users away that a mode does not give; a disk without rights keeps its own.
    static func narrow(_ path: FilePath, to mode: UInt32) {
        guard let origin = try? origin(of: path), let file = try? origin.root.open(origin.way) else { return }
        _ = fchmod(file.descriptor.rawValue, file.status.mode & narrowed(mode))
    }

    /// Whether two regular files hold the same bytes; false where one cannot be read.
    static func haveSameContent(_ one: FilePath, _ other: FilePath) -> Bool {
        guard let first = try? RootFolder.origin(of: one), let second = try? RootFolder.origin(of: other),
            let left = try? first.root.open(first.way), let right = try? second.root.open(second.way),
            left.status.size == right.status.size
        else { return false }
        var offset: Int64 = 0
        while offset < left.status.size {
            guard let part = part(of: left, at: offset), !part.isEmpty, part == Self.part(of: right, at: offset)
            else { return false }
            offset += Int64(part.count)
        }
        return true
    }

    private static func part(of file: borrowing RegularFile, at offset: Int64) -> [UInt8]? {
        let size = Int(min(file.status.size - offset, 1 << 20))
        var bytes = [UInt8](repeating: 0, count: size)
        var filled = 0
        while filled < size {
            let start = filled
            let count = bytes.withUnsafeMutableBytes { buffer in
                try? file.descriptor.read(
                    fromAbsoluteOffset: offset + Int64(start),
                    into: UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
            }
            guard let count, count > 0 else { return nil }
            filled += count
        }
        return bytes
    }
}

/// A folder that is held open while files are placed below its path: they are reached from its descriptor.
///
/// A share may go between the look whether it is there and the writing. By path, the file would then land below the
/// mount point, where it is hidden once the share is back; from the descriptor it lands in the folder that was looked at.
public struct HeldFolder: Sendable {
    let path: FilePath
    let root: RootFolder

    @TaskLocal static var current: HeldFolder?

    /// Holds a folder at its path, which leads through no links.
    public init(_ root: RootFolder, at path: FilePath) {
        self.root = root
        self.path = path.lexicallyNormalized()
    }

    /// Runs a body that blocks, in which everything below the path is reached from the folder.
    public func run<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        let result: Result<Value, Failure> = Self.$current.withValue(self) {
            do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// The folder and the way from it, where a path lies below one that is held.
    static func origin(of path: FilePath) -> (root: RootFolder, way: FilePath)? {
        guard let held = current else { return nil }
        var way = path.lexicallyNormalized()
        guard way.removePrefix(held.path), !way.isEmpty else { return nil }
        return (held.root, way)
    }
}
