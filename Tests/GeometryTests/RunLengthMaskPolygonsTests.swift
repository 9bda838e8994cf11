import Findings
import Geometry
import Testing

/// Polygons as masks; that they are those of pycocotools is tested with the module Evaluation.
@Suite struct RunLengthMaskPolygonsTests {
    private let size = PixelSize(width: 10, height: 8)

    @Test func aRectangleFillsItsPixels() throws {
        let mask = try #require(RunLengthMask(polygons: [[2, 1, 6, 1, 6, 5, 2, 5]], size: size))
        #expect(mask.area == 16 && mask.box == Box(x: 2, y: 1, width: 4, height: 4))
    }

    @Test func severalPolygonsAreOneMask() throws {
        let (left, right) = ([0.0, 0, 3, 0, 3, 3, 0, 3], [2.0, 0, 5, 0, 5, 3, 2, 3])
        let mask = try #require(RunLengthMask(polygons: [left, right], size: size))
        #expect(mask.area == 15)
    }

    @Test(
        arguments: [
            [], [[1, 2, 3, 4]], [[1, 2, 3, 4, 5]], [[]], [[1, 2, 3, .nan, 5, 6]],
        ] as [[[Double]]])
    func whatIsNoPolygonIsNoMask(polygons: [[Double]]) {
        #expect(RunLengthMask(polygons: polygons, size: size) == nil)
    }

    @Test func allPolygonsOfAMaskHaveOneBudget() {
        let wide = PixelSize(width: 50_000, height: 10)
        let border: [Double] = [0, 0, 50_000, 0, 50_000, 10, 0, 10]
        #expect(RunLengthMask(polygons: [border], size: wide)?.area == wide.area)
        #expect(RunLengthMask(polygons: Array(repeating: border, count: 8), size: wide) == nil)
    }

    @Test func cornersOutsideAreCutOff() throws {
        let far = 1e300
        let mask = try #require(RunLengthMask(polygons: [[-far, -far, far, -far, far, far, -far, far]], size: size))
        #expect(mask.area == size.area)
        let away = try #require(RunLengthMask(polygons: [[-20, -20, -12, -20, -12, -12]], size: size))
        #expect(away.area == 0)
        #expect(RunLengthMask(polygons: [[0, 0, 1, 0, 1, 1]], size: PixelSize(width: 0, height: 8)) == nil)
    }
}
