import Findings
import TestSupport
import Testing

@testable import Imaging

/// The pages of a file: each is a photo of its own size, decoded alone.
@Suite struct FilePagesTests {
    private static let letter = SmallPDF.bytes(pages: [["Invoice 2026-17", "Total 129.30"], ["Page two"], []])

    @Test func aPageOfAPDFIsDrawnForItsSize() throws {
        let photo = try Photo.of(Self.letter)
        #expect(photo.format == .pdf && photo.frames == 3 && photo.page == 1)
        // 300 by 200 points at 300 pixels per inch.
        #expect(photo.size == PixelSize(width: 1250, height: 833))
        let (first, last) = (try photo.upright().pixels, try photo.page(3).upright().pixels)
        #expect(last.bytes.allSatisfy { $0 == 255 }, "an empty page is white")
        #expect(first.bytes.contains { $0 < 100 }, "and text is black")
    }

    @Test(arguments: [(100_000, 65_500), (25_000_000, 400), (10_000, 65_500)])
    func aPageHasNoMorePixelsThanItMay(pixels: Int, side: Int) throws {
        let photo = try Photo.of(Self.letter, limits: PhotoLimits(side: side, pagePixels: pixels))
        #expect(photo.size.area <= pixels && max(photo.size.width, photo.size.height) <= side)
        #expect(try photo.upright().pixels.size == photo.size)
    }

    @Test func thePagesOfATIFFAreDecodedOneByOne() throws {
        let photo = try Photo.of(SmallTIFF.bytes(pages: [(40, 30), (64, 48), (7, 5)]))
        let pages = try (1...3).map { try photo.page($0) }
        #expect(pages.map(\.size.width) == [40, 64, 7] && pages.map(\.page) == [1, 2, 3])
        #expect(try pages.map { try $0.upright().pixels.bytes[0] } == [40, 80, 120])
    }

    @Test(
        arguments: [
            ([1], [40, 120, 160]), ([1, 2], [40, 160]), ([3], [40, 80, 120]), ([0], [40, 80, 120, 160]),
        ] as [(Set<Int>, [UInt8])])
    func previewsAreNoPagesOfATIFF(previews: Set<Int>, shades: [UInt8]) throws {
        let pages = [(40, 30), (20, 15), (64, 48), (7, 5)]
        let photo = try Photo.of(SmallTIFF.bytes(pages: pages.map { (width: $0.0, height: $0.1) }, previews: previews))
        #expect(photo.frames == shades.count)
        #expect(try shades.indices.map { try photo.page($0 + 1).upright().pixels.bytes[0] } == shades)
        #expect(throws: ImagingError.self) { _ = try photo.page(shades.count + 1) }
    }

    @Test(arguments: [0, 4, -1, 100_000])
    func aPageThatIsNotThereIsAnError(number: Int) throws {
        let photo = try Photo.of(Self.letter)
        #expect(throws: ImagingError.self) { _ = try photo.page(number) }
    }

    @Test func theTextOfAPageHasItsPlaceInPixels() throws {
        let photo = try Photo.of(Self.letter)
        let layer = try #require(photo.textLayer())
        #expect(layer.lines.map(\.text) == ["Invoice 2026-17", "Total 129.30"] && layer.unreadable == 0)
        #expect(layer.lines[0].words.map(\.text) == ["Invoice", "2026-17"])
        // It begins 20 points from the left, and its foot is 170 from the bottom: 30 from the top.
        let box = layer.lines[0].corners.bounds
        #expect(abs(box.x - 83) < 8 && box.y < 125 && box.bottom > 120 && box.bottom < 150)
        #expect(try photo.page(2).textLayer()?.lines.map(\.text) == ["Page two"])
        #expect(try photo.page(3).textLayer() == nil)
        #expect(try Photo.of(TestPicture.gradient(9, 9).encoded(".png")).textLayer() == nil)
    }

    @Test(arguments: [(1, 0, 0), (0, 1, 1), (0, -1, 3)])
    func aLineThatRunsDownBeginsAtTheTop(across: Int, down: Int, first: Int) throws {
        let placed = "abc".unicodeScalars.enumerated().map { place, letter in
            PDFText.PlacedCharacter(
                scalar: letter,
                box: Box(
                    x: Double(100 + across * place * 10), y: Double(100 + down * place * 10), width: 10, height: 10))
        }
        let corners = try #require(PDFText.layer(of: placed)?.lines.first).corners
        let upright = Quadrilateral(corners.bounds).corners
        #expect(corners.corners == (0..<4).map { upright[($0 + first) % 4] })
    }

    /// A Hebrew word between two Latin ones, with the marks that Poppler writes around it.
    @Test(arguments: [
        ("a \u{202B}\u{5D0}\u{5D1}\u{202C} b", 6, "a \u{5D0}\u{5D1} b"), ("ab\n", 2, "ab\n"),
        ("a\u{202A}", 2, "a\u{202A}"),
    ])
    func marksWithoutABoxAreLeftOut(text: String, count: Int, kept: String) {
        #expect(PDFText.characters(of: text, count: count) == Array(kept.unicodeScalars))
    }

