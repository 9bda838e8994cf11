import Findings
import Foundation
import Registration
import Scoring
import Testing

@Suite struct RingBendTests {
    /// How far the rings of a card are seen from where they were printed, on the mean of ten directions.
    private func offsets(_ radii: [Double], _ view: View, flattened: Bool) throws -> [Double] {
        let picture = try #require(DrawnFace.picture([(DrawnFace(cardRings: radii), view)]))
        let face = try #require(FaceFinder().faces(in: picture).faces.first)
        #expect(face.family == .card)
        let bend = try #require(face.bend)
        return radii.enumerated().map { number, radius in
            let off = (0..<10).map { k -> Double in
                let angle = Double(k) * .pi / 5
                // A line's outer edge is the ring's radius, and its middle is what is seen of a line.
                let middle = radius - (number == 3 ? 0 : 0.003)
                let seen = face.homography.map(view.toPhoto.map(Point(x: middle * cos(angle), y: middle * sin(angle))))
                return (flattened ? bend.flattened(seen) : seen).length - Double(number + 1) / 10
            }
            return off.reduce(0, +) / 10
        }
    }

    /// The inner rings are seen smaller than one map with the outer ones gives them, by up to a sixth of a ring.
    @Test(arguments: [0.0, 30])
    func ringsThatLeaveTheMapAreMeasured(tilt: Double) throws {
        let radii = [0.092, 0.186, 0.284, 0.386, 0.489, 0.593, 0.697, 0.8, 0.902, 1.003]
        let view = View(
            size: PixelSize(width: 720, height: 720), center: Point(x: 360, y: 360), radius: 300, tilt: tilt)
        let before = try offsets(radii, view, flattened: false)
        let after = try offsets(radii, view, flattened: true)
        #expect(before.map(abs).max() ?? 0 > 0.007)
        #expect(after.map(abs).max() ?? 1 < 0.003)
    }

    @Test(arguments: [FaceFamily.tenRing, .field])
    func otherFacesAreNotMeasured(family: FaceFamily) throws {
        let picture = try #require(DrawnFace.picture([(DrawnFace(family), View())]))
        #expect(try #require(FaceFinder().faces(in: picture).faces.first).bend == nil)
    }
}
