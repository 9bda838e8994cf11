import Glibc

/// Reads lines of bytes from a descriptor, blocking; a line longer than the limit ends the reading.
struct LineReader {
    private let descriptor: Int32
    private let limit: Int
    private var buffer: [UInt8] = []
    private var searched = 0
    private var ended = false

    init(descriptor: Int32, limit: Int) {
        self.descriptor = descriptor
        self.limit = limit
    }

    /// The next line without its line feed, nil at the end.
    mutating func next() -> [UInt8]? {
        while true {
            if let feed = buffer[searched...].firstIndex(of: 0x0A) {
                let line = Array(buffer[..<feed])
                buffer.removeFirst(feed + 1)
                searched = 0
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

    private mutating func fill() {
        var chunk = [UInt8](repeating: 0, count: 65536)
        let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            buffer.append(contentsOf: chunk[..<count])
        } else if count == 0 || errno != EINTR {
            ended = true
        }
    }
}