    /// Poppler alone gives one line of these, and no space between its words.
    @Test func textFromRightToLeftIsAllThere() throws {
        let page = ["DCBA HGFE", "LKJ ZYX", "CBA FED"]
        let layer = try #require(Photo.of(SmallPDF.bytes(pages: [page], isHebrew: true)).textLayer())
        #expect(
            layer.lines.map(\.text) == [
                "\u{5D4}\u{5D5}\u{5D6}\u{5D7} \u{5D0}\u{5D1}\u{5D2}\u{5D3}",
                "\u{5E7}\u{5E8}\u{5E9} \u{5D9}\u{5DA}\u{5DB}", "\u{5D3}\u{5D4}\u{5D5} \u{5D0}\u{5D1}\u{5D2}",
            ])
        #expect(
            layer.lines.allSatisfy {
                $0.words.count == 2 && $0.words[0].corners.bounds.x > $0.words[1].corners.bounds.x
            })
    }

    /// Two words without a space between them; digits in the second one run to the right.
    @Test(arguments: [(5.0, ["\u{5D0}\u{5D1}", "\u{5D2}12"]), (1.0, ["\u{5D0}\u{5D1}\u{5D2}12"])])
    func wordsToTheLeftArePartedWhereThereIsRoom(room: Double, words: [String]) {
        let letters: [(Unicode.Scalar, Double)] = [
            ("\u{5D0}", 190), ("\u{5D1}", 180), ("\u{5D2}", 170 - room), ("1", 150 - room), ("2", 160 - room),
        ]
        let placed = letters.map {
            PDFText.PlacedCharacter(scalar: $0.0, box: Box(x: $0.1, y: 40, width: 10, height: 20))
        }
        #expect(PDFText.layer(of: placed)?.lines.first?.words.map(\.text) == words)
    }

    /// Two columns without a space between them, and letters that are spaced.
    @Test(arguments: [(40.0, ["ab", "cd"]), (6.0, ["abcd"])])
    func wordsArePartedAtAGutter(room: Double, words: [String]) {
        let letters: [(Unicode.Scalar, Double)] = [("a", 20), ("b", 30), ("c", 40 + room), ("d", 50 + room)]
        let placed = letters.map {
            PDFText.PlacedCharacter(scalar: $0.0, box: Box(x: $0.1, y: 40, width: 10, height: 20))
        }
        #expect(PDFText.layer(of: placed)?.lines.first?.words.map(\.text) == words)
    }

    /// Poppler names the last paragraph of each column first; a line that lies otherwise keeps its place.
    @Test func linesThatRunUpwardsAreReadFromTheLeft() {
        func line(_ text: String, x: Double, y: Double, up: Double) -> [PDFText.PlacedCharacter] {
            (text + "\n").unicodeScalars.enumerated().map { place, letter in
                let (across, along) = (Double(place) * (10 - up), Double(place) * up)
                return PDFText.PlacedCharacter(
                    scalar: letter, box: Box(x: x + across, y: y - along, width: 10, height: 10))
            }
        }
        let page = [
            line("third", x: 140, y: 300, up: 10), line("fourth", x: 160, y: 300, up: 10),
            line("level", x: 20, y: 20, up: 0), line("first", x: 100, y: 300, up: 10),
            line("second", x: 120, y: 300, up: 10), line("beside", x: 122, y: 200, up: 10),
            line("above", x: 102, y: 200, up: 10),
        ]
        let order = ["first", "second", "level", "third", "fourth", "above", "beside"]
        #expect(PDFText.layer(of: page.flatMap { $0 })?.lines.map(\.text) == order)
        let level = [line("below", x: 20, y: 60, up: 0), line("above", x: 20, y: 20, up: 0)]
        #expect(PDFText.layer(of: level.flatMap { $0 })?.lines.map(\.text) == ["below", "above"])
    }

    @Test func lettersThatSayNothingAreCounted() {
        let box = Box(x: 0, y: 0, width: 5, height: 9)
        let placed = "ab\u{E001}\u{FFFD} \u{3}c\nd".unicodeScalars.map { PDFText.PlacedCharacter(scalar: $0, box: box) }
        let layer = PDFText.layer(of: placed)
        #expect(layer?.unreadable == 3.0 / 7 && layer?.lines.map(\.text).last == "d")
        #expect(PDFText.layer(of: []) == nil)
        let blank = " \n ".unicodeScalars.map { PDFText.PlacedCharacter(scalar: $0, box: box) }
        #expect(PDFText.layer(of: blank) == nil)
    }

    /// Whatever is missing: an error of the file's own, and no trap.
    @Test func brokenPDFsAreNoHarm() throws {
        for end in stride(from: 5, to: Self.letter.count, by: 37) {
            do {
                let photo = try Photo.of(Array(Self.letter.prefix(end)))
                _ = photo.textLayer()
                _ = try photo.upright()
            } catch {
                #expect((error as? ImagingError)?.fault == .input, "at \(end): \(error)")
            }
        }
    }
}
