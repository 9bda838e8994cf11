import Findings
import Testing

@testable import Reading

struct BullseyeTests {
    /// Rings of so many modules from one dark side to the other, in the middle of a light picture.
    static func rings(across modules: Int, module: Int) -> GreyPicture {
        let side = (modules + 12) * module
        return GreyPicture(width: side, height: side, place: .scaling(2)) { grey in
            for index in grey.indices {
                let (x, y) = (index % side / module - (modules + 12) / 2, index / side / module - (modules + 12) / 2)
                let ring = max(abs(x), abs(y))
                grey[index] = ring <= modules / 2 && ring % 2 == 0 ? 40 : 255
            }
        }
    }

    @Test(arguments: [9, 13], [2, 3, 8, 15])
    func isSeenWhereTheRingsAre(_ across: Int, _ module: Int) throws {
        let picture = Self.rings(across: across, module: module)
        let found = Bullseye.all(in: picture, maximum: 64)
        let bullseye = try #require(found.first)
        #expect(found.count == 1 && bullseye.modules == across - 2)
        let middle = Double(picture.width) / 2
        #expect(bullseye.middle.distance(to: Point(x: middle, y: middle)) < 1)
        let reach = Double((across - 2) * module) / 2
        let box = Box(x: middle - reach, y: middle - reach, width: 2 * reach, height: 2 * reach)
        for corner in Quadrilateral(box).corners {
            #expect(bullseye.corners.corners.contains { $0.distance(to: corner) < 0.7 })
        }
    }

    @Test(arguments: [9, 13], [10.0, 30, 45, -20])
    func isSeenHoweverItLies(_ modules: Int, _ degrees: Double) {
        let turned = Self.rings(across: modules, module: 6).turned(by: degrees)
        #expect(Bullseye.all(in: turned, maximum: 64).map(\.modules) == [modules - 2])
    }

    @Test(arguments: [2, 3, 8])
    func isNotSeenInStripesAndChecks(_ module: Int) {
        let stripes = GreyPicture(width: 160, height: 160, place: .identity) { grey in
            for index in grey.indices { grey[index] = index % 160 / module % 2 == 0 ? 40 : 200 }
        }
        let checks = GreyPicture(width: 160, height: 160, place: .identity) { grey in
            for index in grey.indices {
                grey[index] = (index % 160 / module + index / 160 / module) % 2 == 0 ? 40 : 200
            }
        }
        #expect(Bullseye.all(in: stripes, maximum: 64).isEmpty && Bullseye.all(in: checks, maximum: 64).isEmpty)
    }

    @Test func itsPlaneShowsEachModule() throws {
        let picture = Self.rings(across: 9, module: 7).turned(by: 15)
        let bullseye = try #require(Bullseye.all(in: picture, maximum: 64).first)
        let (plane, map) = try #require(picture.modules(around: bullseye))
        let half = bullseye.modulesOfLargest / 2
        for y in -half...half {
            for x in -half...half {
                let ring = max(abs(x), abs(y))
                let (column, row) = ((x + half) * Bullseye.module + 1, (y + half) * Bullseye.module + 1)
                let isDark = plane.pixels[row * plane.width + column] == 0
                #expect(isDark == (ring <= 4 && ring % 2 == 0), "\(x), \(y)")
            }
        }
        let middle = map.map(Point(x: Double(plane.width) / 2, y: Double(plane.height) / 2))
        #expect(middle.distance(to: bullseye.middle) < 1)
    }
}
