import Evaluation
import Findings
import Geometry
import Testing

/// Average precision and recall are those of pycocotools, of all classes and of each.
@Suite struct PycocotoolsTests {
    private func compare(_ photos: [EvaluatedPhoto], by shape: EvaluatedShape, with known: [String: [Double?]]) throws {
        let evaluation = ModelEvaluation(photos, by: shape)
        var ours = Dictionary(uniqueKeysWithValues: evaluation.classes.map { ($0.label, $0.precision.values) })
        ours["all"] = evaluation.precision.values
        for (label, values) in known {
            let own = ours[label] ?? values.map { _ in nil }
            #expect(own.count == values.count)
            for (place, (own, theirs)) in zip(own, values).enumerated() {
                #expect((own == nil) == (theirs == nil), "\(label) \(place)")
                if let own, let theirs { #expect(abs(own - theirs) <= 1e-6, "\(label) \(place)") }
            }
        }
        #expect(try #require(known["all"]?.first ?? nil) > 0.1)
    }

    @Test(arguments: 1...5) func boxesAreMeasuredAlike(seed: Int) throws {
        let known = try #require(try Pycocotools.stored().boxes["\(seed)"])
        // Seven classes, of which one is in no truth and one is never found.
        #expect(known.count == 8 && known["f"]?.allSatisfy { $0 == nil } == true && known["g"]?.first == 0)
        try compare(RandomScene.boxes(seed: seed), by: .boxes, with: known)
    }

    @Test func masksAreMeasuredAlike() throws {
        let known = try #require(try Pycocotools.stored().masks["11"])
        try compare(RandomScene.masks(seed: 11), by: .masks, with: known)
    }

    @Test func polygonsAreFilledAlike() throws {
        let first = RandomScene.masks(seed: 11)[0].truth[0].mask
        #expect(first?.counts == (try Pycocotools.stored().firstPolygon))
    }

    /// The order of equal confidences is that of the photos, and in a photo that of its results.
    @Test func equalConfidencesKeepTheirOrder() {
        let (right, wrong) = (Box(x: 0, y: 0, width: 10, height: 10), Box(x: 50, y: 50, width: 10, height: 10))
        func ap(_ boxes: [Box]) -> Double? {
            let found = boxes.map { FoundObject(label: "a", confidence: 0.5, box: $0) }
            let photo = EvaluatedPhoto(
                path: "a.jpg", size: PixelSize(width: 100, height: 100), truth: [TrueObject(label: "a", box: right)],
                found: found)
            return ModelEvaluation([photo]).precision.ap
        }
        #expect(abs((ap([right, wrong]) ?? 0) - 1) < 1e-12)
        #expect(abs((ap([wrong, right]) ?? 0) - 0.5) < 1e-12)
    }

    @Test func photosWithoutAnythingAndNoPhotosAtAllHaveNoNumber() {
        let empty = EvaluatedPhoto(path: "a.jpg", size: PixelSize(width: 10, height: 10), truth: [], found: [])
        for photos in [[], [empty], [empty, empty]] {
            let evaluation = ModelEvaluation(photos)
            #expect(evaluation.precision.values.allSatisfy { $0 == nil } && evaluation.classes.isEmpty)
            #expect(evaluation.interval == nil && evaluation.calibration.error == nil)
            #expect(evaluation.photos == photos.count && evaluation.worst.count == photos.count)
        }
    }

    /// What is found in a crowd is neither right nor wrong, as often as it is found.
    @Test func crowdsCountForNothing() {
        let crowd = TrueObject(label: "a", box: Box(x: 0, y: 0, width: 80, height: 80), isCrowd: true)
        let object = TrueObject(label: "a", box: Box(x: 85, y: 85, width: 10, height: 10))
        let found = [10.0, 20, 30].map {
            FoundObject(label: "a", confidence: 0.9, box: Box(x: $0, y: $0, width: 20, height: 20))
        }
        let own = FoundObject(label: "a", confidence: 0.6, box: object.box)
        let photo = EvaluatedPhoto(
            path: "a.jpg", size: PixelSize(width: 100, height: 100), truth: [crowd, object], found: found + [own])
        let evaluation = ModelEvaluation([photo])
        #expect(abs((evaluation.precision.ap ?? 0) - 1) < 1e-12 && evaluation.objects == 1)
        #expect(evaluation.point.right == 1 && evaluation.point.wrong == 0 && evaluation.point.missed == 0)
        #expect(evaluation.worst[0].mistakes.isEmpty && evaluation.calibration.bins.map(\.count).reduce(0, +) == 1)
    }
}
