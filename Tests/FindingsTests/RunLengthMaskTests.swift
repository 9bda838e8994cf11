import Foundation
import Testing

@testable import Findings

@Suite("Masks in run lengths")
struct RunLengthMaskTests {
    private static let rectangle = RunLengthMask(size: PixelSize(width: 9, height: 6)) { x, y in
        (2..<7).contains(x) && (1..<4).contains(y)
    }

    private static func random(_ size: PixelSize, seed: UInt64) -> [Bool] {
        var state = seed
        return (0..<size.area).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 62 == 0
        }
    }

    /// Texts that pycocotools 2.0 gave.
    @Test func theTextIsThatOfPycocotools() throws {
        #expect(RunLengthMask(size: PixelSize(width: 3, height: 4)) { _, _ in false }?.counts == "<")
        #expect(RunLengthMask(size: PixelSize(width: 3, height: 4)) { _, _ in true }?.counts == "0<")
        #expect(Self.rectangle?.counts == "=330000000;")
        let disc = RunLengthMask(size: PixelSize(width: 50, height: 40)) { x, y in
            (x - 25) * (x - 25) + (y - 18) * (y - 18) <= 225
        }
        #expect(disc?.counts == "R=1R1:I4L4M2N2N2O0O2O0O2O0000000O20N100000001N101N101N2N2N3L4L7Fk:")
        #expect(disc?.area == 709)
        let chess = RunLengthMask(size: PixelSize(width: 4, height: 5)) { x, y in (x + y) % 2 == 1 }
        #expect(chess?.counts == "11100000000000000000")
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6]) func aPictureComesBack(seed: UInt64) throws {
        let size = PixelSize(width: 7 * Int(seed), height: 50 / Int(seed))
        let bits = Self.random(size, seed: seed)
        let mask = try #require(RunLengthMask(bits, size: size))
        #expect(mask.bitmap == bits.map { $0 ? 1 : 0 })
        #expect(mask.area == bits.count { $0 })
        #expect(RunLengthMask(mask.bitmap, size: size) == mask)
        #expect(RunLengthMask(size: size, counts: mask.counts) == mask)
        #expect(RunLengthMask(size: size, runs: mask.runs) == mask)
        let data = try JSONEncoder().encode(mask)
        #expect(try JSONDecoder().decode(RunLengthMask.self, from: data) == mask)
    }

    @Test func theSizeIsToldHeightFirst() throws {
        let text = String(decoding: try JSONEncoder().encode(try #require(Self.rectangle)), as: UTF8.self)
        #expect(text.contains("\"size\":[6,9]"))
    }

    @Test(
        arguments: [
            "", "=", "=33000000", "=330000000;0", "=330000000", "=330000000;;", "🏹", "=330000000\u{1}", "o",
            "oooooooooooo0",
            "ooooooooooooooooooooooooooooooooo0", "_", "PPPPPPPPPPPPPPPPPPP", "f1f1", "Z", "0Z", "\\1", "n1", "000000",
        ])
    func hostileTextIsRefused(text: String) {
        #expect(RunLengthMask(size: PixelSize(width: 9, height: 6), counts: text) == nil)
    }

    @Test func anyTextIsAnsweredWithoutACrash() {
        var state: UInt64 = 7
        for _ in 0..<5_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let (bits, length) = (state, Int(state >> 59))
            let text = (0..<length).map { 48 + UInt8(truncatingIfNeeded: bits >> (2 * $0)) % 64 }
            let mask = RunLengthMask(
                size: PixelSize(width: 5, height: 5), counts: String(decoding: text, as: UTF8.self))
            #expect(mask.map { $0.bitmap.count } ?? 25 == 25)
        }
    }

    @Test(
        arguments: [
            PixelSize(width: 0, height: 4), PixelSize(width: -1, height: -54), PixelSize(width: .max, height: .max),
            PixelSize(width: 1 << 20, height: 1 << 20),
        ])
    func aSizeThatNoPhotoHasIsRefused(size: PixelSize) {
        #expect(RunLengthMask(size: size, counts: "=330000000;") == nil)
        #expect(RunLengthMask(size: size, runs: [size.width]) == nil)
        #expect(RunLengthMask([true], size: size) == nil)
    }

    @Test func runsThatDoNotFitAreRefusedAndEmptyOnesAreJoined() throws {
        let size = PixelSize(width: 2, height: 3)
        for runs in [[5], [7], [3, -1, 4], [0, 6, 1], []] { #expect(RunLengthMask(size: size, runs: runs) == nil) }
        let mask = try #require(RunLengthMask(size: size, runs: [0, 0, 2, 0, 1, 3, 0]))
        #expect(mask.runs == [3, 3])
        #expect(RunLengthMask(size: size, counts: RunLengthText.encode([0, 0, 2, 0, 1, 3, 0])) == mask)
    }

    @Test func brokenJSONIsRefused() {
        for text in [
            "{\"size\":[6,9],\"counts\":\"=\"}", "{\"size\":[6],\"counts\":\"=330000000;\"}",
            "{\"size\":[-6,-9],\"counts\":\"=330000000;\"}", "{\"counts\":\"=\"}",
        ] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(RunLengthMask.self, from: Data(text.utf8))
            }
        }
    }

    @Test func theBoxLiesTightlyAroundTheOnes() throws {
        #expect(Self.rectangle?.box == Box(x: 2, y: 1, width: 5, height: 3))
        let size = PixelSize(width: 3, height: 4)
        #expect(RunLengthMask(size: size) { _, _ in true }?.box == Box(x: 0, y: 0, width: 3, height: 4))
        #expect(try #require(RunLengthMask(size: size) { _, _ in false }).box == nil)
    }

    @Test func theOverlapIsIntersectionOverUnion() throws {
        let size = PixelSize(width: 10, height: 4)
        let left = try #require(RunLengthMask(size: size) { x, _ in x < 6 })
        let right = try #require(RunLengthMask(size: size) { x, _ in x >= 4 })
        let none = try #require(RunLengthMask(size: size) { _, _ in false })
        #expect(abs(left.intersectionOverUnion(right) - 0.2) < 1e-12)
        #expect(left.intersectionOverUnion(left) == 1)
        #expect(none.intersectionOverUnion(none) == 0)
        #expect(try left.intersectionOverUnion(#require(Self.rectangle)) == 0)
    }

    @Test func aMaskIsScaled() throws {
        let mask = try #require(Self.rectangle)
        let double = try #require(mask.scaled(to: PixelSize(width: 18, height: 12)))
        #expect(double.area == 4 * mask.area)
        #expect(double.box == Box(x: 4, y: 2, width: 10, height: 6))
        #expect(double.scaled(to: mask.size) == mask)
        #expect(mask.scaled(to: PixelSize(width: 0, height: 1)) == nil)
    }

    /// Each pixel as the one under its centre, whatever the sizes.
    @Test(arguments: [(1, 1), (3, 11), (7, 10), (14, 5), (40, 23), (5, 100)])
    func aScaledMaskHasTheNearestPixels(width: Int, height: Int) throws {
        let (size, target) = (PixelSize(width: 14, height: 10), PixelSize(width: width, height: height))
        for seed in 1...4 {
            let mask = try #require(RunLengthMask(Self.random(size, seed: UInt64(seed)), size: size))
            let pixels = mask.bitmap
            let wanted = RunLengthMask(size: target) { x, y in
                let (column, row) = ((2 * x + 1) * size.width / (2 * width), (2 * y + 1) * size.height / (2 * height))
                return pixels[row * size.width + column] != 0
            }
            #expect(mask.scaled(to: target) == wanted)
        }
    }

    /// Two runs of a picture of a gigabyte: its pixels are never made.
    @Test(arguments: [(32_768, 32_768), (1, 1 << 30), (1 << 30, 1)])
    func aMaskOfAnySizeIsScaledByItsRuns(width: Int, height: Int) throws {
        let size = PixelSize(width: width, height: height)
        let mask = try #require(RunLengthMask(size: size, runs: [size.area / 2, size.area / 2]))
        let small = try #require(mask.scaled(to: PixelSize(width: 4, height: 4)))
        #expect(small.area == 8 && small.size == PixelSize(width: 4, height: 4))
    }

    @Test func aRegionsMaskMovesIntoThePhoto() throws {
        let mask = try #require(Self.rectangle)
        let photo = PixelSize(width: 30, height: 20)
        let moved = try #require(mask.mapped(from: Region(Box(x: 11, y: 5, width: 9, height: 6)), in: photo))
        #expect(moved.size == photo && moved.area == 15)
        #expect(moved.box == Box(x: 13, y: 6, width: 5, height: 3))
        // A quarter turn clockwise around 15,10: the region's left is above.
        let turn = Region(center: Point(x: 15, y: 10), width: 9, height: 6, angle: .pi / 2)
        let turned = try #require(mask.mapped(from: turn, in: photo))
        #expect(turned.area == 15)
        #expect(turned.size == photo)
        let outside = try #require(mask.mapped(from: Region(Box(x: -100, y: 5, width: 9, height: 6)), in: photo))
        #expect(outside.area == 0)
        #expect(mask.mapped(from: Region(Box(x: 0, y: 0, width: 0, height: 6)), in: photo) == nil)
    }

    @Test func onlyTheAskedPartOfAPictureIsOne() throws {
        let size = PixelSize(width: 6, height: 5)
        let mask = try #require(RunLengthMask(size: size, columns: 4..<99, rows: -3..<2) { _, _ in true })
        #expect(mask.box == Box(x: 4, y: 0, width: 2, height: 2))
        #expect(mask.runs.reduce(0, +) == 30)
    }
}
