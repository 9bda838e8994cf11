import Findings
import Testing

@testable import Geometry

@Suite("Findings of overlapping tiles")
struct FindingListMergeTests {
    /// Two tiles side by side, 0 to 100 and 80 to 180, of a photo of 180 by 100.
    private static let tiles = TileGrid(
        photo: PixelSize(width: 180, height: 100), tile: PixelSize(width: 100, height: 100), overlap: 0.2
    ).tiles

    private static func found(_ left: FindingList, _ right: FindingList) -> [TileFindings] {
        [TileFindings(tile: tiles[0], found: left), TileFindings(tile: tiles[1], found: right)]
    }

    private static func box(_ left: Double, _ right: Double) -> Box {
        Box(left: left, top: 20, right: right, bottom: 60)
    }

    private static func cup(_ box: Box, _ confidence: Double, label: String = "cup") -> Detection {
        Detection(label: label, classId: 1, confidence: confidence, box: box)
    }

    private static func merged(_ left: [Detection], _ right: [Detection]) -> [Detection]? {
        FindingList.merged(found(.detections(left), .detections(right)))?.detections
    }

    @Test(
        arguments: [
            // Whole in both tiles: the better one.
            ([(82.0, 98.0, 0.8)], [(83.0, 98.0, 0.9)], [(83.0, 98.0, 0.9)]),
            // A piece in one tile, whole in the other, with the best score of both.
            ([(84, 100, 0.9)], [(84, 130, 0.7)], [(84, 130, 0.9)]),
            // Pieces in both: the box around them.
            ([(30, 100, 0.6)], [(80, 150, 0.7)], [(30, 150, 0.7)]),
            // Two objects beside each other in the overlap.
            ([(81, 88, 0.6)], [(90, 98, 0.7)], [(90, 98, 0.7), (81, 88, 0.6)]),
            // A small whole object is not the large one that an edge cuts.
            ([(20, 100, 0.9)], [(82, 90, 0.3)], [(20, 100, 0.9), (82, 90, 0.3)]),
            // What one tile's detector holds apart stays apart.
            ([(10, 60, 0.9), (12, 61, 0.8)], [], [(10, 60, 0.9), (12, 61, 0.8)]),
            ([], [], []),
            ([(82, 98, .nan)], [(82, 98, 0.5)], [(82, 98, 0.5)]),
        ] as [([(Double, Double, Double)], [(Double, Double, Double)], [(Double, Double, Double)])])
    func boxesOfOneObjectAreOne(
        left: [(Double, Double, Double)], right: [(Double, Double, Double)], expected: [(Double, Double, Double)]
    ) {
        let cups = { (list: [(Double, Double, Double)]) in list.map { Self.cup(Self.box($0.0, $0.1), $0.2) } }
        #expect(Self.merged(cups(left), cups(right)) == cups(expected))
    }

    @Test func otherLabelsAreOtherObjects() {
        let (cup, bowl) = (Self.cup(Self.box(82, 98), 0.9), Self.cup(Self.box(82, 98), 0.8, label: "bowl"))
        #expect(Self.merged([cup], [bowl]) == [cup, bowl])
    }

    @Test func aThirdPieceJoinsTwo() throws {
        let grid = TileGrid(
            photo: PixelSize(width: 260, height: 100), tile: PixelSize(width: 100, height: 100), overlap: 0.2)
        let edges = [(50.0, 100.0, 0.9), (80.0, 180.0, 0.5), (160.0, 230.0, 0.8)]
        let found = zip(grid.tiles, edges).map { tile, piece in
            TileFindings(tile: tile, found: .detections([Self.cup(Self.box(piece.0, piece.1), piece.2)]))
        }
        #expect(FindingList.merged(found)?.detections == [Self.cup(Self.box(50, 230), 0.9)])
    }

    @Test func piecesMayDifferInHeight() {
        let low = Self.cup(Box(left: 80, top: 45, right: 150, bottom: 60), 0.5)
        #expect(Self.merged([Self.cup(Self.box(30, 100), 0.6)], [low]) == [Self.cup(Self.box(30, 150), 0.6)])
        let other = Self.cup(Box(left: 80, top: 55, right: 150, bottom: 90), 0.5)
        #expect(Self.merged([Self.cup(Self.box(30, 100), 0.6)], [other])?.count == 2)
    }

