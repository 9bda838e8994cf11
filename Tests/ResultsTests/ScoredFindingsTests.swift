import Findings
import Foundation
import Scoring
import Storage
import SystemPackage
import TestSupport
import Testing

@testable import Results

/// What scoring found as findings: in the record, and in everything that reads findings.
@Suite struct ScoredFindingsTests {
    let scene: DataSetScene

    init() throws { scene = try DataSetScene() }

    @Test func whatWasScoredIsInThePlaceOfWhatShowedWhereToLook() throws {
        let photo = ScoredSample.photo
        #expect(photo.results.map(\.detector) == ["whole", "people"])
        #expect(photo.results.map(\.isScored) == [true, false])
        #expect(photo.results[1] == ScoredSample.seen[1], "another detector's findings stay")
        let scored = try #require(photo.results[0].found.detections)
        #expect(scored.map(\.label) == ["arrow", "face", "hole", "arrow"])
        #expect(scored.map(\.classId) == [0, 2, 1, 0])
        #expect(scored.map(\.confidence) == [0.95, 0.9, 0.85, 0.6])
        #expect(scored[0].box == Box(x: 390, y: 300, width: 40, height: 50))
        #expect(scored[1].box == Box(x: 0, y: 100, width: 800, height: 400), "cut off at the photo's edges")
        let named = scored.map { $0.keypoints.map { "\($0.name ?? "") \($0.x) \($0.y)" } }
        #expect(named == [["tip 400.0 310.0", "nock 420.0 340.0"], [], [], ["tip 100.0 120.0"]])
        // The model that saw arrows, and no threshold of another one.
        #expect(photo.results[0].model == 1 && photo.results[0].threshold == nil)
        #expect(photo.detections.map(\.label) == ["arrow", "face", "hole", "person", "arrow"])
        #expect(!photo.besideScored.findings.contains { $0.finding.label != "person" })
    }

    @Test func whatWasScoredIsMadeAnewFromArrowsAndFaces() {
        var photo = ScoredSample.photo
        let before = photo
        photo.settleScored()
        #expect(photo == before)
        photo.arrows.removeFirst()
        photo.settleScored()
        #expect(photo.results[0].found.detections?.map(\.label) == ["face", "hole", "arrow"])
        #expect(photo.results.count == 2 && photo.results[0].model == 1)
    }

    @Test(arguments: [nil, ["whole"], []] as [[String]?])
    func aPhotoThatWasNotScoredStaysAsItIs(detectors: [String]?) {
        var photo = ScoredSample.unsettled
        (photo.targetDetection, photo.arrows) = (nil, [])
        let before = photo
        photo.settleScored(lookingFor: detectors)
        #expect(photo == before)
    }

    @Test func withoutADetectorThatLooksForTargetsItHasANameOfItsOwn() {
        var photo = ScoredSample.unsettled
        photo.results.removeFirst()
        photo.settleScored(lookingFor: [], model: 0)
        #expect(photo.results.map(\.detector) == ["people", TargetDetection.detector])
        #expect(photo.results[1].isScored && photo.results[1].found.items.count == 4)
        #expect(photo.results[1].model == 0)
        // Nothing was found: the entry says that scoring looked.
        photo = PhotoResult(targetDetection: TargetDetection(faces: [], reason: "no face"))
        photo.settleScored(lookingFor: [])
        #expect(photo.results.map(\.isScored) == [true] && photo.detections.isEmpty)
    }

