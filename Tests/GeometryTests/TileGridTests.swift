import Findings
import Geometry
import Testing

@Suite("Tiles of a photo")
struct TileGridTests {
    @Test(
        arguments: [
            (100, 100, 0.2, [0]), (100, 40, 0.0, [0, 40, 60]), (100, 50, 0.0, [0, 50]), (100, 40, 0.25, [0, 30, 60]),
            (101, 40, 0.25, [0, 30, 60, 61]), (30, 40, 0.25, [0]), (1, 640, 0.2, [0]), (0, 40, 0.2, []),
            (-5, 40, 0.2, []), (3, 1, 0.99, [0, 1, 2]), (3, 0, 0, [0, 1, 2]), (100, 40, .nan, [0, 40, 60]),
            (100, 40, -1, [0, 40, 60]), (50, 40, 7, [0, 4, 8, 10]),
        ] as [(Int, Int, Double, [Int])])
    func tilesCoverASide(length: Int, side: Int, overlap: Double, starts: [Int]) {
        let photo = PixelSize(width: length, height: 20)
        let grid = TileGrid(photo: photo, tile: PixelSize(width: side, height: 50), overlap: overlap)
        #expect(grid.columns == starts && grid.rows == [0])
        #expect(grid.tiles.count == starts.count && grid.tiles.map(\.box.x) == starts.map(Double.init))
        #expect(grid.tiles.allSatisfy { $0.box.clipped(to: photo) == $0.box && $0.box.height == 20 })
        #expect(Set(grid.tiles.map(\.box.width)).count <= 1)
    }

    @Test func tilesStandRowByRow() {
        let grid = TileGrid(
            photo: PixelSize(width: 90, height: 60), tile: PixelSize(width: 50, height: 40), overlap: 0.2)
        #expect(grid.tiles.map(\.box.x) == [0, 40, 0, 40] && grid.tiles.map(\.box.y) == [0, 0, 20, 20])
    }

    @Test(arguments: [
        (Box(x: 0, y: 0, width: 30, height: 30), false), (Box(x: 20, y: 10, width: 30, height: 5), true),
        (Box(x: 20, y: 10, width: 29.6, height: 5), true), (Box(x: 20, y: 10, width: 29, height: 5), false),
        (Box(x: 5, y: 15, width: 5, height: 25), true), (Box(x: .nan, y: 15, width: 5, height: 5), false),
    ])
    func onlyInnerEdgesCut(found: Box, isCut: Bool) {
        let tile = TileGrid.Tile(
            box: Box(x: 0, y: 0, width: 50, height: 40), photo: PixelSize(width: 90, height: 60))
        #expect(tile.cuts(found) == isCut)
    }

    @Test func aTileThatIsThePhotoCutsNothing() {
        let grid = TileGrid(photo: PixelSize(width: 30, height: 20), tile: PixelSize(width: 640, height: 640))
        #expect(grid.tiles.map { $0.cuts(Box(x: 0, y: 0, width: 30, height: 20)) } == [false])
    }
}
