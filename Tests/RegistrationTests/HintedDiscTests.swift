import Findings
import Scoring
import Testing

@testable import Registration

@Suite struct HintedDiscTests {
    private static let view = View(
        size: PixelSize(width: 480, height: 480), center: Point(x: 240, y: 240), tilt: 25, axis: 40)

    /// A face on which dark bars, as wide as thick shafts near the camera, join its disc to the picture's edge.
    private func barred(_ family: FaceFamily) throws -> Raster {
        let picture = try #require(DrawnFace.picture([(DrawnFace(family), Self.view)]))
        let side = picture.size.width
        var bytes = picture.bytes
        for y in 0..<side {
            for x in 0..<side where abs(y - x / 3 - 203) < 9 || abs(x - y / 4 - 222) < 9 || abs(x + y - 430) < 9 {
                for channel in 0..<3 { bytes[(y * side + x) * 3 + channel] = 30 }
            }
        }
        return try #require(Raster(rgb: bytes, size: picture.size))
    }

    private func box(around center: Point, radius: Double) -> Box {
        Box(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    }

    @Test(arguments: [(FaceFamily.card, 0.4), (.field, 1)])
    func aDiscIsFoundWhereItsBoxIsKnown(family: FaceFamily, radius: Double) throws {
        let truth = try #require(Self.view.toPhoto.inverse)
        let disc = try #require(truth.ring(radius))
        let found = try Pyramid(barred(family)).withLumaSampler(level: 0) {
            HintedDisc(sampler: $0).ellipse(
                in: box(around: disc.center + Point(x: 4, y: -3), radius: disc.meanRadius * 1.05))
        }
        let ellipse = try #require(found)
        #expect(ellipse.center.distance(to: disc.center) < 2)
        #expect(abs(ellipse.a - disc.a) < 2.5 && abs(ellipse.b - disc.b) < 2.5)
    }

    @Test(arguments: [FaceFamily.card, .field])
    func aFaceThatBarsHideIsFoundByAHint(family: FaceFamily) throws {
        let picture = try barred(family)
        #expect(FaceFinder().faces(in: picture).faces.isEmpty)
        let hint = box(around: Point(x: 240, y: 240), radius: family == .card ? 58 : 145)
        let faces = FaceFinder().faces(in: picture, hints: [hint]).faces
        try #require(faces.count == 1)
        let truth = try #require(Self.view.toPhoto.inverse)
        #expect(faces[0].family == family)
        #expect(faces[0].homography.error(ofRing: 1, of: truth) < 0.02)
    }

    @Test func onlyTheSurestHintsAreFollowed() throws {
        let picture = try barred(.card)
        let (wrong, right) = (Box(x: 2, y: 2, width: 30, height: 30), box(around: Point(x: 240, y: 240), radius: 58))
        let enough = [Box](repeating: wrong, count: 11) + [right]
        #expect(FaceFinder().faces(in: picture, hints: enough).faces.count == 1)
        #expect(FaceFinder().faces(in: picture, hints: [wrong] + enough).faces.isEmpty)
    }

    @Test func nothingIsFoundOnPlainGround() throws {
        let ground = try #require(
            Raster(rgb: [UInt8](repeating: 120, count: 3 * 200 * 200), size: PixelSize(width: 200, height: 200)))
        let found = Pyramid(ground).withLumaSampler(level: 0) {
            HintedDisc(sampler: $0).ellipse(in: Box(x: 50, y: 50, width: 90, height: 90))
        }
        #expect(found == nil)
    }

    @Test func aHintOnPaperMakesNoFace() throws {
        let picture = try #require(DrawnFace.picture([(DrawnFace(.card, hasLines: false), Self.view)]))
        #expect(FaceFinder().faces(in: picture, hints: [Box(x: 170, y: 170, width: 140, height: 140)]).faces.isEmpty)
    }
}
