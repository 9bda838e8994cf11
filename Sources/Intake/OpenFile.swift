import Glibc
import SystemPackage
import SystemValues

/// An open file that is closed when it goes out of scope; a failing close of a file that was only read loses nothing.
struct OpenFile: ~Copyable {
    let descriptor: Int32
    /// What `fstat` said right after opening.
    let identity: FileIdentity

    /// Takes over a file that was opened below its root.
    init(_ file: consuming RegularFile) {
        identity = file.status.identity
        descriptor = file.takeDescriptor().rawValue
    }

    /// Opens a regular file for reading without ever waiting on a FIFO that took its place.
    init(_ path: [UInt8], followLinks: Bool) throws(Errno) {
        let number = try Syscalls.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | (followLinks ? 0 : O_NOFOLLOW))
        do throws(Errno) {
            identity = try Syscalls.status(number).identity
        } catch {
            _ = close(number)
            throw error
        }
        descriptor = number
    }

    deinit { _ = close(descriptor) }

    /// Leaves the descriptor open for as long as the process lives.
    consuming func leaveOpen() { discard self }

    func status() throws(Errno) -> FileStatus { try Syscalls.status(descriptor) }
}

/// Random access to a file's bytes through one window, for walking its structure without reading it all.
///
/// It borrows the descriptor: the caller that opened the file keeps it open meanwhile.
struct ByteReader {
    let size: Int64
    private let descriptor: Int32
    private var window: [UInt8]
    private var start: Int64 = 0
    private var filled = 0

    init(descriptor: Int32, size: Int64, window: Int = 64 * 1024) {
        self.descriptor = descriptor
        self.size = size
        self.window = [UInt8](repeating: 0, count: window)
    }

    /// The byte at an offset, or nil beyond the end.
    mutating func byte(_ offset: Int64) throws(Errno) -> UInt8? {
        if offset < start || offset >= start + Int64(filled) {
            guard offset >= 0, offset < size else { return nil }
            try fill(at: offset)
            guard filled > 0 else { return nil }
        }
        return window[Int(offset - start)]
    }

    /// The bytes from an offset on, or nil where the file ends before.
    mutating func bytes(_ offset: Int64, _ count: Int) throws(Errno) -> ArraySlice<UInt8>? {
        guard offset >= 0, count <= window.count, offset <= size, Int64(count) <= size - offset else { return nil }
        if offset < start || offset + Int64(count) > start + Int64(filled) { try fill(at: offset) }
        let first = Int(offset - start)
        return first + count <= filled ? window[first..<(first + count)] : nil
    }

    /// An unsigned number of up to eight bytes, or nil where the file ends before.
    mutating func number(_ offset: Int64, _ count: Int, bigEndian: Bool) throws(Errno) -> UInt64? {
        guard let bytes = try bytes(offset, count) else { return nil }
        return bigEndian
            ? bytes.reduce(0) { $0 << 8 | UInt64($1) }
            : bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The offset of the next `wanted` byte at or after `offset`, or nil where there is none.
    mutating func next(_ wanted: UInt8, from offset: Int64) throws(Errno) -> Int64? {
        var position = offset
        while position >= 0, position < size {
            if position < start || position >= start + Int64(filled) { try fill(at: position) }
            let first = Int(position - start)
            guard first < filled else { return nil }
            let found: Int? = window.withUnsafeBytes { buffer in
                guard let base = buffer.baseAddress, let hit = memchr(base + first, Int32(wanted), filled - first)
                else {
                    return nil
                }
                return UnsafeRawPointer(hit) - base
            }
            if let found { return start + Int64(found) }
            position = start + Int64(filled)
        }
        return nil
    }

    private mutating func fill(at offset: Int64) throws(Errno) {
        start = offset
        filled = 0
        filled = try Syscalls.read(descriptor, into: &window, at: offset)
    }
}

/// Hashes files as a stream through one buffer that is used again for each.
struct FileHasher: ~Copyable {
    private let buffer: UnsafeMutableRawBufferPointer

    init(bufferBytes: Int = 1 << 20) {
        buffer = .allocate(byteCount: bufferBytes, alignment: 4096)
    }

    deinit { buffer.deallocate() }

    /// The SHA-256 of `size` bytes, or nil where the file has fewer or more by now or `isStopped` says to give up.
    func sha256(
        descriptor: Int32, size: Int64, isStopped: () -> Bool = { false }
    ) throws(Errno) -> [UInt8]? {
        // Advice only: a failure means a slower read.
        _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
        var hash = SHA256()
        var offset: Int64 = 0
        while !isStopped() {
            let count = try Syscalls.read(descriptor, into: buffer, at: offset)
            if count > 0 { hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            offset += Int64(count)
            if count < buffer.count || offset > size { return offset == size ? hash.finish() : nil }
        }
        return nil
    }
}

/// One folder that is open, with its names sorted, so that photos are worked in the order in which a file manager shows them.
///
/// Names lie in one array of bytes: a folder of a million files costs about 30 MB while it is walked. The descriptor
/// stays open, so that files and sub-folders are reached from it and never through a path that another user could bend
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
