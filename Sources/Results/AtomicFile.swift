import Glibc
import SystemPackage

/// Files that are there whole or not at all, even after a power cut.
///
/// The content is written to a temp file beside the place, synced, and renamed; then the folder is synced. Temp files
/// have a name of their own (`.quiver-….tmp`), so that what a crash leaves can be told and swept away.
public enum AtomicFile {
    /// How the names of temp files begin.
    public static let prefix = ".quiver-"
    /// How the names of temp files end.
    public static let suffix = ".tmp"

    /// Writes a file, and the folders it lies in; the name is on the disk when this returns.
    public static func write(_ bytes: some Sequence<UInt8>, to target: FilePath) throws(ResultsError) {
        let file = try StagedFile(for: target)
        try file.append(bytes)
        try file.publish()
    }

    /// Writes a temp file beside a place, and the folders it lies in; the content is on the disk when this returns.
    ///
    /// A worker stages, and the supervisor publishes the file under its name with a `Publication`.
    public static func stage(_ bytes: some Sequence<UInt8>, for target: FilePath) throws(ResultsError) -> FilePath {
        let file = try StagedFile(for: target)
        try file.append(bytes)
        return try file.close()
    }

    /// Copies a file into a temp file beside a place, a part at a time; the content is on the disk when this returns.
    public static func stage(copyOf file: FilePath, for target: FilePath) throws(ResultsError) -> FilePath {
        let number = file.withPlatformString { open($0, O_RDONLY | O_CLOEXEC) }
        guard number >= 0 else { throw ResultsError(Errno(rawValue: errno), "read", file) }
        defer { close(number) }
        let copy = try StagedFile(for: target)
        var part = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(number, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw ResultsError(Errno(rawValue: errno), "read", file) }
            if count == 0 { return try copy.close() }
            try copy.append(part[..<count])
        }
    }

    /// Sees whether a folder takes files: makes it where it is missing, and writes, syncs and removes one.
    ///
    /// - Throws: an error that names the folder.
    public static func probe(_ folder: FilePath, naming name: FilePath) throws(ResultsError) {
        do throws(ResultsError) {
            discard(try stage([UInt8](repeating: 0x51, count: 4096), for: folder.appending("probe")))
        } catch {
            throw error.about(name)
        }
    }

    /// Removes a temp file that is not wanted after all.
    public static func discard(_ temporary: FilePath) { FileCalls.remove(temporary) }

    /// A name for a temp file beside a place that nothing else has.
    public static func temporary(for target: FilePath) -> FilePath {
        let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        return target.removingLastComponent().appending("\(prefix)\(getpid())-\(number)\(suffix)")
    }

    /// Removes the temp files that a crash has left in a folder and in those inside it, and returns their number.
    ///
    /// Only for the one who alone writes there: at a start, before workers run. Links are not followed.
    @discardableResult
    public static func sweep(_ folder: FilePath) -> Int {
        var removed = 0
        var folders = [folder]
        while let folder = folders.popLast() {
            // A folder of someone else's in there is not worth stopping for; neither is one that has just gone.
            guard let names = try? FileCalls.names(in: folder) else { continue }
            for (name, isFolder) in names {
                if isFolder {
                    folders.append(folder.appending(raw: name))
                } else if isTemporary(name) {
                    FileCalls.remove(folder.appending(raw: name))
                    removed += 1
                }
            }
        }
        return removed
    }

    /// Whether a name without folders is one of a temp file.
    public static func isTemporary(_ name: [UInt8]) -> Bool {
        name.starts(with: prefix.utf8) && name.reversed().starts(with: suffix.utf8.reversed())
            && !name.contains(UInt8(ascii: "/"))
    }

    /// Makes a folder and those above it, names synced.
    public static func make(_ folder: FilePath) throws(ResultsError) {
        for changed in try FileCalls.makeFolder(folder) { try FileCalls.syncFolder(changed) }
    }
}

/// Temp files that become visible together, with each folder synced once.
public struct Publication: Sendable {
    private var files: [(temporary: FilePath, target: FilePath)] = []

    public init() {}

    /// Adds a temp file that lies beside its place.
    public mutating func add(_ temporary: FilePath, as target: FilePath) {
        files.append((temporary, target))
    }

    /// Renames every file to its place, making folders where needed; all names are on the disk when this returns.
    ///
    /// Doing it again after a failure or a crash is harmless: a temp file that has gone and whose place is filled has
    /// been renamed before.
    public func commit() throws(ResultsError) {
        var folders: Set<FilePath> = []
        for (temporary, target) in files {
            if folders.insert(target.removingLastComponent()).inserted {
                try AtomicFile.make(target.removingLastComponent())
            }
            do throws(ResultsError) {
                try FileCalls.rename(temporary, to: target)
            } catch {
                guard error.code == .missing, FileCalls.exists(target), !FileCalls.exists(temporary) else {
                    throw error
                }
            }
        }
        for folder in folders { try FileCalls.syncFolder(folder) }
    }

    /// Removes the temp files in place of publishing them.
    public func discard() {
        for file in files { FileCalls.remove(file.temporary) }
    }
}
