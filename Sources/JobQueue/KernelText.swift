import Glibc

/// The kernel's small text files, which have no size to ask for.
package enum KernelText {
    /// The whole text; empty where the file cannot be read.
    package static func read(_ path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var text: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 16_384)
        while case let count = Glibc.read(file, &bytes, bytes.count), count > 0 {
            text += bytes.prefix(count)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
