import Findings
import Foundation
import TestSupport
import Testing

@testable import Results

@Suite("Searchable PDF documents")
struct PDFDocumentTests {
    /// A word at an angle around a place of the picture.
    private static func word(_ text: String, x: Double, y: Double, turn degrees: Double, width: Double = 90) -> TextWord
    {
        let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        func corner(_ u: Double, _ v: Double) -> Point { Point(x: x + u * c - v * s, y: y + u * s + v * c) }
        return TextWord(
            text: text, confidence: 1,
            corners: Quadrilateral(
                topLeft: corner(0, 0), topRight: corner(width, 0), bottomRight: corner(width, 24),
                bottomLeft: corner(0, 24)))
    }

    private static let words = [
        word("plain", x: 40, y: 40, turn: 0), word("Größe", x: 150, y: 40, turn: 0),
        word("Ελλάδα", x: 40, y: 100, turn: 0), word("漢字", x: 150, y: 100, turn: 0),
        word("😀𝔘", x: 40, y: 160, turn: 0),
        word("slanted", x: 80, y: 300, turn: 12), word("steeply", x: 300, y: 300, turn: -35),
        word("upwards", x: 300, y: 700, turn: -90),
        word("down", x: 400, y: 500, turn: 90), word("<&\">)\\(", x: 40, y: 600, turn: 0),
    ]

    private static func page() throws -> PDFPage {
        let lines = words.map { TextLine(text: $0.text, confidence: 1, corners: $0.corners, words: [$0]) }
        return try PDFPage(picture: Documents.blank(), resolution: 150, lines: lines)
    }

    @Test("qpdf finds nothing wrong", .enabled(if: Tool.isThere("qpdf")))
    func qpdfIsContent() throws {
        let file = try Documents.write(
            [Self.page(), Self.page()],
            PDFInformation(title: "Übersicht (1)", created: Date(timeIntervalSince1970: 0), language: "de"))
        defer { Documents.remove(file) }
        let said = try String(decoding: Tool.run("qpdf", ["--check", file.path]), as: UTF8.self)
        #expect(said.contains("No syntax or stream encoding errors"))
    }

    @Test("pdftotext finds each word in its place", .enabled(if: Tool.isThere("pdftotext")))
    func wordsAreInTheirPlaces() throws {
        let file = try Documents.write([Self.page()])
        defer { Documents.remove(file) }
        let found = try Self.boxes(of: file)
        for word in Self.words {
            let box = try #require(found[word.text], "\(word.text) is missing in \(found.keys)")
            // 150 pixels an inch.
            let bounds = word.corners.bounds
            let wanted = Box(
                x: bounds.x * 0.48, y: bounds.y * 0.48, width: bounds.width * 0.48, height: bounds.height * 0.48)
            // Upright boxes cannot follow a slanted word: what is told of it lies within its bounds.
            let isSlanted = ["slanted", "steeply"].contains(word.text)
            let inside = Box(
                left: max(box.x, wanted.x), top: max(box.y, wanted.y), right: min(box.right, wanted.right),
                bottom: min(box.bottom, wanted.bottom))
            let share = isSlanted ? inside.area / box.area : box.intersectionOverUnion(wanted)
            #expect(share > 0.8, "\(word.text): \(box) for \(wanted)")
        }
    }

    @Test("Copied words of a line stay apart", .enabled(if: Tool.isThere("mutool") && Tool.isThere("pdftotext")))
    func wordsStayApart() throws {
        let words = ["one", "two", "three"].enumerated().map { place, text in
            Self.word(text, x: 40 + Double(place) * 95, y: 50, turn: 0)
        }
        let corners = Quadrilateral(
            topLeft: words[0].corners.topLeft, topRight: words[2].corners.topRight,
            bottomRight: words[2].corners.bottomRight, bottomLeft: words[0].corners.bottomLeft)
        let line = TextLine(text: "one two three", confidence: 1, corners: corners, words: words)
        let file = try Documents.write([PDFPage(picture: Documents.blank(), resolution: 150, lines: [line])])
        defer { Documents.remove(file) }
        let tools = [("mutool", ["draw", "-q", "-F", "txt", "-o", "-", file.path]), ("pdftotext", [file.path, "-"])]
        for (tool, arguments) in tools {
            let text = try String(decoding: Tool.run(tool, arguments), as: UTF8.self)
            #expect(text.trimmingCharacters(in: .whitespacesAndNewlines) == "one two three", "\(tool)")
        }
    }

