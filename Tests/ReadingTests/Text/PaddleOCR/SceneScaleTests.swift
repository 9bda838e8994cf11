import Findings
import Testing

@testable import Reading

@Suite("The sizes in which a photo is searched for text")
struct SceneScaleTests {
    private func sizes(_ width: Int, _ height: Int) throws -> [Int] {
        let scale = try #require(SceneScale(photo: PixelSize(width: width, height: height)))
        return [
            scale.scaled.width, scale.scaled.height, scale.picture.width, scale.picture.height,
            scale.detection.width, scale.detection.height,
        ]
    }

    /// The original's numbers for the same sizes.
    @Test(
        "are the original's",
        arguments: [
            [500, 500, 500, 500, 500, 500, 736, 736], [500, 285, 500, 285, 500, 285, 1280, 736],
            [2048, 922, 1984, 896, 1984, 896, 1984, 896], [3464, 3464, 1984, 1984, 1984, 1984, 1984, 1984],
            [1200, 1800, 1200, 1800, 1200, 1800, 1216, 1792], [400, 40, 400, 40, 400, 100, 2944, 736],
            [100, 30, 100, 30, 100, 60, 1216, 736],
        ])
    func original(numbers: [Int]) throws {
        #expect(try sizes(numbers[0], numbers[1]) == Array(numbers[2...]))
    }

    @Test(
        "are bounded for every photo",
        arguments: [[1, 1], [1, 100_000], [7000, 1], [30, 2000], [1, 50], [100_000, 90]])
    func extremes(sides: [Int]) throws {
        let size = try sizes(sides[0], sides[1])
        #expect(size.allSatisfy { $0 >= 30 })
        #expect(size[4] % 32 == 0 && size[5] % 32 == 0)
        #expect(max(size[4], size[5]) <= SceneScale.longestDetectionSide)
        #expect(size[4] * size[5] < 6_000_000)
    }

    @Test("do not exist for nothing")
    func nothing() {
        #expect(SceneScale(photo: PixelSize(width: 0, height: 5)) == nil)
        #expect(SceneScale(photo: PixelSize(width: 5, height: -1)) == nil)
    }

    @Test("lead back to the photo, and not beyond it")
    func back() throws {
        let scale = try #require(SceneScale(photo: PixelSize(width: 400, height: 40)))
        #expect(scale.photo(Point(x: 100, y: 50)) == Point(x: 100, y: 20))
        #expect(scale.photo(Point(x: 450, y: 10)) == Point(x: 400, y: 0))
        let large = try #require(SceneScale(photo: PixelSize(width: 3968, height: 3968)))
        #expect(large.photo(Point(x: 992, y: 10)) == Point(x: 1984, y: 20))
    }
}
