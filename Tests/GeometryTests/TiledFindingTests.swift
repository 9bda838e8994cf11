import JSONTree
import TestSupport
import Testing

@testable import Findings
@testable import Geometry

/// What holds of each kind of finding where tiles are put together.
@Suite struct TiledFindingTests {
    private static let tiles = TileGrid(
        photo: PixelSize(width: 400, height: 200), tile: PixelSize(width: 250, height: 200), overlap: 0.5
    ).tiles

    @Test(arguments: FindingList.kinds) func tilesWithoutFindingsKeepTheirKind(kind: any FindingKind.Type) throws {
        let nothing = Self.tiles.map { TileFindings(tile: $0, found: kind.empty) }
        let merged = try #require(FindingList.merged(nothing))
        #expect(merged.kind == kind && merged.items.isEmpty && nothing.count > 1)
    }

    @Test(arguments: FindingList.kinds) func whatTwoTilesShowIsOneFinding(kind: any FindingKind.Type) throws {
        let list = try kind.example
        let both = Self.tiles.prefix(2).map { TileFindings(tile: $0, found: list) }
        #expect(FindingList.merged(Array(both)) == list)
    }
}

extension FindingKind {
    fileprivate static var empty: FindingList { FindingList([Self]()) }

    fileprivate static var example: FindingList {
        get throws {
            FindingList([try format.read(try JSONParser.parse(#require(KindExamples.json[listName]).utf8).value)])
        }
    }
}
