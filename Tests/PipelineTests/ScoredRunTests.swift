import Findings
import Foundation
import Results
import Scoring
import Settings
import SystemPackage
import TestSupport
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

/// What scoring found is in everything that a run leaves: as many arrows as were scored.
@Suite("The findings of a scored run")
struct ScoredRunTests {
    private let fixtures: RunFixtures

    /// Two ends, run by the settings' own detector with scoring.
    init() throws {
        fixtures = try RunFixtures()
        for name in ["end-01.jpg", "end-02.jpg"] {
            let copy = fixtures.photos.appendingPathComponent(name)
            try FileManager.default.copyItem(
                at: Cases.packageRoot.appendingPathComponent("samples/photos/day1/\(name)"), to: copy)
            try fixtures.age(copy)
        }
        let settings = """
            {"detectors": [{"name": "arrows", "task": "detect", "confidence": 0.35}], "scoring": {"face": "wa-122"},
             "output": {"formats": ["json", "csv", "jsonl", "yolo"], "annotate": true, "crops": true}}
            """
        try Data(settings.utf8).write(to: fixtures.folder.appendingPathComponent("pipeline.json"))
        let ended = try fixtures.program.start(["run", "photos", "--output", "out"]).wait()
        guard ended.status == 0 else { throw RunFailure(said: ended.talk) }
    }

    private struct RunFailure: Error { let said: String }

    private func lines(_ name: String) throws -> [String] {
        try String(contentsOf: fixtures.output.appendingPathComponent(name), encoding: .utf8)
            .split(whereSeparator: \.isNewline).map(String.init)
    }

    /// The cells of `results.csv`; no path here holds a comma.
    private func rows() throws -> [[Substring]] {
        try lines("results.csv").dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    }

    private struct COCO: Decodable {
        struct Category: Decodable {
            var id: Int
            var name: String
        }
        struct Annotation: Decodable {
            var category_id: Int
            var keypoints: [Double]?
        }
        var categories: [Category]
        var annotations: [Annotation]
    }

    /// How many boxes of each class `quiver export coco` makes, and how many of them have keypoints.
    private func exported(to name: String) throws -> (counts: [String: Int], tips: Int) {
        let made = try fixtures.program.start(["export", "coco", "out", "--to", name]).wait()
        #expect(made.status == 0, "\(made.talk)")
        let file = fixtures.folder.appendingPathComponent("\(name)/annotations.json")
        let coco = try JSONDecoder().decode(COCO.self, from: Data(contentsOf: file))
        var counts: [String: Int] = [:]
        for category in coco.categories {
            counts[category.name] = coco.annotations.count { $0.category_id == category.id }
        }
        return (counts, coco.annotations.count { $0.keypoints?.count == 6 })
    }

    @Test("every result has every arrow")
    func everywhere() throws {
        let records = try fixtures.records()
        let (arrows, faces) = records.values.reduce((0, 0)) {
            ($0.0 + $1.photo.arrows.count, $0.1 + ($1.photo.targetDetection?.faces.count ?? 0))
        }
        #expect(records.count == 2 && arrows >= 6 && faces >= 2)
        for record in records.values {
            #expect(record.photo.results.map(\.detector) == ["arrows"])
            #expect(record.photo.results.map(\.isScored) == [true])
            #expect(record.photo.detections.count { $0.label == "arrow" } == record.photo.arrows.count)
            #expect(!record.photo.detections.contains { $0.label == "bull" }, "what only showed where to look")
            #expect(record.outputs?.crops.count == record.photo.detections.count)
            #expect(record.outputs?.annotated != nil)
            #expect(try JSONSchemaCheck.problems(of: record.document, against: Record.schema) == [])
            // Marks of arrows and rings of faces are drawn, and no box beside them.
            let rings = record.photo.targetDetection?.faces.reduce(0) { $0 + $1.type.family.zones.count } ?? 0
            let shafts = record.photo.arrows.count { $0.nock != nil }
            #expect(record.photo.marks(.usual).count == record.photo.arrows.count + shafts + rings)
        }
        let rows = try rows()
        #expect(rows.count { $0[2] == "arrow" } == arrows && rows.count { $0[2] == "face" } == faces)
        let listed = try lines("results.jsonl").map { try Record.decode($0.utf8).photo.detections }
        #expect(listed.joined().count { $0.label == "arrow" } == arrows)
        let labels = try ["end-01.txt", "end-02.txt"].flatMap { try lines("results.yolo/labels/\($0)") }
        #expect(labels.count { $0.hasPrefix("0 ") } == arrows && labels.count { $0.hasPrefix("2 ") } == faces)
        let crops = try ["end-01.jpg.crops", "end-02.jpg.crops"].flatMap {
            try FileManager.default.contentsOfDirectory(atPath: fixtures.output.appendingPathComponent($0).path)
        }
        #expect(crops.count { $0.hasSuffix("-arrow.jpg") } == arrows)
        let (counts, tips) = try exported(to: "set")
        #expect(counts == ["arrow": arrows, "hole": 0, "face": faces, "bull": 0] && tips == arrows)
    }

    @Test("photos are found by their arrows, and a photo's job names each arrow once")
    func jobs() throws {
        for (label, count) in [("arrow", 2), ("face", 2), ("bull", 0), ("hole", 0)] {
            let found = try fixtures.program.start(
                ["jobs", "list", "--output", "out", "--label", label, "--format", "jsonl"]
            ).wait()
            #expect(found.status == 0, "\(found.talk)")
            #expect(found.output.split(separator: "\n").count == count, "\(label): \(found.output)")
        }
        let shown = try fixtures.program.start(["jobs", "show", "1", "--output", "out"]).wait().output
        let record = try fixtures.records().first { shown.contains($0.key) }
        let arrows = try #require(record?.value.photo.arrows.count)
        let rows = shown.split(separator: "\n")
        #expect(rows.count { $0.hasPrefix("arrow") } == arrows && !rows.contains { $0.hasPrefix("detection") })
    }

