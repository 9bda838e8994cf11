import Findings
import Testing

@Suite struct LikenessTests {
    /// Numbers by a rule, so that a test that fails does so again.
    private static func bits(_ seed: Int) -> LikenessBits {
        var state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        return LikenessBits { _, _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 63 == 1
        }
    }

    private let likeness = Likeness(views: Likeness.parts.indices.map(bits))

    @Test func itIsReadAsItWasWritten() {
        #expect(Likeness(likeness.bytes) == likeness && Likeness(likeness.description) == likeness)
        #expect(likeness.bytes.count == Likeness.byteCount && likeness.description.utf8.count == 216)
    }

    @Test func otherBytesAreNone() {
        #expect(Likeness(Array(likeness.bytes.dropLast())) == nil)
        #expect(Likeness("") == nil && Likeness(String(likeness.description.dropLast(4))) == nil)
        // A bit that stands for nothing, such as that of the mean.
        var bytes = likeness.bytes
        bytes[7] |= 1
        #expect(Likeness(bytes) == nil)
    }

    @Test func partsLeaveNineTenthsAndLieWithin() {
        #expect(Likeness.parts.count == 10 && Likeness.parts[0].columns == 0..<1 && Likeness.parts[0].rows == 0..<1)
        for part in Likeness.parts.dropFirst() {
            for side in [part.columns, part.rows] {
                #expect(side.lowerBound > 0 && side.upperBound < 1 && side.upperBound - side.lowerBound > 0.899)
            }
        }
    }

    @Test func distancesCountBits() {
        let (one, other) = (Self.bits(1), Self.bits(2))
        #expect(one.distance(to: one) == 0 && one.distance(to: other) == other.distance(to: one))
        let all = LikenessBits { _, _ in true }
        let none = LikenessBits { _, _ in false }
        #expect(all.distance(to: none) == LikenessBits.count && all.coarseDistance(to: none) == 63)
    }

    @Test(arguments: LikenessBits.Turn.allCases)
    func everyTurnHasOneThatUndoesIt(_ turn: LikenessBits.Turn) {
        let (one, other) = (Self.bits(3), Self.bits(4))
        let back = LikenessBits.Turn.allCases.filter { one.turned(turn).turned($0) == one }
        #expect(back.count == 1)
        // A turn of both changes nothing between them.
        #expect(one.turned(turn).distance(to: other.turned(turn)) == one.distance(to: other))
        #expect(one.turned(turn).coarseDistance(to: other.turned(turn)) == one.coarseDistance(to: other))
    }
}
