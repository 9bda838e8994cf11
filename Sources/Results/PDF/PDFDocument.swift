import Findings

/// A picture or a document that cannot be written as PDF, in a sentence for users.
public struct PDFError: ReportableError, Hashable {
    /// What went wrong, for programs.
    public enum Code: String, Sendable, Codable, CaseIterable {
        /// The picture is none that a PDF page can show.
        case picture
        /// The document would be larger than its table of places can tell.
        case size
        /// Pages came after the end, or the end came after an error.
        case ended
    }

    /// What went wrong, for programs.
    public let code: Code
    /// The code as text, such as `picture`.
    public var codeName: String { code.rawValue }
    /// What is wrong, and what to do next.
    public let message: String
    /// Whose fault it is.
    public let fault: Fault

    /// An error with its sentence.
    public init(_ code: Code, _ message: String, fault: Fault = .quiver) {
        self.code = code
        self.message = message
        self.fault = fault
    }

    /// The sentence.
    public var description: String { message }
}

/// A searchable PDF that is written page after page: pictures with the text that is read in them laid over unseen.
///
/// Nothing but the places of its parts stays in memory. The catalogue, without which no viewer finds a page, is written
/// last: a document that was interrupted does not look like a whole one. Let the bytes go into a file that gets its name
/// when ``finish()`` has returned.
public struct PDFDocument: ~Copyable {
    private let write: (_ bytes: [UInt8]) throws -> Void
    private let information: PDFInformation
    private var font = InvisibleFont()
    private var written = 0
    /// Where each object begins; those of the ends are not known before them.
    private var places: [Int]
    private var pages: [Int] = []
    private var hasFailed = false

    /// Objects that are written last and have the first numbers, so that pages can name them.
    private enum Fixed: Int, CaseIterable {
        case catalog = 1, pages, font, descendant, descriptor, fontFile, toUnicode, glyphNumbers, information
    }

