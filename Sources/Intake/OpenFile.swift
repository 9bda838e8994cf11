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
