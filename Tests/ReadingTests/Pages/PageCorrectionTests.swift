import Findings
import Foundation
import Testing

@testable import Reading

@Suite("Flat pages")
struct PageCorrectionTests {
    private static let corners = Quadrilateral(
        topLeft: Point(x: 210, y: 120), topRight: Point(x: 610, y: 160), bottomRight: Point(x: 640, y: 700),
        bottomLeft: Point(x: 150, y: 650))

    private static func page(_ width: Int = 500, _ height: Int = 700, corners: Quadrilateral = corners) -> Page {
        Page(confidence: 1, corners: corners, flatSize: PixelSize(width: width, height: height))
    }

    @Test("Places go to the page and back")
    func bothWays() throws {
        let correction = try PageCorrection(Self.page(), inset: 0)
        let flat = Quadrilateral(Box(x: 0, y: 0, width: 500, height: 700))
        for (one, other) in zip(flat.corners.map(correction.toPhoto.map), Self.corners.corners) {
            #expect(one.distance(to: other) < 1e-6)
        }
        let word = Quadrilateral(Box(x: 33, y: 450, width: 60, height: 14))
        for (one, other) in zip(word.corners.map(correction.toPhoto.map).map(correction.toPage.map), word.corners) {
            #expect(one.distance(to: other) < 1e-6)
        }
    }

    @Test("An inset leaves out the rim, and places still agree")
    func inset() throws {
        let (whole, inner) = (try PageCorrection(Self.page(), inset: 0), try PageCorrection(Self.page(), inset: 0.01))
        #expect(inner.size == PixelSize(width: 490, height: 686))
        let place = inner.toPhoto.map(Point(x: 10, y: 20))
        #expect(place.distance(to: whole.toPhoto.map(Point(x: 15, y: 27))) < 1e-6)
    }

    @Test("A photo seen from the front comes out as it is")
    func front() throws {
        let scene = Scene(width: 40, height: 30, colour: [120, 90, 60], grain: 60)
        let box = Quadrilateral(Box(x: 0, y: 0, width: 40, height: 30))
        let flat = try scene.flat(Self.page(40, 30, corners: box))
        #expect(flat.bytes == scene.bytes)
    }

    @Test("A smaller page is the mean of the photo's pixels, not every third of them")
    func reduced() throws {
        var scene = Scene(width: 90, height: 90, colour: [0, 0, 0], grain: 0)
        // Lines of one pixel in three.
        for y in 0..<90 { for x in stride(from: 0, to: 90, by: 3) { scene.bytes[(y * 90 + x) * 3] = 240 } }
        let flat = try scene.flat(Self.page(30, 30, corners: Quadrilateral(Box(x: 0, y: 0, width: 90, height: 90))))
        let reds = stride(from: 0, to: flat.bytes.count, by: 3).map { flat.bytes[$0] }
        #expect(reds.allSatisfy { $0 == 80 })
    }

    @Test("What lies outside of the photo is white")
    func outside() throws {
        let scene = Scene(width: 50, height: 50, colour: [10, 20, 30], grain: 0)
        let flat = try scene.flat(Self.page(60, 60, corners: Quadrilateral(Box(x: -30, y: -30, width: 60, height: 60))))
        #expect(flat.bytes.prefix(3) == [255, 255, 255])
        #expect(flat.bytes.suffix(3) == [10, 20, 30])
    }

