import CTesseract
import Findings

/// One of Tesseract's engines: the data of its languages, and the page that it read last.
final class TesseractEngine {
    private let handle: OpaquePointer

    /// Opens the languages; the variables are Tesseract's own.
    init(
        languages: [String], in data: LanguageData, mode: ctess_mode, variables: [(name: String, value: String)] = []
    ) throws(ReadingError) {
        let pairs = variables.flatMap { Array($0.name.utf8CString) + Array($0.value.utf8CString) }
        let made = ctess_open(data.folder, languages.joined(separator: "+"), mode, pairs + [0], variables.count)
        guard let made else {
            throw ReadingError(
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
    static func load() throws(ReadingError) {
        guard let failure = ctess_load() else { return }
        throw ReadingError(
            .engine, "Tesseract 5 is not installed; run scripts/setup, or apt-get install libtesseract5.",
            fault: .environment, detail: String(cString: failure))
    }

    /// The lines of a picture, in pixels of it.
    ///
    /// - Parameter choices: Whether other readings of each character are wanted.
    func read(
        _ picture: borrowing TesseractPicture, as layout: ctess_layout, choices: Bool
    ) throws(ReadingError) -> [ReadLine] {
        guard ctess_read(handle, picture.handle, layout) == 0 else {
            throw ReadingError(.engine, "Tesseract gave up on this photo.")
        }
        defer { ctess_clear(handle) }
        guard let cursor = ctess_cursor_make(handle) else { return [] }
        defer { ctess_cursor_free(cursor) }
        return ReadLine.all(at: cursor, choices: choices)
    }

    /// Whether the dictionary of the first language has a word.
    func knows(_ word: String) -> Bool { ctess_knows(handle, word) }

    /// How a picture lies, and in which script it is written; nil where there is too little text.
    func lie(of picture: borrowing TesseractPicture) -> PageLie? {
        var lie = ctess_lie()
        guard ctess_orientation(handle, picture.handle, &lie) == 0 else { return nil }
        let script = withUnsafeBytes(of: lie.script) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return PageLie(
            uprightQuarters: (4 - Int(lie.degrees) / 90) & 3, script: script,
            sureness: Double(lie.script_sureness))
    }
}

/// How a page lies in a picture, by the shapes of its letters.
struct PageLie: Hashable {
    /// By how many quarters clockwise the picture must be turned to be upright.
    var uprightQuarters: Int
    /// Tesseract's name of the script, such as `Latin`; empty where it is not known.
    var script: String
    /// How sure the script is, from 0; see ``isSureOfScript``.
    var sureness: Double

    /// Whether the script can be relied on: of pages in the letters that it names it is above 5, of Greek taken for Latin below 2.
    var isSureOfScript: Bool { sureness >= 4 }
}

/// A picture in grey that Tesseract can read; it is freed with this value.
struct TesseractPicture: ~Copyable {
    let handle: OpaquePointer

    deinit { ctess_picture_free(handle) }

    private init(made: OpaquePointer?) throws(ReadingError) {
        guard let made else {
            throw ReadingError(
                .memory, "there is not enough memory to read this photo; raise workers.memory.",
                fault: .environment)
        }
        handle = made
    }

    /// A copy in grey of red, green and blue, row by row without gaps; throws where there are fewer bytes than that.
    init(_ pixels: UnsafeRawBufferPointer, size: PixelSize) throws(ReadingError) {
        guard let area = size.area(ofBytes: pixels.count), area <= Int(Int32.max),
            let bytes = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else {
            throw ReadingError(
                .picture, "\(pixels.count) bytes are no picture of \(size.width) by \(size.height) pixels.",
                fault: .quiver)
        }
        try self.init(
            made: ctess_picture_from_rgb(bytes, Int32(size.width), Int32(size.height), Int64(size.width) * 3))
    }

    var size: PixelSize {
        PixelSize(width: Int(ctess_picture_width(handle)), height: Int(ctess_picture_height(handle)))
    }

    /// Turned clockwise by so many quarters.
    func turned(quarters: Int) throws(ReadingError) -> TesseractPicture {
        try TesseractPicture(made: ctess_picture_turn(handle, Int32(quarters & 3)))
    }

    /// Of another size.
    func resized(to size: PixelSize) throws(ReadingError) -> TesseractPicture {
        try TesseractPicture(
            made: ctess_picture_resize(handle, Int32(clamping: size.width), Int32(clamping: size.height)))
    }

    /// Turned clockwise about its middle by a small angle in degrees, on a larger sheet of white.
    func rotated(degrees: Double) throws(ReadingError) -> TesseractPicture {
        try TesseractPicture(made: ctess_picture_rotate(handle, Float(degrees * .pi / 180)))
    }

    /// A part of it, in whole pixels inside it.
    func cut(left: Int, top: Int, size: PixelSize) throws(ReadingError) -> TesseractPicture {
        try TesseractPicture(
            made: ctess_picture_cut(
                handle, Int32(clamping: left), Int32(clamping: top), Int32(clamping: size.width),
                Int32(clamping: size.height)))
    }

    /// By how many degrees clockwise its lines must be turned to lie level; 0 where that is not clear.
    var levelling: Double {
        var (degrees, sureness): (Float, Float) = (0, 0)
        guard ctess_picture_skew(handle, &degrees, &sureness) == 0, sureness > 3, degrees.isFinite else { return 0 }
        return Double(degrees)
    }
}
