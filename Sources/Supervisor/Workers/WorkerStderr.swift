import SystemValues

/// Cuts what a worker says on its standard error into lines for people, whatever it says.
///
/// Libraries print what they find in a picture, and a worker that is taken over prints what it likes: no line is long, none
/// commands a terminal, and there are not many of them.
struct WorkerStderr {
    /// Bytes of a line that are shown.
    private static let longest = 1000
    /// Lines of one worker that are shown; it is replaced before long.
    private static let most = 100

    private var line: [UInt8] = []
    private var isCut = false
    private var said = 0
    private var left = 0

    /// Takes the next bytes and returns the lines that they end.
    mutating func feed(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == 0x0A {
                if let line = endLine() { lines.append(line) }
            } else if line.count < Self.longest {
                line.append(byte)
            } else {
                isCut = true
            }
        }
        return lines
    }

    /// What is left when the worker has ended.
    mutating func end() -> [String] {
        var lines: [String] = []
        if !line.isEmpty, let line = endLine() { lines.append(line) }
        if left > 0 { lines.append("(\(left) more lines)") }
        return lines
    }

    private mutating func endLine() -> String? {
        defer {
            line = []
            isCut = false
        }
        guard said < Self.most else {
            left += 1
            return nil
        }
        said += 1
        return String(decoding: line, as: UTF8.self).forTerminal + (isCut ? " …" : "")
    }
}
