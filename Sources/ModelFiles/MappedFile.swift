import Findings
import Foundation

/// A file's bytes, mapped: parts that are not looked at are never read.
///
/// Shared and immutable: the mapping is read-only and lives as long as the object.
package final class MappedFile: @unchecked Sendable {
    private let bytes: UnsafeRawBufferPointer

    /// Maps a whole file; throws the system's error number.
    package convenience init(_ path: String) throws(SystemError) {
        // Not blocking: a FIFO in a file's place would be waited for until a process writes into it.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(number: errno) }
        defer { close(descriptor) }
        try self.init(descriptor: descriptor)
    }

    /// Maps a whole open file, which may be closed afterwards.
    package init(descriptor: Int32) throws(SystemError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError(number: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(number: EISDIR) }
        let count = Int(status.st_size)
        guard count > 0 else {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let address, address != MAP_FAILED else { throw SystemError(number: errno) }
        bytes = UnsafeRawBufferPointer(start: address, count: count)
    }

    /// The file's size.
    package var count: Int { bytes.count }

    /// Lends the bytes; outside the closure the file may be gone from memory.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Without this the optimiser may end the object's life, and the mapping, before the last use of the pointer.
        defer { withExtendedLifetime(self) {} }
        return try body(bytes)
    }

    deinit {
        if let address = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: address), bytes.count) }
    }
}

/// An error number of the system, with its text.
package struct SystemError: Error, CustomStringConvertible {
    package let number: Int32

    package init(number: Int32) { self.number = number }

    package var description: String { String(cString: strerror(number)) }
}