    @Test func aWholeChildIsNotLostInFrontOfAnAdult() {
        let (adult, child, piece) = (
            Self.cup(Self.box(82, 170), 0.9), Self.cup(Self.box(83, 110), 0.8), Self.cup(Self.box(83, 100), 0.85)
        )
        let merged = Self.merged([piece], [adult, child])
        #expect(merged?.map(\.box) == [adult.box, child.box] && merged?.map(\.confidence) == [0.9, 0.85])
    }

    @Test func theLargestPieceStandsForATurnedBox() {
        var (left, right) = (Self.cup(Self.box(30, 100), 0.6), Self.cup(Self.box(80, 120), 0.7))
        (left.box, right.box) = (Self.box(30, 100), Self.box(80, 178))
        (left.corners, right.corners) = (Region(left.box).corners, Region(right.box).corners)
        right.box.width = 60
        #expect(Self.merged([left], [right])?.map(\.box) == [left.box])
        #expect(Self.merged([left], [right])?.first?.confidence == 0.7)
    }

    @Test func posesAreComparedByTheirBoxes() {
        let pose = { (box: Box, confidence: Double) in
            Pose(label: "person", classId: 0, confidence: confidence, box: box, keypoints: [])
        }
        let (a, b, c) = (pose(Self.box(82, 98), 0.6), pose(Self.box(83, 98), 0.7), pose(Self.box(120, 140), 0.9))
        #expect(FindingList.merged(Self.found(.poses([a]), .poses([c, b])))?.poses == [c, b])
    }

    @Test func piecesOfAMaskArePutTogether() throws {
        let size = PixelSize(width: 180, height: 100)
        let object = { (box: Box, confidence: Double) in
            let mask = try #require(RunLengthMask(size: size, box: box))
            return InstanceMask(label: "bow", classId: 2, confidence: confidence, box: box, mask: mask)
        }
        let pieces = (try object(Self.box(30, 100), 0.6), try object(Self.box(80, 150), 0.7))
        let expected = try object(Self.box(30, 150), 0.7)
        #expect(FindingList.merged(Self.found(.masks([pieces.0]), .masks([pieces.1])))?.masks == [expected])
        // One above the other: their boxes' columns meet, their pixels do not.
        let low = try object(Box(left: 80, top: 55, right: 150, bottom: 99), 0.7)
        #expect(FindingList.merged(Self.found(.masks([pieces.0]), .masks([low])))?.masks == [low, pieces.0])
        let whole = try object(Self.box(85, 120), 0.5)
        let seen = try object(Self.box(85, 100), 0.8)
        let one = try #require(FindingList.merged(Self.found(.masks([seen]), .masks([whole])))?.masks)
        #expect(one.map(\.mask) == [whole.mask] && one.map(\.confidence) == [0.8])
    }

    @Test func classesHaveTheBestScoreOfAllTiles() {
        let score = { ClassScore(label: $0, confidence: $1) }
        let merged = FindingList.merged(
            Self.found(
                .classes([score("a", 0.4), score("b", 0.3)]), .classes([score("b", 0.9), score("c", .nan)])))
        #expect(merged?.classes == [score("b", 0.9), score("a", 0.4)])
    }

    @Test func nothingAndOtherKindsAreLeftOut() {
        #expect(FindingList.merged([]) == nil)
        let mixed = Self.found(.poses([]), .detections([Self.cup(Self.box(82, 98), 0.9)]))
        #expect(FindingList.merged(mixed) == .poses([]))
    }

    @Test func onePlaceOfAPhotoIsOneTile() {
        let only = TileFindings(
            tile: TileGrid.Tile(box: Box(x: 0, y: 0, width: 50, height: 50), photo: PixelSize(width: 50, height: 50)),
            found: .detections([Self.cup(Self.box(0, 50), 0.4), Self.cup(Self.box(0, 49), 0.6)]))
        #expect(FindingList.merged([only])?.detections?.map(\.confidence) == [0.6, 0.4])
    }
}
