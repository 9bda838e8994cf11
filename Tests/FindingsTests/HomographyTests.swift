import Foundation
import Testing

@testable import Findings

@Suite("A homography")
struct HomographyTests {
    static let tilted = Homography(rows: [1.2, 0.1, 30, -0.2, 0.9, 12, 0.0004, -0.0003, 1])

    @Test(
        "leads there and back",
        arguments: [Point(x: 0, y: 0), Point(x: 640, y: 480), Point(x: -20, y: 3.5)])
    func inverse(_ point: Point) throws {
        let back = try #require(Self.tilted.inverse)
        #expect(back.map(Self.tilted.map(point)).distance(to: point) < 1e-9)
    }

    @Test("after another one does both")
    func product() {
        let moved = Homography(rows: [1, 0, 5, 0, 1, -7, 0, 0, 1])
        let point = Point(x: 100, y: 50)
        let both = Self.tilted.after(moved).map(point)
        #expect(both.distance(to: Self.tilted.map(moved.map(point))) < 1e-9)
    }

    @Test("that flattens the plane has no way back")
    func flat() {
        #expect(Homography(rows: [1, 2, 3, 2, 4, 6, 0, 0, 1]).inverse == nil)
        #expect(Homography(rows: [Double](repeating: 0, count: 9)).inverse == nil)
    }

    @Test("is nine numbers in JSON, and only nine")
    func coding() throws {
        let data = try JSONEncoder().encode(Self.tilted)
        #expect(try JSONDecoder().decode(Homography.self, from: data) == Self.tilted)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Homography.self, from: Data("[1,2,3]".utf8))
        }
    }

    @Test("does not change by a common factor")
    func factor() {
        let doubled = Homography(rows: Self.tilted.rows.map { $0 * 2 })
        #expect(doubled.normalized == Self.tilted)
    }
}

@Suite("An ellipse")
struct EllipseTests {
    @Test("lies inside its bounds and touches each side", arguments: [0.0, 30, 90, 135, -60])
    func bounds(_ angle: Double) throws {
        let ellipse = Ellipse(cx: 100, cy: 80, a: 40, b: 20, angleDeg: angle)
        let points = (0..<3600).map { ellipse.point(at: Double($0) / 3600 * 2 * .pi) }
        let bounds = ellipse.bounds
        #expect(abs(try #require(points.map(\.x).min()) - bounds.x) < 1e-3)
        #expect(abs(try #require(points.map(\.x).max()) - bounds.right) < 1e-3)
        #expect(abs(try #require(points.map(\.y).min()) - bounds.y) < 1e-3)
        #expect(abs(try #require(points.map(\.y).max()) - bounds.bottom) < 1e-3)
    }
}