    @Test("an arrow that is removed by hand is in no data set, no record that is printed and no table of a later run")
    func corrected() throws {
        let before = try exported(to: "before").counts["arrow"] ?? 0
        let ended = try fixtures.program.start(
            ["score", "correct", "out", "--photo", "end-01.jpg", "--arrow", "1", "--remove"]
        ).wait()
        #expect(ended.status == 0, "\(ended.talk)")
        let (counts, tips) = try exported(to: "after")
        #expect(counts["arrow"] == before - 1 && tips == before - 1)
        let printed = try fixtures.program.start(["records", "out"]).wait().output
        let arrows = try printed.split(separator: "\n").map { try Record.decode($0.utf8).photo }
        #expect(arrows.flatMap(\.detections).count { $0.label == "arrow" } == before - 1)
        #expect(arrows.flatMap(\.arrows).count == before - 1)
        let again = try fixtures.program.start(["run", "photos", "--output", "out"]).wait()
        #expect(again.status == 0, "\(again.talk)")
        let rows = try rows()
        #expect(rows.count { $0[2] == "arrow" } == before - 1)
    }
}

/// Which detectors only look for targets, and what a worker may say of what was scored.
@Suite struct TargetSeekersTests {
    private static let classes = TargetClass.allCases.map(\.rawValue)

    private static func plan(isScored: Bool = true, _ change: (inout Settings) -> Void = { _ in }) throws -> WorkPlan {
        var settings = Settings()
        settings.detectors[0].name = "one"
        settings.detectors[0].model = FilePath(RunFixtures.model)
        let models = FilePath(RunFixtures.model).removingLastComponent()
        if isScored { settings.scoring.face = .auto }
        (settings.scoring.model, settings.scoring.holeModel) =
            (models.appending("arrows.onnx"), models.appending("impacts.onnx"))
        change(&settings)
        return try WorkPlan(settings)
    }

    private static func told(_ classes: [String], _ task: DetectorTask = .detect) -> [WorkerGreeting.Detector] {
        [.init(name: "one", task: task, classes: classes)]
    }

    @Test func aDetectorThatKnowsFacesAndTheirMiddlesLooksForTargets() throws {
        let plan = try Self.plan()
        #expect(plan.targetSeekers(among: Self.told(Self.classes)) == ["one"])
        #expect(plan.targetSeekers(among: Self.told(["face", "person"])) == [], "people have faces too")
        #expect(plan.targetSeekers(among: Self.told(Self.classes, .obb)) == [])
        #expect(try Self.plan(isScored: false).targetSeekers(among: Self.told(Self.classes)) == [])
    }

    @Test("which of a round's faces was shot at the photo shows, unless one is named")
    func roundFaces() throws {
        func scoring(_ face: Settings.FaceSetting, _ round: String?) throws -> ScoringSettings? {
            try Self.plan {
                $0.scoring.face = face
                $0.scoring.round = round
            }.targets?.scoring
        }
        let faces: [FaceType] = [.wa40TripleCompound, .wa40Compound]
        #expect(try scoring(.auto, "wa-18-compound")?.faces == faces)
        #expect(try scoring(.named(.wa40Compound), "wa-18-compound")?.faces == [])
        #expect(try scoring(.auto, nil)?.faces == [])
    }

    @Test("the arrows of an end are one archer's where the round says them, and all where the settings do")
    func arrowsOfOneArcher() throws {
        func isOneArchers(_ arrows: Int?, _ round: String?) throws -> Bool? {
            try Self.plan {
                $0.scoring.arrowsPerEnd = arrows
                $0.scoring.round = round
            }.targets?.scoring.arrowsAreOneArchers
        }
        #expect(try isOneArchers(6, "wa-70") == true)
        #expect(try isOneArchers(12, "wa-70") == false && isOneArchers(6, nil) == false)
    }

    @Test func oneWhoseFindingsAnotherTakesIsMore() throws {
        let plan = try Self.plan { settings in
            var other = settings.detectors[0]
            other.name = "two"
            other.on.detector = "one"
            settings.detectors.append(other)
        }
        let known = ["one", "two"].map {
            WorkerGreeting.Detector(name: $0, task: .detect, classes: Self.classes)
        }
        #expect(plan.targetSeekers(among: known) == [])
    }

    @Test func dataSetsKnowTheClassesOfWhatIsScored() throws {
        let plan = try Self.plan()
        func names(_ classes: [String]) -> [String]? {
            WorkerGreeting(startupError: nil, plans: [Self.told(classes)]).classes(of: [plan])?.map(\.name)
        }
        #expect(names(Self.classes) == ["one"])
        #expect(names(["person"]) == ["one", TargetDetection.detector])
    }

    @Test func whatWasScoredIsBelievedUnderItsOwnName() throws {
        let bounds = AnswerBounds(try Self.plan())
        var answer = AnswerLine(claim: "1.1", ending: .done)
        let hole = Detection(label: "hole", classId: 1, confidence: 0.5, box: Box(x: 1, y: 2, width: 3, height: 4))
        var scored = DetectorResult(
            detector: TargetDetection.detector, task: .detect, model: 1,
            found: .detections(Array(repeating: hole, count: bounds.findings + 1)))
        scored.isScored = true
        answer.photo.results = [scored]
        #expect(answer.violation(of: bounds) == nil)
        #expect(answer.violation(of: AnswerBounds(try Self.plan(isScored: false))) == "a detector")
        answer.photo.results[0].isScored = false
        #expect(answer.violation(of: bounds) == "a number of detections")
    }
}
