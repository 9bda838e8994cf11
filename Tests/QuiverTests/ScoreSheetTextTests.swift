import Findings
import Scoring
import Testing

@testable import quiver

@Suite("A score sheet on a terminal")
struct ScoreSheetTextTests {
    private static let face = TargetDetection.Face(
        type: .wa122, sizeAssumed: false, center: Point(x: 0, y: 0),
        homography: Homography(rows: [1, 0, 0, 0, 1, 0, 0, 0, 1]),
        outline: Ellipse(cx: 0, cy: 0, a: 1, b: 1, angleDeg: 0), residual: 0, confidence: 1)

    private func arrow(_ id: Int, _ score: Int, isX: Bool = false, reasons: [ReviewReason] = []) -> DetectedArrow {
        DetectedArrow(
            id: id, face: 0, normalizedX: 0, normalizedY: 0, pixelX: 0, pixelY: 0, distanceFromCenter: 0,
            clockPositionDeg: 0, confidence: 1, boundingBox: Box(x: 0, y: 0, width: 1, height: 1), kind: .arrow,
            nock: nil, score: score, isX: isX, distanceMm: 0, distanceToLine: 1, reviewReasons: reasons, source: .model)
    }

    private func text(
        _ arrows: [DetectedArrow], perEnd: Int = 0, trouble: String? = nil, review: [ReviewReason] = []
    ) -> [String] {
        let photo = Session.Photo(
            path: "day/1.jpg", captured: nil, annotated: nil, width: 1, height: 1, faces: [Self.face])
        let end = Session.End(
            number: 1, photos: [photo], arrows: arrows.map { Session.Arrow(number: $0.id, photo: 0, value: $0) },
            trouble: trouble, review: review)
        let round = Session.Round(number: 1, name: "", system: .olympic, arrowsPerEnd: perEnd, ends: [end])
        return ScoreSheetText(Session(name: "day", rounds: [round])).text.split(separator: "\n").map(String.init)
    }

    @Test("one is one, and more are more", arguments: [(1, "1 ten,"), (2, "2 tens,"), (0, "0 tens,")])
    func plural(tens: Int, words: String) {
        #expect(text((0..<tens).map { arrow($0 + 1, 10) } + [arrow(9, 8)])[0].contains(words))
    }

    @Test("an arrow has its number in front, from the highest score down")
    func numbers() {
        let lines = text([arrow(1, 7, reasons: [.nearLine]), arrow(2, 10, isX: true), arrow(3, 0)])
        #expect(lines[1].contains("2:X") && lines[1].contains("1:7?") && lines[1].contains("3:M"))
        #expect(lines[1].hasSuffix("day/1.jpg".suffix(5)))
    }

    @Test("more and fewer are both said", arguments: [(8, "2 too many"), (5, "1 arrow fewer"), (4, "2 arrows fewer")])
    func counts(number: Int, words: String) {
        let arrows = (1...number).map { arrow($0, 5) }
        let note = text(arrows, perEnd: 6).last?.trimmingCharacters(in: .whitespaces)
        #expect(note == words + (number > 6 ? ": only the lowest 6 count" : ""))
        #expect(
            ScoredLine.text(TargetDetection(faces: [Self.face]), arrows, arrowsPerEnd: 6).contains(words))
        #expect(
            !ScoredLine.text(TargetDetection(faces: [Self.face]), arrows, arrowsPerEnd: nil).contains(words))
    }

    @Test("a long reason stays within 80 columns")
    func wrapped() {
        let trouble = String(repeating: "No face is seen in this photo and ", count: 6)
        #expect(text([], trouble: trouble).allSatisfy { $0.count <= 80 })
    }

    @Test("a face on which nothing was found is said")
    func nothing() {
        #expect(text([], review: [.noArrows]).last?.contains("look at the photo") == true)
        #expect(
            ScoredLine.text(TargetDetection(faces: [Self.face]), [], arrowsPerEnd: 6).contains("look at the photo"))
    }
}