    @Test func whatADetectorFoundBesideTargetsStaysWithIt() throws {
        var photo = ScoredSample.unsettled
        photo.results[0].found.detections?.append(ScoredSample.found("dog", 4, 0.5))
        photo.settleScored(lookingFor: ["whole"])
        #expect(
            photo.results[0].found.detections?.map(\.label) == ["arrow", "face", "hole", "arrow", "dog"])
        #expect(photo.besideScored.detections.map(\.label) == ["person", "dog"])
    }

    @Test func aDetectorThatFailedKeepsItsFailure() {
        var photo = ScoredSample.unsettled
        photo.results[0].found = .detections([])
        photo.results[0].error = DetectorFailure(code: "broken", message: "it broke", fault: .quiver)
        photo.settleScored(lookingFor: ["whole"])
        #expect(photo.results.map(\.detector) == ["whole", "people", "whole"])
        #expect(photo.results.map(\.isScored) == [false, false, true])
        #expect(photo.results[0].error?.code == "broken")
    }

    @Test func itComesBackFromItsForms() throws {
        let record = ScoredSample.record(ScoredSample.photo)
        #expect(try Record.decode(record.line.utf8) == record)
        #expect(record.line.contains(#""scored":true,"detections":[{"label":"arrow""#))
        #expect(record.line.contains(#""keypoints":[{"name":"tip","x":400,"y":310},{"name":"nock","x":420,"y":340}]"#))
        #expect(try JSONSchemaCheck.problems(of: record.document, against: Record.schema) == [])
        let vision = record.json(in: .vision).line
        #expect(vision.contains(#"{"name":"tip","x":0.5,"y":0.483333}"#), "the keypoints are moved")
    }

    @Test func recordsOfEarlierVersionsAreReadAlike() throws {
        let old = ScoredSample.record(ScoredSample.unsettled)
        #expect(!old.line.contains("scored"))
        let read = try Record.decode(old.line.utf8)
        #expect(read.photo.results.map(\.isScored) == [true, false])
        #expect(read.photo.results.map(\.found) == ScoredSample.photo.results.map(\.found))
        #expect(try Record.decode(read.line.utf8) == read)
        // Known by what it saw where the model has another name, and not at all where it saw no middle of a face.
        for (label, isKnown) in [("bull", true), ("face", false)] {
            var other = old
            other.photo.models[0].name = "mine.onnx"
            other.photo.results[0].found.detections = [ScoredSample.found(label, 2, 0.7)]
            let read = try Record.decode(other.line.utf8)
            #expect(
                read.photo.results.map(\.detector) == ["whole", "people"] + (isKnown ? [] : [TargetDetection.detector]))
            #expect(read.photo.detections.count == (isKnown ? 5 : 6), "a face of an own detector stays")
        }
    }

    @Test func whatAnotherDetectorLookedAtStaysInAnOldRecord() throws {
        var old = ScoredSample.record(ScoredSample.unsettled)
        old.photo.results.append(
            DetectorResult(
                detector: "vanes", task: .classify, parent: .init(detector: "whole", index: 2),
                found: .classes([ClassScore(label: "feather", confidence: 0.8)])))
        let read = try Record.decode(old.line.utf8).photo
        #expect(read.results.prefix(3).elementsEqual(old.photo.results))
        #expect(read.finding(.init(detector: "whole", index: 2))?.label == "arrow")
        #expect(read.results.map(\.isScored) == [false, false, false, true])
    }

    @Test func tablesHaveARowForEach() throws {
        let record = ScoredSample.record(ScoredSample.photo)
        let rows = CSVTable.rows(of: record).map { Dictionary(uniqueKeysWithValues: zip(CSVTable.columns, $0)) }
        #expect(rows.map { $0["label"] } == ["arrow", "face", "hole", "person", "arrow"])
        #expect(rows.map { $0["class_id"] } == ["0", "2", "1", "0", "0"])
        #expect(rows.map { $0["detector"] } == ["whole", "whole", "whole", "people", "whole"])
        #expect(
            rows.map { $0["model"] } == ["arrows.onnx", "arrows.onnx", "arrows.onnx", "people.onnx", "arrows.onnx"])
        #expect(rows.map { $0["keypoints"] } == ["400 310 1;420 340 1", "", "", "", "100 120 1"])
        #expect(rows[0]["x_min"] == "390" && rows[0]["y_max"] == "350")
        let table = try JSONLines(at: scene.folder.appending("results.jsonl"))
        try table.append(TableRow(record))
        try table.finish()
        let line = try String(contentsOfFile: scene.folder.appending("results.jsonl").string, encoding: .utf8)
        #expect(try Record.decode(line.utf8).photo.detections.count == 5)
    }

    @Test func dataSetsHaveABoxForEachAndCOCOTipAndNock() throws {
        let photo = try scene.photo("end.jpg")
        let row = TableRow(ScoredSample.record(ScoredSample.photo, of: photo), place: Array("end.jpg.json".utf8))
        try scene.make(.coco, ScoredSample.classes, [row])
        let coco = try scene.coco()
        #expect(coco.categories.map(\.name) == ["arrow", "hole", "face", "bull", "person"])
        #expect(coco.categories.map(\.keypoints) == [["tip", "nock"], nil, nil, nil, nil])
        #expect(coco.categories[0].skeleton == [[1, 2]])
        #expect(coco.annotations.map(\.category_id) == [1, 3, 2, 5, 1])
        #expect(coco.annotations.map(\.bbox)[1] == [0, 100, 800, 400])
        let points = coco.annotations.map(\.keypoints)
        #expect(points == [[400, 310, 2, 420, 340, 2], nil, nil, nil, [100, 120, 2, 0, 0, 0]])
        #expect(coco.annotations.map(\.num_keypoints) == [2, nil, nil, nil, 1])
    }

    @Test func yoloHasALabelForEach() throws {
        let photo = try scene.photo("end.jpg")
        let row = TableRow(ScoredSample.record(ScoredSample.photo, of: photo), place: Array("end.jpg.json".utf8))
        try scene.make(.yolo, ScoredSample.classes, [row])
        let lines = scene.text("labels/end.txt")?.split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "0 0.512500 0.541667 0.050000 0.083333", "2 0.500000 0.500000 1.000000 0.666667",
                "1 0.625000 0.666667 0.012500 0.016667", "4 0.031250 0.066667 0.037500 0.066667",
                "0 0.125000 0.200000 0.012500 0.016667",
            ])
    }

    @Test func anExportCountsEveryArrow() throws {
        let photo = try scene.photo("end.jpg")
        try scene.keep(ScoredSample.record(ScoredSample.photo, of: photo), as: "end.jpg.json")
        try ClassList.write(ScoredSample.classes, in: scene.results)
        let export = try #require(DataSetExport(format: "coco"))
        let summary = try export.write(results: scene.results, to: scene.set)
        #expect(summary.photos == 1 && summary.boxes == 5 && summary.reviewed == 0)
        #expect(summary.furtherClasses == [] && summary.classes == 5)
    }
}
