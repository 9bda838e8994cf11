import Glibc
import Results
import SystemPackage
import SystemValues

/// A small file beside the queue that only this user may read and write, from its first moment on.
struct PrivateFile: Sendable {
    /// Longer files are none of ours.
    private static let longest = 64 << 10

    let path: FilePath

    /// The file at a path, as a queue's location names it.
    init(at path: FilePath) { self.path = path }

    private var name: FilePath { FilePath(root: nil, path.lastComponent.map { [$0] } ?? []) }
    private var folder: RootFolder { get throws(FolderError) { try RootFolder(path.removingLastComponent()) } }

    /// What is known of the file without opening it, another for another file; nil where it is not there.
    var status: FileStatus? { try? folder.status(of: name) }

    /// The file's bytes; nil where it is not there.
    ///
    /// - Throws: ``ServerError`` where the file is not this user's own and only this user's.
    func read() throws(ServerError) -> [UInt8]? {
        guard let file = try open() else { return nil }
        return try bytes(of: file)
    }

    /// Does something with the file's bytes while no other process of this kind does; nil where the file is not there.
    func whileLocked<T>(_ body: ([UInt8]) throws -> T) throws -> T? {
        guard let file = try open() else { return nil }
        // Released with the descriptor. A file system without locks has no second server on it either.
        _ = flock(file.descriptor.rawValue, LOCK_EX)
        return try body(try bytes(of: file))
    }

    private func open() throws(ServerError) -> RegularFile? {
        guard status != nil else { return nil }
        let file: RegularFile
        do throws(FolderError) { file = try folder.open(name) } catch { throw refusal(error.why) }
        let status = file.status
        guard status.owner == geteuid() else { throw refusal("it belongs to another user") }
        guard status.mode & 0o077 == 0 else { throw refusal("others than you may read or write it") }
        guard status.size <= Self.longest else { throw refusal("it is too long") }
        return file
    }

    private func bytes(of file: borrowing RegularFile) throws(ServerError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.longest)
        let count = pread(file.descriptor.rawValue, &bytes, bytes.count, 0)
        guard count >= 0 else { throw refusal(Errno(rawValue: errno).description) }
        return Array(bytes[..<count])
    }

    private func refusal(_ why: String) -> ServerError {
        ServerError(
            .secret,
            "\(EscapedName.printable(path)) cannot be trusted: \(why); remove it, then make a new token with "
                + "'quiver serve --token'")
    }

    /// Puts a file of this user's alone in the place of the one that is there.
    func write(_ bytes: [UInt8]) throws(ServerError) {
        let draft = AtomicFile.temporary(for: path)
        let draftName = FilePath(root: nil, draft.lastComponent.map { [$0] } ?? [])
        do {
            let folder = try folder
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            let number = draftName.withPlatformString { openat(folder.descriptor.rawValue, $0, flags, 0o600) }
            guard number >= 0 else { throw Errno(rawValue: errno) }
            do {
                let descriptor = FileDescriptor(rawValue: number)
                try descriptor.closeAfter {
                    try descriptor.writeAll(bytes)
                    guard fsync(number) == 0 else { throw Errno(rawValue: errno) }
                }
                try folder.rename(draftName, to: name, replacing: true)
                try folder.sync()
            } catch {
                _ = try? folder.remove(draftName)
                throw error
            }
        } catch {
            let why = (error as? FolderError)?.why ?? "\(error)"
            throw ServerError(.secret, "cannot write \(EscapedName.printable(path)): \(why)", fault: .environment)
        }
    }
}
