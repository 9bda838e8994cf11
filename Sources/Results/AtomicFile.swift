import Glibc
import SystemPackage
import SystemValues

/// Files that are there whole or not at all, even after a power cut.
///
/// The content is written to a temp file beside the place, synced, and renamed; then the folder is synced. Temp files
/// have a name of their own (`.quiver-….tmp`), so that what a crash leaves can be recognised and swept away.
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

    /// The same with no more rights for other users than a mode gives.
    public static func write(_ bytes: some Sequence<UInt8>, to target: FilePath, mode: UInt32) throws(ResultsError) {
        let file = try StagedFile(for: target, mode: mode)
        try file.append(bytes)
        try file.publish()
    }

    /// Writes a file that the user named, whose folders may be reached through links.
    public static func write(_ bytes: some Sequence<UInt8>, named path: FilePath) throws(ResultsError) {
        let name = path.lastComponent.map { [$0] } ?? []
        try write(bytes, to: path.removingLastComponent().resolvedPath.appending(name))
    }

    /// Writes a temp file beside a place, and the folders it lies in; the content is on the disk when this returns.
    ///
    /// A worker stages, and the supervisor publishes the file under its name with a `Publication`.
    public static func stage(_ bytes: some Sequence<UInt8>, for target: FilePath) throws(ResultsError) -> FilePath {
        try stage(bytes, for: target, mode: FileCalls.usualMode)
    }

    /// The same with no more rights for other users than a mode gives.
    static func stage(
        _ bytes: some Sequence<UInt8>, for target: FilePath, mode: UInt32
    ) throws(ResultsError) -> FilePath {
        let file = try StagedFile(for: target, mode: mode)
        try file.append(bytes)
        return try file.close()
    }

    /// Copies a file into a temp file beside a place, a part at a time; the content is on the disk when this returns.
    ///
    /// No link is followed to the file.
    public static func stage(copyOf path: FilePath, for target: FilePath) throws(ResultsError) -> FilePath {
        let file: RegularFile
        do throws(FolderError) {
            let origin = try FileCalls.origin(of: path)
            file = try origin.root.open(origin.way)
        } catch {
            throw ResultsError(error, "read", path)
        }
        return try stage(copyOf: file, named: path, for: target)
    }

    /// Copies a file that is open already.
    public static func stage(
        copyOf file: borrowing RegularFile, named path: FilePath, for target: FilePath
    ) throws(ResultsError) -> FilePath {
        let copy = try StagedFile(for: target, mode: file.status.mode)
        var (part, offset) = ([UInt8](repeating: 0, count: 1 << 20), Int64(0))
        while true {
            let count: Int
            // From the beginning, wherever who has looked at it has left it.
            do throws(Errno) { count = try Syscalls.read(file.descriptor.rawValue, into: &part, at: offset) } catch {
                throw ResultsError(error, "read", path)
            }
            if count == 0 { return try copy.close() }
            try copy.append(part[..<count])
            offset += Int64(count)
        }
    }

    /// Copies a picture of Quiver's that shows a photo of this content, and nothing else that lies at its place.
    ///
    /// - Throws: `ResultsError`, also where the file there is another one.
    public static func stage(
        pictureOf content: String, at way: PathBelow, in output: FilePath, for target: FilePath
    ) throws(ResultsError) -> FilePath {
        let path = output.pushing(way.path)
        let file: RegularFile
        do throws(FolderError) {
            file = try RootFolder(withoutLinks: output).open(way.path)
        } catch {
            throw ResultsError(error, "read", path)
        }
        guard PictureMark.content(of: file) == content else {
            throw ResultsError(
                .taken, "\(EscapedName.printable(path)) is no picture of this photo", fault: .environment)
        }
        return try stage(copyOf: file, named: path, for: target)
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

    /// A name for a temp file beside a place that nothing else has; it says which process made the file.
    public static func temporary(for target: FilePath) -> FilePath {
        let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        return target.removingLastComponent().appending("\(prefix)\(ProcessLife.tag)-\(number)\(suffix)")
    }

    /// The tag of the process that made a temp file, as ``ProcessLife`` has it; nil for another file's name.
    static func maker(of name: [UInt8]) -> String? {
        guard isTemporary(name) else { return nil }
        return String(decoding: name.dropFirst(prefix.utf8.count).prefix { $0 != UInt8(ascii: "-") }, as: UTF8.self)
    }

    /// Removes the temp files that a crash has left in a folder and in those inside it, and returns their number.
    ///
    /// Links are not followed.
    /// - Parameters:
    ///   - abandoned: Which of them no process will place any more; all, where one process alone writes there and runs no worker.
    ///   - isDeep: Whether the folders inside it are looked through too.
    @discardableResult
    public static func sweep(_ folder: FilePath, _ abandoned: AbandonedFiles = .all, isDeep: Bool = true) -> Int {
        var removed = 0
        // Another user's folder in there is not worth stopping for; neither is one that has just gone.
        var folders = [try? RootFolder(withoutLinks: folder)].compactMap { $0 }
        while let folder = folders.popLast() {
            for (name, kind) in (try? folder.names()) ?? [] {
                let way = FilePath(root: nil, [name])
                if kind == .folder {
                    // What lies in another process's folder for its workers goes with that folder.
                    guard isDeep, abandoned.enters(name.rawBytes) else { continue }
                    if let below = try? folder.folder(way) { folders.append(below) }
                } else if let maker = maker(of: name.rawBytes),
                    abandoned.holds(maker, touched: { (try? folder.status(of: way))?.modified.wrappedNanoseconds }),
                    (try? folder.remove(way)) == true
                {
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
        try FileCalls.makeFolder(folder)
    }
}
