import Findings
import Foundation
import TestSupport
import Testing

@testable import Reading

@Suite("Pages of paper in painted photos")
struct PageFinderTests {
    private static let sheet = [
        Point(x: 210, y: 120), Point(x: 610, y: 160), Point(x: 640, y: 700), Point(x: 150, y: 650),
    ]

    @Test(
        "The corners of a sheet are found to a part of a pixel, whatever it lies on",
        arguments: [
            ([90.0, 60, 40], [240.0, 240, 235]), ([205, 205, 200], [240, 240, 238]), ([60, 90, 140], [225, 200, 120]),
            ([230, 230, 230], [90, 110, 160]),
        ])
    func corners(surface: [Double], paper: [Double]) throws {
        var scene = Scene(width: 800, height: 800, colour: surface)
        scene.paint(Self.sheet, paper: paper)
        let pages = try scene.pages()
        try #require(pages.count == 1)
        // One pixel of the photo's 1,131 in the diagonal.
        #expect(scene.error(pages[0], from: Self.sheet) < 0.001)
        #expect(pages[0].confidence > 0.8)
    }

    @Test("Two sheets are two pages")
    func twoPages() throws {
        let left = [Point(x: 60, y: 100), Point(x: 400, y: 90), Point(x: 410, y: 620), Point(x: 70, y: 600)]
        let right = left.map { Point(x: $0.x + 500, y: $0.y + 60) }
        var scene = Scene(width: 1000, height: 760, colour: [80, 70, 60])
        scene.paint(left, paper: [235, 235, 230])
        scene.paint(right, paper: [235, 235, 230])
        let pages = try scene.pages().sorted { $0.corners.bounds.x < $1.corners.bounds.x }
        try #require(pages.count == 2)
        #expect(scene.error(pages[0], from: left) < 0.002)
        #expect(scene.error(pages[1], from: right) < 0.002)
        #expect(try scene.pages(PageFinderSettings(maximum: 1)).count == 1)
    }

    @Test("A sheet that the photo cuts ends there, and is less sure")
    func cutOff() throws {
        var whole = Scene(width: 800, height: 800, colour: [80, 70, 60])
        var cut = whole
        whole.paint(Self.sheet, paper: [240, 240, 240])
        cut.paint(Self.sheet.map { Point(x: $0.x, y: $0.y + 320) }, paper: [240, 240, 240])
        let sure = try #require(try whole.pages().first)
        let unsure = try #require(try cut.pages(PageFinderSettings(confidence: 0.1)).first)
        #expect(unsure.confidence < sure.confidence)
        #expect(unsure.corners.bottomLeft.y > 799 && unsure.corners.bottomRight.y > 799)
        #expect(unsure.corners.corners.allSatisfy { $0.x >= 0 && $0.x <= 800 && $0.y >= 0 && $0.y <= 800 })
        #expect(unsure.corners.topLeft.distance(to: Point(x: 210, y: 440)) < 4)
    }

    /// Print from edge to edge, as a scanner makes it.
    private static func scan(paper: [Double] = [250, 250, 248]) -> Scene {
        var scene = Scene(width: 1000, height: 1400, colour: paper, grain: 3)
        scene.paint(scene.frame, paper: paper)
        return scene
    }

    @Test("A page that fills the picture is a page, with its corners at the picture's edges", arguments: [250.0, 225])
    func filling(brightness: Double) throws {
        let scene = Self.scan(paper: [brightness, brightness, brightness - 2])
        let pages = try scene.pages()
        try #require(pages.count == 1)
        #expect(pages[0].corners.corners == scene.frame && pages[0].flatSize == scene.size)
        #expect(pages[0].confidence > 0.8)
    }

    @Test("A box on a page is no page beside it")
    func boxOnAPage() throws {
        var scene = Self.scan()
        scene.paint(
            [Point(x: 120, y: 800), Point(x: 860, y: 800), Point(x: 860, y: 1250), Point(x: 120, y: 1250)],
            paper: [40, 110, 190])
        let pages = try scene.pages()
        #expect(pages.map(\.corners.corners) == [scene.frame])
    }

    @Test("A sheet on something as white as itself is not taken for the whole picture")
    func whiteOnWhite() throws {
        var scene = Scene(width: 800, height: 800, colour: [212, 212, 210])
        scene.paint(Self.sheet, paper: [242, 242, 240])
        let pages = try scene.pages()
        try #require(pages.count == 1)
        #expect(scene.error(pages[0], from: Self.sheet) < 0.01)
    }

    @Test(
        "Pictures without a page, and of any shape, have none",
        arguments: [(1, 1), (1, 4000), (4000, 1), (20_000, 3), (3, 20_000), (24, 24), (25, 400), (700, 500)])
    func noPage(width: Int, height: Int) throws {
        for (colour, grain) in [([0.0, 0, 0], 0.0), ([255, 255, 255], 0), ([120, 110, 100], 100)] {
            let scene = Scene(width: width, height: height, colour: colour, grain: grain)
            #expect(try scene.pages().isEmpty)
        }
    }

    @Test("Sheets of any size are found in photos of any size", arguments: [60, 200, 561, 2000])
    func sizes(side: Int) throws {
        let scale = Double(side) / 800
        var scene = Scene(width: side, height: side, colour: [80, 70, 60], grain: 3)
        let sheet = Self.sheet.map { $0 * scale }
        scene.paint(sheet, paper: [235, 235, 230])
        let page = try #require(try scene.pages().first)
        #expect(scene.error(page, from: sheet) < (side < 100 ? 0.02 : 0.003))
    }

    @Test("The corners begin where the sheet is upright", arguments: [-80.0, -40, 0, 30, 44, 46, 90, 135])
    func upright(degrees: Double) throws {
        let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        let flat = [Point(x: -140, y: -200), Point(x: 140, y: -200), Point(x: 140, y: 200), Point(x: -140, y: 200)]
        let sheet = flat.map { Point(x: 400 + $0.x * c - $0.y * s, y: 400 + $0.x * s + $0.y * c) }
        var scene = Scene(width: 800, height: 800, colour: [80, 70, 60])
        scene.paint(sheet, paper: [240, 240, 240])
        let page = try #require(try scene.pages().first)
        let top = page.corners.topRight - page.corners.topLeft
        #expect(top.x > 0 && abs(top.y) <= abs(top.x) * 1.05)
    }

    @Test("Bytes that do not fit the size are refused", arguments: [(2, 2), (0, 0), (-1, -4), (Int.max, Int.max)])
    func wrongBytes(width: Int, height: Int) {
        let scene = Scene(width: 1, height: 4, colour: [1, 2, 3])
        #expect(throws: ReadingError.self) {
            try scene.bytes.dropLast().withUnsafeBytes {
                _ = try PageFinder().pages(in: $0, size: PixelSize(width: width, height: height))
            }
        }
    }

    @Test(
        "Settings outside of their range are refused",
        arguments: [
            PageFinderSettings(confidence: 1.1), PageFinderSettings(confidence: .nan), PageFinderSettings(maximum: 0),
            PageFinderSettings(smallestArea: 0), PageFinderSettings(smallestArea: 2),
        ])
    func settings(settings: PageFinderSettings) {
        #expect(throws: ReadingError.self) { try Scene(width: 30, height: 30, colour: [0, 0, 0]).pages(settings) }
    }
}
