import CLinux
import Glibc
import SystemPackage

/// Reads lines of bytes from a descriptor, blocking; a line longer than the limit ends the reading.
///
/// Where the descriptor is a socket, open files may come with lines.
package struct LineReader {
    private let descriptor: Int32
    private let limit: Int
    private var buffer: [UInt8] = []
    private var searched = 0
    private var ended = false
    /// A file that came with a line which is still to be given out, and how many lines are given out before that one.
    private var arrived: (file: FileDescriptor, linesBefore: Int)?
    /// The file of the line that was given out last.
    private var file: FileDescriptor?

    package init(descriptor: Int32, limit: Int) {
        self.descriptor = descriptor
        self.limit = limit
    }

    /// The next line without its line feed, nil at the end.
    package mutating func next() -> [UInt8]? {
        while true {
            if let feed = buffer[searched...].firstIndex(of: 0x0A) {
                let line = Array(buffer[..<feed])
                buffer.removeFirst(feed + 1)
                searched = 0
                handOverFile()
                return line
            }
            searched = buffer.count
            if ended || buffer.count > limit {
                let rest = buffer.count > limit ? [] : buffer
                buffer = []
                searched = 0
                ended = true
                return rest.isEmpty ? nil : rest
            }
            fill()
        }
    }

    /// The open file that came with the last line, which is the caller's to close; nil where none came.
    package mutating func takeFile() -> FileDescriptor? {
        defer { file = nil }
        return file
    }

    /// Makes a file that came with the line that is given out now the one to be taken.
    private mutating func handOverFile() {
        try? file?.close()
        file = nil
        guard let next = arrived else { return }
        if next.linesBefore == 0 {
            file = next.file
            arrived = nil
        } else {
            arrived?.linesBefore -= 1
        }
    }

    private mutating func fill() {
        var chunk = [UInt8](repeating: 0, count: 65536)
        var received: Int32 = -1
        var count = chunk.withUnsafeMutableBytes { buffer -> Int in
            guard let start = buffer.baseAddress else { return 0 }
            return csockets_receive(descriptor, start, buffer.count, &received)
        }
        // By hand, the input is a pipe, a file or a terminal.
        if count == -Int(ENOTSOCK) {
            count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { return }
        }
        if count > 0 { buffer.append(contentsOf: chunk[..<count]) } else { ended = true }
        guard received >= 0 else { return }
        // It was sent with the first byte of its line, and nothing that follows is received with it: the line is the last
        // one that begins in the buffer, which may hold the end of the line before.
        try? arrived?.file.close()
        let lines = buffer.dropLast(buffer.last == 0x0A ? 1 : 0).count { $0 == 0x0A }
        arrived = (FileDescriptor(rawValue: received), lines)
    }
}