    @Test(
        "Corners that frame nothing are refused",
        arguments: [
            [Point](repeating: Point(x: 3, y: 3), count: 4),
            [Point(x: 0, y: 0), Point(x: 9, y: 9), Point(x: 9, y: 0), Point(x: 0, y: 9)],
            [Point(x: 0, y: 0), Point(x: 1, y: 1), Point(x: 2, y: 2), Point(x: 3, y: 3)],
            [Point(x: .nan, y: 0), Point(x: 9, y: 0), Point(x: 9, y: 9), Point(x: 0, y: 9)],
            [Point(x: -1e300, y: 0), Point(x: 9, y: 0), Point(x: 9, y: 9), Point(x: 0, y: 9)],
            [Point(x: 0, y: 0), Point(x: 9, y: 0), Point(x: 2, y: 2), Point(x: 0, y: 9)],
        ])
    func refused(corners: [Point]) {
        let quadrilateral = Quadrilateral(
            topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
        #expect(throws: ReadingError.self) { try PageCorrection(Self.page(corners: quadrilateral)) }
    }

    @Test("Sizes that no page has are refused", arguments: [(0, 5), (5, -1), (90_000, 90_000), (Int.max, 1)])
    func sizes(width: Int, height: Int) {
        #expect(throws: ReadingError.self) { try PageCorrection(Self.page(width, height)) }
    }

    @Test(
        "Pages of any size can be enhanced", arguments: [(1, 1), (1, 500), (700, 3), (8, 8), (9, 200)],
        PageEnhancement.allCases)
    func anySize(shape: (Int, Int), enhancement: PageEnhancement) throws {
        let scene = Scene(width: 60, height: 60, colour: [90, 90, 90], grain: 90)
        let box = Quadrilateral(Box(x: 5, y: 5, width: 40, height: 40))
        let flat = try scene.flat(Self.page(shape.0, shape.1, corners: box), enhancement)
        #expect(flat.bytes.count == shape.0 * shape.1 * flat.channels)
        #expect(flat.rgb.count == shape.0 * shape.1 * 3)
    }
}

@Suite("Enhanced pages")
struct PageEnhancementTests {
    /// A page with print, a red disc, and light that falls to half from left to right.
    private static func lit() throws -> (scene: Scene, page: Page) {
        var scene = Scene(width: 400, height: 560, colour: [200, 200, 200], grain: 2)
        let corners = [Point(x: 0, y: 0), Point(x: 400, y: 0), Point(x: 400, y: 560), Point(x: 0, y: 560)]
        scene.paint(corners, paper: [230, 225, 215])
        for y in 0..<560 {
            for x in 0..<400 {
                let isDisc = hypot(Double(x) - 200, Double(y) - 300) < 70
                for channel in 0..<3 {
                    let place = (y * 400 + x) * 3 + channel
                    let colour = isDisc ? [200.0, 40, 40][channel] : Double(scene.bytes[place])
                    scene.bytes[place] = UInt8(colour * (1 - 0.5 * Double(x) / 400))
                }
            }
        }
        let flat = Quadrilateral(Box(x: 0, y: 0, width: 400, height: 560))
        return (scene, Page(confidence: 1, corners: flat, flatSize: PixelSize(width: 400, height: 560)))
    }

    @Test("Without shadows paper is white on both sides, print dark, and a picture has its colour")
    func shadows() throws {
        let (scene, page) = try Self.lit()
        let flat = try scene.flat(page, .shadows)
        func colour(_ x: Int, _ y: Int) -> [Int] { (0..<3).map { Int(flat.bytes[(y * 400 + x) * 3 + $0]) } }
        for x: Int in [8, 392] { #expect(colour(x, 280).allSatisfy { $0 > 235 }, "paper at \(x): \(colour(x, 280))") }
        for x in [140, 200, 260] {
            let disc = colour(x, 300)
            #expect(disc[0] > 170 && disc[1] < 80 && disc[2] < 90, "disc at \(x): \(disc)")
        }
        #expect(flat.bytes.min() ?? 255 < 90)
    }

    @Test("Black and white is only that, with print on both sides")
    func blackAndWhite() throws {
        let (scene, page) = try Self.lit()
        let flat = try scene.flat(page, .blackAndWhite)
        #expect(flat.channels == 1 && Set(flat.bytes) == [0, 255])
        func ink(_ columns: Range<Int>) -> Double {
            let black = (60..<220).reduce(0) { sum, y in sum + columns.count { flat.bytes[y * 400 + $0] == 0 } }
            return Double(black) / Double(160 * columns.count)
        }
        let (left, right) = (ink(50..<180), ink(200..<330))
        #expect(left > 0.05 && left < 0.3)
        #expect(abs(left - right) < 0.05)
        // The margins are blank.
        for column in [8, 391] {
            let margin = (0..<560).map { row in flat.bytes[row * 400 + column] }
            #expect(margin.allSatisfy { $0 == 255 })
        }
    }
}
