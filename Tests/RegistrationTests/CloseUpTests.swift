import Findings
import Registration
import Scoring
import Testing

/// Faces that do not fit into the picture, as archers photograph a good group.
@Suite struct CloseUpTests {
    struct Scene: CustomStringConvertible, Sendable {
        var family = FaceFamily.tenRing
        var radius = 420.0
        var center = Point(x: 180, y: 180)
        var tilt = 0.0
        var arrows = 0

        var description: String {
            "\(family) radius \(radius) at \(center.x), \(center.y) tilt \(tilt) arrows \(arrows)"
        }
        var view: View { View(center: center, radius: radius, tilt: tilt, axis: 30) }
    }

    @Test(arguments: [
        Scene(), Scene(tilt: 45), Scene(center: Point(x: 110, y: 230), arrows: 4), Scene(family: .sixRing, arrows: 3),
        // Of the blue only corners are seen, or nothing at all.
        Scene(radius: 560), Scene(radius: 560, center: Point(x: 150, y: 200), tilt: 30, arrows: 2), Scene(radius: 660),
        Scene(family: .fiveRing, radius: 460, center: Point(x: 100, y: 140)),
    ])
    func innerRingsGiveTheMap(scene: Scene) throws {
        let trouble = DrawnFace.Trouble(noise: 3, arrows: scene.arrows)
        let picture = try #require(DrawnFace.picture([(DrawnFace(scene.family), scene.view)], trouble: trouble))
        let search = FaceFinder().faces(in: picture)
        #expect(search.faces.count == 1)
        let face = try #require(search.faces.first)
        let truth = try #require(scene.view.toPhoto.inverse)
        // Up to the blue's end six rings and ten rings look alike.
        #expect((face.family == .fiveRing) == (scene.family == .fiveRing))
        #expect(truth.map(face.center).length < 0.005)
        for radius in [0.1, 0.2, 0.4] {
            #expect(face.homography.error(ofRing: radius, of: truth) < 0.01, "ring \(radius)")
        }
    }

    @Test func yellowInRedIsNoFaceWithoutItsLines() throws {
        let picture = try #require(DrawnFace.picture([(DrawnFace(.tenRing, hasLines: false), Scene().view)]))
        #expect(FaceFinder().faces(in: picture).faces.isEmpty)
    }

    @Test(arguments: [Point(x: 4, y: 180), Point(x: 20, y: 20), Point(x: 356, y: 180)])
    func halfOfTheMiddleIsNotEnough(center: Point) throws {
        let picture = try #require(DrawnFace.picture([(DrawnFace(.tenRing), Scene(center: center).view)]))
        let search = FaceFinder().faces(in: picture)
        #expect(search.faces.isEmpty)
        #expect(search.reason == .partial)
    }

    @Test func aWholeFaceCountsBeforeACloseUp() throws {
        let near = (DrawnFace(.tenRing), View(center: Point(x: 120, y: 120), radius: 480))
        let whole = (DrawnFace(.fiveRing), View(center: Point(x: 300, y: 300), radius: 80))
        let picture = try #require(DrawnFace.picture([near, whole]))
        let faces = FaceFinder().faces(in: picture).faces
        #expect(faces.map(\.family) == [.fiveRing])
    }
}
