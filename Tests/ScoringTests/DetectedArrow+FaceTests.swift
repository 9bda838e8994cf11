import Findings
import Scoring
import Testing

@Suite struct DetectedArrowFaceTests {
    private func judged(
        _ face: RegisteredFace, _ impacts: [Impact], _ settings: ScoringSettings
    ) -> (arrows: [DetectedArrow], face: TargetDetection.Face) {
        let target = TargetScorer(settings).score(faces: [face], impacts: impacts)
        return (target.arrows, target.targetDetection.faces[0])
    }

    /// A hole of 0.04 radii at 0.22 touches the line of the 9; the half shaft of an arrow does not.
    @Test func aHoleKeepsItsOwnRadius() throws {
        let (arrows, face) = judged(Scenes.face(.card), [Scenes.hole(0.22, 0, radius: 0.04)], ScoringSettings())
        #expect(arrows.map(\.score) == [9])
        #expect(arrows[0].moved(onto: face, by: ScoringSettings())?.score == 9)
    }

    @Test func whatTheRuleOfSpotsMadeAMissStaysOne() throws {
        let settings = ScoringSettings(face: .wa40Triple)
        let (arrows, face) = judged(
            Scenes.face(.fiveRing), [Scenes.arrow(0.05, 0), Scenes.arrow(0, 0.25)], settings)
        #expect(arrows.map(\.score).sorted() == [0, 8])
        let moved = arrows.compactMap { $0.moved(onto: face, by: settings) }
        #expect(moved.map(\.score).sorted() == [0, 8])
    }

    @Test func anArrowIsScoredWhereTheFaceLiesNow() throws {
        let (arrows, face) = judged(Scenes.face(), [Scenes.arrow(0.25, 0)], ScoringSettings())
        var other = face
        other.homography = Homography(rows: [1, 0, -550, 0, 1, -600, 0, 0, 500])
        let moved = try #require(arrows[0].moved(onto: other, by: ScoringSettings()))
        #expect(arrows[0].score == 8 && moved.score == 7)
        #expect(abs(moved.normalizedX - 0.35) < 1e-12)
    }
}
