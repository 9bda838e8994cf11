import Findings
import Scoring
import Storage
import SystemPackage
import Testing

@testable import Results

/// A scored record as its end counts: the score book's corrections as findings, and reviews of findings beside them.
@Suite struct CountedRecordTests {
    let scene: DataSetScene

    init() throws { scene = try DataSetScene() }

    /// The first arrow's tip was moved off its box, the second removed, the hole moved, and two were added: one without a box.
    private static let corrected = [
        ScoredSample.arrow(
            1, at: (300, 300), nock: Point(x: 420, y: 340), 1, Box(x: 390, y: 300, width: 40, height: 50),
            source: .person),
        ScoredSample.arrow(
            3, at: (600, 100), 1, Box(x: 495, y: 395, width: 10, height: 10), kind: .hole, source: .person),
        ScoredSample.arrow(4, at: (200, 200), 1, Box(x: 200, y: 200, width: 0, height: 0), source: .person),
    ]

    private func counted(_ file: String, isConfirmed: Bool = false) -> CountedPhoto {
        CountedPhoto(
            file: file, content: DataSetScene.content,
            target: ScoredTarget(
                targetDetection: TargetDetection(faces: [ScoredSample.face]), arrows: Self.corrected),
            isConfirmed: isConfirmed)
    }

    @Test func correctionsOfArrowsAreCorrectionsOfFindings() throws {
        let record = ScoredSample.record(ScoredSample.photo)
        let found = CountedPhotos([counted("photos/end.jpg")])
        let own = record.counted(by: found.photo).record
        #expect(own.photo.arrows.map(\.id) == [1, 3, 4])
        let scored = try #require(own.photo.results[0].found.detections)
        #expect(scored.map(\.label) == ["arrow", "hole", "arrow", "face"])
        #expect(scored[0].box == Box(x: 300, y: 300, width: 120, height: 40), "from the tip to the nock")
        #expect(scored[1].box == Box(x: 595, y: 95, width: 10, height: 10), "as large as it was")
        #expect(scored[2].box == Box(x: 200, y: 200, width: 0, height: 0))
        #expect(scored[2].keypoints.map(\.point) == [Point(x: 200, y: 200)])
        // An arrow of which the tip alone is known has no box for a data set.
        #expect(own.boxes(of: nil).map(\.label) == ["arrow", "hole", "face", "person"])
        #expect(CSVTable.rows(of: own).count == 5)
    }

    @Test func theModelsBoxHoldsAsLongAsTheTipIsInIt() throws {
        var target = counted("photos/end.jpg")
        target.target.arrows = [
            ScoredSample.arrow(1, at: (395, 345), 1, Box(x: 390, y: 300, width: 40, height: 50), source: .person)
        ]
        let own = ScoredSample.record(ScoredSample.photo).counted { _, _ in target }.record
        #expect(own.photo.results[0].found.detections?[0].box == Box(x: 390, y: 300, width: 40, height: 50))
    }

    @Test(arguments: [("photos/end.jpg", nil, true), ("other.jpg", "photos/end.jpg", true), ("other.jpg", nil, false)])
    func aCopyHasTheEndOfItsOriginal(path: String, original: String?, isFound: Bool) {
        var record = ScoredSample.record(ScoredSample.photo, of: FilePath(path))
        record.source.duplicateOf = original
        let found = CountedPhotos([counted("photos/end.jpg")])
        #expect((record.counted(by: found.photo).counted != nil) == isFound)
        record.source.sha256 = DataSetScene.sha(5)
        #expect(record.counted(by: found.photo).counted == nil, "another photo has that path now")
    }

    @Test(arguments: [true, false]) func anExportTakesThemAndCountsWhatWasConfirmed(isConfirmed: Bool) throws {
        let photo = try scene.photo("end.jpg")
        try scene.keep(ScoredSample.record(ScoredSample.photo, of: photo), as: "end.jpg.json")
        let found = CountedPhotos([counted(photo.string, isConfirmed: isConfirmed)])
        let export = try #require(DataSetExport(format: "coco"))
        let summary = try export.write(results: scene.results, to: scene.set, counted: found)
        #expect(summary.boxes == 4 && summary.reviewed == (isConfirmed ? 1 : 0))
        #expect(try scene.coco().annotations[0].bbox == [300, 300, 120, 40])
    }

    @Test func aReviewOfFindingsSaysNothingOfWhatWasScored() throws {
        let record = ScoredSample.record(ScoredSample.photo)
        #expect(Set(record.reviewBasis.keys) == ["people"])
        let drawn = ReviewedBox(label: "arrow", box: Box(x: 1, y: 2, width: 3, height: 4))
        let review = FindingReview(
            isAccepted: true, detections: ["whole": [drawn], "people": []], basis: record.reviewBasis)
        let reviewed = record.reviewed(as: review, by: ScoredSample.classes)
        #expect(reviewed.photo.results[0] == record.photo.results[0])
        #expect(reviewed.photo.results[1].found.items.isEmpty)
        #expect(record.taken(review).detectors == ["people"])
    }
}
