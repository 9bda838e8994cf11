import Findings
import Scoring
import Testing

@testable import Targets

@Suite("The canonical picture of a face")
struct RectifierTests {
    /// A face seen at an angle, in a photo of 1600 by 1200.
    static let map = Homography(rows: [0.004, 0.0003, -3.2, -0.0002, 0.0035, -2.0, 0.0001, 0.00012, 0.8])

    static func face(_ family: FaceFamily = .tenRing, map: Homography = map) -> RegisteredFace {
        RegisteredFace(
            family: family, homography: map, outline: Ellipse(cx: 0, cy: 0, a: 1, b: 1, angleDeg: 0), residual: 0,
            confidence: 1)
    }

    @Test("has the face's centre in its middle and the scoring edge at its radius", arguments: FaceFamily.allCases)
    func places(_ family: FaceFamily) throws {
        let face = Self.face(family)
        let way = try #require(Rectifier(face, view: .holes))
        let middle = Double(CanonicalView.holes.side) / 2
        #expect(try #require(way.photo(Point(x: middle, y: middle))).distance(to: face.center) < 1e-6)
        let edge = try #require(way.photo(Point(x: middle, y: middle - CanonicalView.holes.outlineRadius)))
        #expect(abs(face.homography.map(edge).length - family.outlineRadius) < 1e-9)
        #expect(face.homography.map(edge).y < 0, "up is up")
    }

    @Test("shows the photo where the map says")
    func pixels() throws {
        // Every pixel of the photo holds its own place, so that a sample tells where it came from.
        let size = PixelSize(width: 512, height: 400)
        var photo = [UInt8](repeating: 0, count: size.area * 3)
        for row in 0..<size.height {
            for column in 0..<size.width {
                photo[(row * size.width + column) * 3] = UInt8(column / 2)
                photo[(row * size.width + column) * 3 + 1] = UInt8(row / 2)
            }
        }
        let way = try #require(
            Rectifier(
                Self.face(map: Homography(rows: [1 / 150.0, 0, -256 / 150.0, 0, 1 / 150.0, -200 / 150.0, 0, 0, 1])),
                view: .holes))
        let picture = photo.withUnsafeBufferPointer { way.canonical(of: $0, size: size) }
        #expect(picture.count == CanonicalView.holes.side * CanonicalView.holes.side * 3)
        for (column, row) in [(512, 512), (700, 400), (300, 800)] {
            let place = try #require(way.photo(Point(x: Double(column), y: Double(row))))
            let at = (row * CanonicalView.holes.side + column) * 3
            #expect(abs(Double(picture[at]) - (place.x - 0.5) / 2) <= 1)
            #expect(abs(Double(picture[at + 1]) - (place.y - 0.5) / 2) <= 1)
        }
    }

    @Test("is grey beyond the photo")
    func beyond() throws {
        let size = PixelSize(width: 64, height: 64)
        let white = [UInt8](repeating: 255, count: size.area * 3)
        let way = try #require(
            Rectifier(
                Self.face(map: Homography(rows: [1 / 60.0, 0, -32 / 60.0, 0, 1 / 60.0, -32 / 60.0, 0, 0, 1])),
                view: .holes))
        let picture = white.withUnsafeBufferPointer { way.canonical(of: $0, size: size) }
        #expect(Array(picture[0..<3]) == [114, 114, 114])
        let middle = (512 * CanonicalView.holes.side + 512) * 3
        #expect(Array(picture[middle..<middle + 3]) == [255, 255, 255])
    }

    @Test("averages a photo that is finer than it is")
    func fine() throws {
        // Black and white columns a pixel wide: every sample of the average is grey.
        let size = PixelSize(width: 4096, height: 4096)
        var photo = [UInt8](repeating: 0, count: size.area * 3)
        for index in stride(from: 0, to: size.area, by: 2) {
            photo[index * 3] = 255
            photo[index * 3 + 1] = 255
            photo[index * 3 + 2] = 255
        }
        let way = try #require(
            Rectifier(
                Self.face(
                    map: Homography(rows: [1 / 1600.0, 0, -2048 / 1600.0, 0, 1 / 1600.0, -2048 / 1600.0, 0, 0, 1])),
                view: .holes))
        let picture = photo.withUnsafeBufferPointer { way.canonical(of: $0, size: size) }
        for at in stride(
            from: (512 * CanonicalView.holes.side + 100) * 3, to: (512 * CanonicalView.holes.side + 900) * 3, by: 3)
        {
            #expect(abs(Int(picture[at]) - 128) <= 1)
        }
    }

    @Test("has no way beyond the horizon of the face's plane")
    func horizon() throws {
        // A face so near and so tilted that its plane's horizon lies 1.25 radii above its centre: w = 1 + 0.8 y.
        let toPhoto = Homography(rows: [200, 0, 300, 0, 200, 200, 0, 0.8, 1])
        let map = try #require(toPhoto.inverse)
        let way = try #require(Rectifier(Self.face(map: map), view: .holes))
        let size = PixelSize(width: 600, height: 400)
        let photo = [UInt8](repeating: 200, count: size.area * 3)
        let picture = photo.withUnsafeBufferPointer { way.canonical(of: $0, size: size) }
        #expect(way.photo(Point(x: 512, y: 512)) != nil)
        let beyond = (0..<CanonicalView.holes.side).filter { way.photo(Point(x: 512, y: Double($0))) == nil }
        #expect(!beyond.isEmpty && beyond.count < CanonicalView.holes.side)
        for row in beyond {
            let at = (row * CanonicalView.holes.side + 512) * 3
            #expect(Array(picture[at..<at + 3]) == [114, 114, 114])
        }
    }

    @Test("needs a map with a way back")
    func flat() {
        #expect(Rectifier(Self.face(map: Homography(rows: [Double](repeating: 0, count: 9))), view: .holes) == nil)
    }
}
