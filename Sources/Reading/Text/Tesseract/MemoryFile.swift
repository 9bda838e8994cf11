import CTesseract
import Findings

/// A file in memory that holds the user's words while Tesseract opens them: it takes them from a file alone.
enum MemoryFile {
    /// Calls the body with the path of a file of these words, one a line; with nil where there are none.
    ///
    /// The path can be opened by this process alone, and only until the body returns.
    static func holding<Result>(
        _ words: [String], _ body: (String?) throws(TextReadingError) -> Result
    ) throws(TextReadingError) -> Result {
        guard !words.isEmpty else { return try body(nil) }
        let bytes = Array((words.joined(separator: "\n") + "\n").utf8)
        let descriptor = ctess_memory_file(bytes, bytes.count)
        guard descriptor >= 0 else {
            throw TextReadingError(
                .memory, "the words of the settings could not be handed to Tesseract; give the workers more memory.",
                fault: .environment, detail: "error \(-descriptor)")
        }
        defer { ctess_memory_file_close(descriptor) }
        return try body("/proc/self/fd/\(descriptor)")
    }
}
