import Foundation
import ModelFiles

/// A folder that belongs to the user who runs this process and that nobody else may enter.
///
/// What lies in it is trusted as much as the program itself, so whoever else could have written there counts. It is
/// looked at through its descriptor: a folder that is swapped under its name is not the one that was checked.
struct PrivateFolder: ~Copyable {
    let path: String
    private let descriptor: Int32

    /// Opens a folder; throws where it is missing or not private.
    init(_ path: String) throws(SystemError) {
        let number = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard number >= 0 else { throw SystemError(number: errno) }
        var status = stat()
        guard fstat(number, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            close(number)
            throw SystemError(number: EACCES)
        }
        self.path = path
        descriptor = number
    }

    deinit { close(descriptor) }

    /// Makes a folder and those above it that are missing, for this user alone.
    static func make(_ path: String) throws {
        let above = (path as NSString).deletingLastPathComponent
        if !above.isEmpty {
            try FileManager.default.createDirectory(
                atPath: above, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError(number: errno) }
    }

    /// Maps a file of this folder; throws where it is not this user's own.
    func map(_ name: String) throws(SystemError) -> MappedFile {
        let file = try openOwn(name, O_RDONLY)
        defer { close(file) }
        return try MappedFile(descriptor: file)
    }

    /// Adds bytes to a file of this folder, and waits until all of it is on the disk.
    func append(_ bytes: Data, to name: String) throws {
        let file = FileHandle(fileDescriptor: try openOwn(name, O_WRONLY | O_APPEND), closeOnDealloc: false)
        defer { close(file.fileDescriptor) }
        try file.write(contentsOf: bytes)
        guard fchmod(file.fileDescriptor, 0o600) == 0 else { throw SystemError(number: errno) }
        try file.synchronize()
    }

    func rename(_ name: String, to newName: String) -> Bool {
        renameat(descriptor, name, descriptor, newName) == 0
    }

    func remove(_ name: String) { unlinkat(descriptor, name, 0) }

    private func openOwn(_ name: String, _ flags: Int32) throws(SystemError) -> Int32 {
        let file = openat(descriptor, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw SystemError(number: errno) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            close(file)
            throw SystemError(number: EACCES)
        }
        return file
    }
}