    @Test("Words from right to left are read in the order of their letters", .enabled(if: Tool.isThere("pdftotext")))
    func rightToLeft() throws {
        let word = Self.word("שלום", x: 150, y: 160, turn: 0)
        let line = TextLine(text: word.text, confidence: 1, corners: word.corners, words: [word])
        let file = try Documents.write([PDFPage(picture: Documents.blank(), resolution: 150, lines: [line])])
        defer { Documents.remove(file) }
        let text = try String(decoding: Tool.run("pdftotext", [file.path, "-"]), as: UTF8.self)
        #expect(text.contains("שלום"))
    }

    @Test(
        "A photo on a page has its real size and its colours",
        .enabled(if: Cases.isAvailable && Tool.isThere("mutool") && Tool.isThere("qpdf")))
    func photo() throws {
        let jpeg = try Array(Data(contentsOf: Cases.file("documents/contrast_medium/05.jpeg")))
        let file = try Documents.write([PDFPage(picture: PDFPicture(jpeg: jpeg), resolution: 288)])
        defer { Documents.remove(file) }
        _ = try Tool.run("qpdf", ["--check", file.path])
        // 1,024 pixels at 288 an inch are 256 points.
        let drawn = try Tool.run("mutool", ["draw", "-q", "-c", "rgb", "-r", "72", "-F", "ppm", "-o", "-", file.path])
        #expect(drawn.starts(with: Array("P6\n256 256\n255\n".utf8)))
        // The middle is the sheet's light blue.
        let middle = Array(drawn.suffix(256 * 256 * 3)[...].dropFirst((128 * 256 + 110) * 3).prefix(3))
        #expect(middle[2] > middle[0] && middle[1] > middle[0] && middle[2] > 120)
    }

    @Test("The text is not seen", .enabled(if: Tool.isThere("mutool")))
    func textIsInvisible() throws {
        let file = try Documents.write([Self.page()])
        defer { Documents.remove(file) }
        let drawn = try Tool.run("mutool", ["draw", "-q", "-c", "gray", "-r", "72", "-F", "pgm", "-o", "-", file.path])
        #expect(drawn.count > 288 * 384)
        #expect(drawn.suffix(288 * 384).allSatisfy { $0 == 255 })
    }

    @Test("Lines in the photo's pixels fit a smaller picture", .enabled(if: Tool.isThere("pdftotext")))
    func otherCoordinates() throws {
        let word = Self.word("large", x: 400, y: 400, turn: 0, width: 400)
        let line = TextLine(text: "large", confidence: 1, corners: word.corners)
        let page = try PDFPage(
            picture: Documents.blank(), resolution: 72, lines: [line],
            coordinates: PixelSize(width: 2400, height: 3200))
        let file = try Documents.write([page])
        defer { Documents.remove(file) }
        let box = try #require(try Self.boxes(of: file)["large"])
        #expect(box.intersectionOverUnion(Box(x: 100, y: 100, width: 100, height: 6)) > 0.8)
    }

