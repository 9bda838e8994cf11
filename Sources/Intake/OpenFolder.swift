import Glibc
import SystemPackage
import SystemValues

/// One folder that is open, with its names sorted, so that photos are worked in the order in which a file manager shows them.
///
/// Names lie in one array of bytes: a folder of a million files costs about 30 MB while it is walked. The descriptor
/// stays open, so that files and sub-folders are reached from it and never through a path that someone could bend
/// meanwhile.
final class OpenFolder {
    struct Name {
        fileprivate let start: Int
        fileprivate let count: Int
        let type: Int32
    }

    let descriptor: Int32
    let relative: [UInt8]
    let isWatched: Bool
    private(set) var names: [Name] = []
    private var bytes: [UInt8] = []
    /// The next of `names` to look at.
    var cursor = 0
    private var folders: [ArraySlice<UInt8>] = []
    private var nextFolderIndex = 0

    /// Takes over the descriptor of a folder, whether or not the listing succeeds.
    init(descriptor: Int32, relative: [UInt8], isWatched: Bool) throws(Errno) {
        self.descriptor = descriptor
        self.relative = relative
        self.isWatched = isWatched
        try list()
    }

    deinit { _ = close(descriptor) }

    func bytes(of name: Name) -> ArraySlice<UInt8> { bytes[name.start..<(name.start + name.count)] }

    func add(folder name: ArraySlice<UInt8>) { folders.append(name) }

    /// The next sub-folder to enter, each once.
    func nextFolder() -> ArraySlice<UInt8>? {
        guard nextFolderIndex < folders.count else { return nil }
        defer { nextFolderIndex += 1 }
        return folders[nextFolderIndex]
    }

    private func list() throws(Errno) {
        // The stream gets a descriptor of its own, because closing the stream closes it.
        let copy = try Syscalls.checked { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
        guard let stream = fdopendir(copy) else {
            let error = Syscalls.lastError
            _ = close(copy)
            throw error
        }
        defer { _ = closedir(stream) }
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw Syscalls.lastError }
                break
            }
            append(entry)
        }
        let all = bytes
        names.sort { left, right in
            all[left.start..<(left.start + left.count)].lexicographicallyPrecedes(
                all[right.start..<(right.start + right.count)])
        }
    }

    private func append(_ entry: UnsafeMutablePointer<dirent>) {
        // The name is read where it lies: copying the struct would cut off what some file systems return beyond its 256
        // bytes.
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 19
        let name = UnsafeRawPointer(entry) + offset
        let count = strlen(name.assumingMemoryBound(to: CChar.self))
        let raw = UnsafeRawBufferPointer(start: name, count: count)
        if raw.elementsEqual(".".utf8) || raw.elementsEqual("..".utf8) { return }
        names.append(Name(start: bytes.count, count: count, type: Int32(entry.pointee.d_type)))
        bytes.append(contentsOf: raw)
    }
}
