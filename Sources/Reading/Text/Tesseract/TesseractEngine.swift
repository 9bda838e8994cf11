import CTesseract
import Findings

/// One of Tesseract's engines: the data of its languages, and the page that it read last.
final class TesseractEngine {
    private let handle: OpaquePointer

    /// Opens the languages; the variables are Tesseract's own.
    init(
        languages: [String], in data: LanguageData, mode: ctess_mode, variables: [(name: String, value: String)] = []
    ) throws(TextReadingError) {
        let pairs = variables.flatMap { Array($0.name.utf8CString) + Array($0.value.utf8CString) }
        let made = ctess_open(data.folder, languages.joined(separator: "+"), mode, pairs + [0], variables.count)
        guard let made else {
            throw TextReadingError(
                .data,
                """
                Tesseract cannot use its data of \(languages.joined(separator: ", ")) in \(data.folder); run \
                apt-get install --reinstall \(languages.map(LanguageData.package(of:)).joined(separator: " ")).
                """, fault: .environment)
        }
        handle = made
    }

    deinit { ctess_close(handle) }

    /// Opens the library, once in a process; throws where it is not installed.
    static func load() throws(TextReadingError) {
        guard let failure = ctess_load() else { return }
        throw TextReadingError(
            .engine, "Tesseract 5 is not installed; run scripts/setup, or apt-get install libtesseract5.",
            fault: .environment, detail: String(cString: failure))
    }

    /// Tesseract's version, such as `5.3.0`; after ``load()``.
    static var version: String { String(cString: ctess_version()) }

    /// The lines of a picture, in pixels of it.
    ///
    /// - Parameter choices: Whether other readings of each character are wanted.
    func read(
        _ picture: borrowing TesseractPicture, as layout: ctess_layout, choices: Bool
    ) throws(TextReadingError) -> [ReadLine] {
        guard ctess_read(handle, picture.handle, layout) == 0 else {
            throw TextReadingError(.engine, "Tesseract gave up on this photo.")
        }
        defer { ctess_clear(handle) }
        guard let cursor = ctess_cursor_make(handle) else { return [] }
        defer { ctess_cursor_free(cursor) }
        return ReadLine.all(at: cursor, choices: choices)
    }

    /// By how many quarters clockwise a picture must be turned to be upright; nil where there is too little text.
    func uprightQuarters(of picture: borrowing TesseractPicture) -> Int? {
        var (degrees, sureness): (Int32, Float) = (0, 0)
        guard ctess_orientation(handle, picture.handle, &degrees, &sureness) == 0 else { return nil }
        return (4 - Int(degrees) / 90) & 3
    }
}
