import Findings
import Foundation
import Results
import Storage
import StorageSQLite
import TestSupport
import Testing

/// `quiver jobs list --label` and `--min-confidence`, over findings of every kind that the test wrote.
@Suite struct JobSearchTests {
    private let fixtures: RunFixtures
    private static let box = Box(x: 2, y: 2, width: 9, height: 9)
    private static let corners = Quadrilateral(box)

    /// Two photos without codes; the first is then made to show something of each kind, and is corrected.
    init() throws {
        fixtures = try RunFixtures()
        try fixtures.add(2)
        try Data(#"{"detectors": [{"name": "codes", "task": "barcodes"}], "output": {"formats": ["json"]}}"#.utf8)
            .write(to: fixtures.folder.appendingPathComponent("pipeline.json"))
        let ended = try fixtures.program.start(["run", "photos", "--output", "out"]).wait()
        guard ended.status == 0 else { throw CocoaError(.fileReadUnknown) }
        try SQLiteQueueStore(path: fixtures.queue.path, owner: .current(), at: 0).transaction { transaction in
            let id = JobID(rawValue: 1)
            let bytes = try #require(try transaction.jobs.result(of: id))
            var record = try Record.decode(bytes)
            let image = try #require(record.photo.image)
            let size = PixelSize(width: image.width, height: image.height)
            let mask = try #require(RunLengthMask((0..<size.area).map { $0 % 7 < 3 }, size: size))
            record.photo.results = Self.results(mask)
            try transaction.jobs.saveResult(Array(record.line.utf8), of: id)
            let content = try #require(try transaction.jobs.job(id)?.content?.description)
            try transaction.reviews.review(
                findingsOf: content,
                as: FindingReview(
                    isAccepted: false,
                    detections: ["objects": [ReviewedBox(label: "wolf", box: Self.box, origin: 0)]],
                    classes: ["whole": "lynx"],
                    masks: ["things": [ReviewedMask(label: "mug", mask: mask, origin: 0)]],
                    basis: record.reviewBasis))
        }
    }

    private static func results(_ mask: RunLengthMask) -> [DetectorResult] {
        let turned = Detection(label: "ship", classId: 0, confidence: 0.6, box: box, corners: corners.corners)
        let found: [(String, DetectorTask, FindingList)] = [
            ("objects", .detect, .detections([Detection(label: "dog", classId: 1, confidence: 0.8, box: box)])),
            ("turned", .obb, .detections([turned])),
            ("people", .pose, .poses([Pose(label: "person", classId: 0, confidence: 0.7, box: box, keypoints: [])])),
            (
                "things", .segment,
                .masks([InstanceMask(label: "cup", classId: 0, confidence: 0.9, box: box, mask: mask)])
            ),
            (
                "whole", .classify,
                .classes([.init(label: "cat", confidence: 0.5), .init(label: "tiger", confidence: 0.25)])
            ),
            ("notes", .text, .texts([TextLine(text: "Room 3", confidence: 0.55, corners: corners)])),
            ("codes", .barcodes, .codes([Code(symbology: .qr, text: "3", bytes: [51], corners: corners)])),
            (
                "sheets", .document,
                .pages([Page(confidence: 0.65, corners: corners, flatSize: PixelSize(width: 9, height: 9))])
            ),
        ]
        return found.map { DetectorResult(detector: $0, task: $1, found: $2) }
    }

    private func list(_ arguments: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(["jobs", "list", "--output", "out", "--format", "jsonl"] + arguments).wait()
    }

    @Test func findingsOfEachKindAreFoundByTheirClassAsItWasCorrected() throws {
        for (label, isFound) in [
            ("ship", true), ("person", true), ("mug", true), ("wolf", true), ("lynx", true), ("qr", true),
            ("line", true), ("page", true),
            // What was corrected, and what was only the second best.
            ("dog", false), ("cup", false), ("cat", false), ("tiger", false),
        ] {
            let ended = try list("--label", label)
            #expect(ended.status == 0 && ended.output.isEmpty != isFound, "\(label): \(ended.output) \(ended.talk)")
        }
    }

    @Test func theScoreIsThatOfTheSameFinding() throws {
        for (label, least, isFound) in [
            ("person", "0.7", true), ("person", "0.71", false), ("ship", "0.6", true), ("line", "0.56", false),
            // A manual correction is certain.
            ("wolf", "1", true), ("mug", "1", true), ("lynx", "1", true),
        ] {
            let ended = try list("--label", label, "--min-confidence", least)
            #expect(ended.output.isEmpty != isFound, "\(label) from \(least): \(ended.output)")
        }
        #expect(try list("--min-confidence", "1").output.split(separator: "\n").count == 1)
        #expect(try list().output.split(separator: "\n").count == 2)
    }

    @Test func aClassThatNoDetectorHasIsSaidAndOneThatNoPhotoShowsIsNot() throws {
        let misspelt = try list("--label", "perosn")
        #expect(misspelt.status == 0 && misspelt.output.isEmpty)
        #expect(
            misspelt.talk.contains("no detector of this queue has a class \"perosn\"")
                && misspelt.talk.contains("did you mean \"person\"?"), "\(misspelt.talk)")
        let strange = try list("--label", "xxxxxxxxxxxx")
        #expect(strange.talk.contains("the classes are \"aztec\", ") && strange.talk.contains(" and others"))
        for label in ["ean13", "person"] {
            let ended = try list("--label", label)
            #expect(!ended.talk.contains("no detector"), "\(ended.talk)")
        }
    }
}
