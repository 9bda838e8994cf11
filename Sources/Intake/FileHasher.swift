import Glibc
import SystemPackage
import SystemValues

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