    @Test("A thousand pages come in parts, and no part looks like a document")
    func pagesAreAStream() throws {
        let sink = Documents.Sink()
        var largest = 0
        var document = try PDFDocument { bytes in
            largest = max(largest, bytes.count)
            sink.bytes += bytes
        }
        let page = try PDFPage(picture: Documents.blank(width: 100, height: 100), resolution: 100)
        for _ in 0..<1000 { try document.add(page) }
        #expect(document.count == 1000)
        let before = String(decoding: sink.bytes, as: UTF8.self)
        #expect(!before.contains("/Catalog") && !before.contains("startxref") && !before.contains("%%EOF"))
        try document.finish()
        #expect(String(decoding: sink.bytes, as: UTF8.self).hasSuffix("%%EOF\n"))
        if Tool.isThere("qpdf") {
            let file = try Documents.write(sink.bytes)
            defer { Documents.remove(file) }
            let pages = try String(decoding: Tool.run("qpdf", ["--show-npages", file.path]), as: UTF8.self)
            #expect(pages == "1000\n")
        }
        // The largest parts are the list of pages and the table of places.
        #expect(largest < 100_000)
    }

    @Test("After an error there is no end", arguments: [3, 20, 40])
    func errorsEndIt(after parts: Int) throws {
        struct Full: Error {}
        var left = parts
        var caught: (any Error)?
        do {
            var document = try PDFDocument { _ in
                left -= 1
                if left < 0 { throw Full() }
            }
            for _ in 0..<100 where caught == nil {
                do { try document.add(Self.page()) } catch { caught = error }
            }
            #expect(caught is Full)
            try document.finish()
            Issue.record("a document ended after an error")
        } catch let error as PDFError {
            #expect(error.code == .ended)
        }
    }

    @Test("A document without pages is refused")
    func noPages() throws {
        let document = try PDFDocument { _ in }
        do {
            try document.finish()
            Issue.record("a document without pages ended well")
        } catch let error as PDFError {
            #expect(error.code == .ended)
        }
    }

    @Test("Corners that are no numbers, and words of nothing, leave no trace")
    func hostileText() throws {
        let odd = [Double.nan, .infinity, 1e300, -1e300].map { value in
            TextLine(
                text: "odd", confidence: 1,
                corners: Quadrilateral(
                    topLeft: Point(x: value, y: 0), topRight: Point(x: 1, y: value), bottomRight: Point(x: value, y: 1),
                    bottomLeft: Point(x: 0, y: value)))
        }
        let nothing = Self.word(" \u{0} \n", x: 5, y: 5, turn: 0)
        let lines = odd + [TextLine(text: "", confidence: 1, corners: nothing.corners, words: [nothing])]
        let bytes = try Documents.bytes([PDFPage(picture: Documents.blank(), resolution: .nan, lines: lines)])
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains(" Tj"))
        #expect(!text.contains("nan") && !text.contains("inf "))
    }

    @Test(
        "Numbers have a point and no exponent",
        arguments: [(0.0, "0"), (-0.00001, "0"), (12.5, "12.5"), (-3.14159, "-3.1416"), (1e6, "1000000"), (.nan, "0")])
    func numbers(value: Double, text: String) { #expect(number(value) == text) }

    @Test(
        "Dates are told in universal time",
        arguments: [
            (0, "(D:19700101000000Z)"), (951_782_400, "(D:20000229000000Z)"), (-1, "(D:19691231235959Z)"),
            (1_795_000_000, "(D:20261118110640Z)"),
        ])
    func dates(seconds: Double, text: String) {
        #expect(PDFInformation.date(Date(timeIntervalSince1970: seconds)) == text)
    }

    /// The words that pdftotext finds, and where, in points.
    private static func boxes(of file: URL) throws -> [String: Box] {
        let said = try String(decoding: Tool.run("pdftotext", ["-bbox", file.path, "-"]), as: UTF8.self)
        var found: [String: Box] = [:]
        let pattern = /<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/
        for match in said.matches(of: pattern) {
            let sides = [match.1, match.2, match.3, match.4].compactMap { Double($0) }
            guard sides.count == 4 else { continue }
            let text = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")].reduce(String(match.5)) {
                $0.replacingOccurrences(of: $1.0, with: $1.1)
            }
            found[text] = Box(left: sides[0], top: sides[1], right: sides[2], bottom: sides[3])
        }
        return found
    }
}