    /// Begins a document.
    ///
    /// - Parameters:
    ///   - information: Its title, dates and language.
    ///   - write: Takes the bytes in order; an error of its own ends the document.
    public init(_ information: PDFInformation = PDFInformation(), write: @escaping (_ bytes: [UInt8]) throws -> Void)
        throws
    {
        self.write = write
        self.information = information
        places = [Int](repeating: 0, count: Fixed.allCases.count + 1)
        // Four bytes above 127 tell transfer programs that this is no text.
        try put("%PDF-1.7\n%")
        try put([0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
    }

    /// The number of pages so far.
    public var count: Int { pages.count }

    /// Writes one page.
    ///
    /// - Throws: what `write` throws, or `PDFError` after an earlier error.
    public mutating func add(_ page: PDFPage) throws {
        guard !hasFailed else { throw PDFError(.ended, "a page came after an error; write the document anew") }
        // Until the page is whole the document cannot go on.
        hasFailed = true
        let layer = TextLayer(page, font: &font)
        let (width, height) = (number(page.size.width), number(page.size.height))
        let picture = try stream(next(), page.picture.dictionary, page.picture.bytes)
        let drawing = "q \(width) 0 0 \(height) 0 0 cm /P Do Q\n\(layer.operators)"
        let content = try stream(next(), "", Array(drawing.utf8))
        let own = next()
        try object(
            own,
            """
            << /Type /Page /Parent \(Fixed.pages.rawValue) 0 R /MediaBox [0 0 \(width) \(height)] /Contents \(content) 0 R \
            /Resources << /XObject << /P \(picture) 0 R >> /Font << /F1 \(Fixed.font.rawValue) 0 R >> >> >>
            """)
        pages.append(own)
        hasFailed = false
    }

    /// Writes what makes the pages a document; it is whole when this returns.
    ///
    /// - Throws: what `write` throws, or `PDFError` after an earlier error or for a document without pages.
    public consuming func finish() throws {
        guard !hasFailed else { throw PDFError(.ended, "the document ended with an error; write it anew") }
        guard !pages.isEmpty else { throw PDFError(.ended, "a document has at least one page") }
        try writeFont()
        let kids = pages.map { "\($0) 0 R" }.joined(separator: " ")
        try object(Fixed.pages.rawValue, "<< /Type /Pages /Count \(pages.count) /Kids [\(kids)] >>")
        try object(Fixed.information.rawValue, information.dictionary)
        let language = information.language.map { " /Lang \(PDFInformation.text($0))" } ?? ""
        let titled = information.title == nil ? "" : " /ViewerPreferences << /DisplayDocTitle true >>"
        try object(
            Fixed.catalog.rawValue, "<< /Type /Catalog /Pages \(Fixed.pages.rawValue) 0 R\(language)\(titled) >>")
        try writeTable()
    }

    private mutating func writeFont() throws {
        try object(
            Fixed.font.rawValue,
            """
            << /Type /Font /Subtype /Type0 /BaseFont /QuiverBlank /Encoding /Identity-H \
            /DescendantFonts [\(Fixed.descendant.rawValue) 0 R] /ToUnicode \(Fixed.toUnicode.rawValue) 0 R >>
            """)
        try object(
            Fixed.descendant.rawValue,
            """
            << /Type /Font /Subtype /CIDFontType2 /BaseFont /QuiverBlank \
            /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> \
            /FontDescriptor \(Fixed.descriptor.rawValue) 0 R /DW 500 /CIDToGIDMap \(Fixed.glyphNumbers.rawValue) 0 R >>
            """)
        try object(
            Fixed.descriptor.rawValue,
            """
            << /Type /FontDescriptor /FontName /QuiverBlank /Flags 4 /FontBBox [0 -200 500 800] /ItalicAngle 0 \
            /Ascent 800 /Descent -200 /CapHeight 800 /StemV 80 /FontFile2 \(Fixed.fontFile.rawValue) 0 R >>
            """)
        let file = BlankFontFile.bytes
        _ = try stream(Fixed.fontFile.rawValue, "/Length1 \(file.count)", file)
        _ = try stream(Fixed.toUnicode.rawValue, "", Array(font.toUnicode.utf8))
        _ = try stream(Fixed.glyphNumbers.rawValue, "", font.glyphNumbers)
    }

    private mutating func writeTable() throws {
        let start = written
        // Places have ten digits (ISO 32000-1, 7.5.4).
        guard start < 10_000_000_000 else {
            throw PDFError(
                .size, "a PDF holds 10 GB, and these pages have more; write several documents", fault: .input)
        }
        var table = "xref\n0 \(places.count)\n0000000000 65535 f \n"
        for place in places.dropFirst() {
            table += "\(String(place).filledUp(to: 10)) 00000 n \n"
        }
        try put(table)
        try put(
            """
            trailer
            << /Size \(places.count) /Root \(Fixed.catalog.rawValue) 0 R /Info \(Fixed.information.rawValue) 0 R >>
            startxref
            \(start)
            %%EOF

            """)
    }

    /// The number of a new object.
    private mutating func next() -> Int {
        places.append(0)
        return places.count - 1
    }

    private mutating func object(_ own: Int, _ content: String) throws {
        places[own] = written
        try put("\(own) 0 obj\n\(content)\nendobj\n")
    }

    private mutating func stream(_ own: Int, _ dictionary: String, _ bytes: [UInt8]) throws -> Int {
        places[own] = written
        let entries = dictionary.isEmpty ? "" : "\(dictionary) "
        try put("\(own) 0 obj\n<< \(entries)/Length \(bytes.count) >>\nstream\n")
        try put(bytes)
        try put("\nendstream\nendobj\n")
        return own
    }

    private mutating func put(_ text: String) throws { try put(Array(text.utf8)) }

    private mutating func put(_ bytes: [UInt8]) throws {
        try write(bytes)
        written += bytes.count
    }
}
