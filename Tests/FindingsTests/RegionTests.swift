import Findings
import Foundation
import Testing

@Suite("Regions")
struct RegionTests {
    private static func isNear(_ a: Point, _ b: Point) -> Bool { a.distance(to: b) < 1e-9 }

    @Test func aBoxIsARegionAndBack() {
        let box = Box(x: 3, y: 4, width: 10, height: 6)
        #expect(Region(box).bounds == box)
        #expect(Region(box).corners.map(\.x) == [3, 13, 13, 3])
        #expect(Region(box).corners.map(\.y) == [4, 4, 10, 10])
    }

    @Test(arguments: [0.0, 0.3, 1.2, .pi / 2, 3, -2]) func cornersGiveTheRegionBack(angle: Double) throws {
        let region = Region(center: Point(x: 50, y: 40), width: 20, height: 8, angle: angle)
        let again = try #require(Region(corners: region.corners))
        #expect(Self.isNear(again.center, region.center))
        #expect(abs(again.width - 20) < 1e-9 && abs(again.height - 8) < 1e-9)
        #expect(zip(again.corners, region.corners).allSatisfy(Self.isNear))
    }

    @Test func aQuarterTurnIsClockwise() {
        let region = Region(center: Point(x: 10, y: 10), width: 8, height: 4, angle: .pi / 2)
        #expect(Self.isNear(region.photo(Point(x: 0, y: 0)), Point(x: 12, y: 6)))
        #expect(Self.isNear(region.photo(Point(x: 8, y: 0)), Point(x: 12, y: 14)))
    }

    @Test func aMarginIsAShareOfEachSide() {
        let grown = Region(Box(x: 10, y: 10, width: 20, height: 10)).grown(by: 0.1)
        #expect(grown.bounds == Box(x: 8, y: 9, width: 24, height: 12))
    }

    @Test(arguments: [[], [Point(x: 0, y: 0)], Array(repeating: Point(x: .nan, y: 0), count: 4)])
    func fewOrBrokenCornersAreNone(corners: [Point]) { #expect(Region(corners: corners) == nil) }

    @Test func aDetectionInARegionIsMappedIntoThePhotoAndCutOffThere() throws {
        let photo = PixelSize(width: 100, height: 100)
        let found = FindingList.detections([
            Detection(label: "a", classId: 0, confidence: 1, box: Box(x: 1, y: 2, width: 30, height: 4)),
            Detection(label: "b", classId: 0, confidence: 1, box: Box(x: 40, y: 0, width: 5, height: 5)),
        ])
        let straight = found.mapped(from: Region(Box(x: 80, y: 50, width: 60, height: 40)), in: photo)
        #expect(straight.detections?.map(\.box) == [Box(x: 81, y: 52, width: 19, height: 4)])
        #expect(straight.detections?.first?.corners == nil)
        let turned = Region(center: Point(x: 50, y: 50), width: 40, height: 20, angle: .pi / 2)
        let mapped = try #require(found.mapped(from: turned, in: photo).detections?.first)
        #expect(mapped.corners?.count == 4)
        #expect(abs(mapped.box.width - 4) < 1e-9 && abs(mapped.box.height - 30) < 1e-9)
    }
}
