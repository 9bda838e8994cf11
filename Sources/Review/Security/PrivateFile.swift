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

    /// Does something while no other process and no other thread of this kind does.
    ///
    /// The lock is a file of its own: a change puts another file in this one's place, and so would leave its lock behind.
    /// - Throws: ``ServerError`` where the lock's file cannot be made.
    func whileLocked<T>(_ body: () throws(ServerError) -> T) throws(ServerError) -> T {
        let lock = PrivateFile(at: FilePath(path.string + ".lock"))
        let number: CInt
        do throws(FolderError) {
            let folder = try folder
            let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
            number = lock.name.withPlatformString { openat(folder.descriptor.rawValue, $0, flags, 0o600) }
        } catch {
            throw lock.unwritable(error.why)
        }
        guard number >= 0 else { throw lock.unwritable(Errno(rawValue: errno).description) }
        // A file system without locks has no second server on it either.
        _ = flock(number, LOCK_EX)
        defer { close(number) }
        return try body()
    }

    private func unwritable(_ why: String) -> ServerError {
        ServerError(.secret, "cannot write \(EscapedName.printable(path)): \(why)", fault: .environment)
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
            throw unwritable((error as? FolderError)?.why ?? "\(error)")
        }
    }
}
