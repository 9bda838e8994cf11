import Scoring
import Testing

@Suite struct SessionReadingTests {
    @Test(arguments: [(10, true, "X"), (10, false, "10"), (7, false, "7"), (0, false, "M")])
    func marksAreWhatASheetShows(_ score: Int, _ isX: Bool, _ mark: String) {
        #expect(Scenes.scored(score, isX: isX).mark == mark)
    }

    @Test func anyDoubtIsTheEndsDoubt() {
        #expect(!Scenes.end(1, [Scenes.scored(9)]).needsReview)
        #expect(Scenes.end(1, [Scenes.scored(9, reasons: [.nearLine])]).needsReview)
        #expect(Scenes.end(1, [Scenes.scored(9)], review: [.tooFewArrows]).needsReview)
        #expect(Scenes.end(1, [], trouble: "No face.").needsReview)
    }

    @Test func anArrowOfNoKnownFaceHasNoPlace() {
        var end = Scenes.end(1, [Scenes.scored(9, x: 0.15)], type: .wa40)
        #expect(end.position(of: end.arrows[0])?.x == 30)
        end.arrows[0].value.face = 5
        #expect(end.position(of: end.arrows[0]) == nil)
        end.arrows[0].photo = nil
        #expect(end.type(of: end.arrows[0]) == nil)
    }
}
