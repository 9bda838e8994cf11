import Findings
import Testing

@testable import Targets

@Suite("Maps of arrows")
struct ArrowMapsTests {
    @Test(
        "a peak is placed between cells",
        arguments: [Point(x: 20, y: 30), Point(x: 41.3, y: 50.6), Point(x: 60.5, y: 7.2)])
    func places(_ place: Point) throws {
        var drawn = DrawnMaps()
        drawn.end(.tip, at: place)
        let peaks = try #require(drawn.maps).peaks(.tip, above: 0.1, most: 10)
        // A peak midway between two cells may be told of twice.
        #expect((1...2).contains(peaks.count))
        #expect(try #require(peaks.first).point.distance(to: place) < 0.05)
    }

    @Test("peaks come from the highest down, no more than asked for")
    func order() throws {
        var drawn = DrawnMaps()
        for (index, score) in [0.3, 0.9, 0.5, 0.05].enumerated() {
            drawn.end(.nock, at: Point(x: 10 + 20 * Double(index), y: 40), score: score)
        }
        let maps = try #require(drawn.maps)
        #expect(maps.peaks(.nock, above: 0.1, most: 10).map { ($0.score * 10).rounded() } == [9, 5, 3])
        #expect(maps.peaks(.nock, above: 0.1, most: 2).count == 2)
    }

    @Test("outside there is nothing", arguments: [Point(x: -5, y: 3), Point(x: 3, y: 500), Point(x: .nan, y: 3)])
    func outside(_ place: Point) throws {
        var drawn = DrawnMaps()
        drawn.end(.tip, at: Point(x: 3, y: 3))
        let maps = try #require(drawn.maps)
        #expect(maps.value(.tip, at: place) == 0)
        #expect(maps.largest(.tip, near: Point(x: place.x * 1e9, y: place.y), within: 2) == 0)
    }

    @Test("a wrong number of values makes no maps")
    func count() {
        #expect(ArrowMaps(side: 4, values: [Float](repeating: 0, count: 7 * 16)) != nil)
        #expect(ArrowMaps(side: 4, values: [Float](repeating: 0, count: 7 * 16 - 1)) == nil)
        #expect(ArrowMaps(side: 0, values: []) == nil)
    }
}
