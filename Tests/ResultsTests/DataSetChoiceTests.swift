import Findings
import Query
import Storage
import SystemPackage
import SystemValues
import Testing

@testable import Results

/// Which photos and which findings of them go into a data set.
@Suite struct DataSetChoiceTests {
    let scene: DataSetScene

    /// Three photos: with two cats and a dog, with a cat, with nothing.
    init() throws {
        scene = try DataSetScene()
        try ClassList.write([DataSetScene.dogs], in: scene.results)
        let (cat, dog) = ((id: 0, label: "cat"), (id: 1, label: "dog: \"big\""))
        for (name, found) in [("a.gif", [cat, cat, dog]), ("b.gif", [cat]), ("c.gif", [])] {
            let photo = try scene.photo(FilePath(name), content: "GIF89a!")
            try scene.keep(
                scene.record(of: photo, found, sha256: DataSetScene.content, format: "gif"),
                as: FilePath(name + ".json"))
        }
    }

    private func export(
        _ query: String, _ findings: FindingThresholds = .init()
    ) throws -> (summary: DataSetExport.Summary, files: [String], boxes: [Int]) {
        let summary = try #require(DataSetExport(format: "coco")).write(
            results: scene.results, to: scene.set, choosing: .init(try Query.parse(query), findings: findings))
        let coco = try scene.coco()
        return (summary, coco.images.map { String($0.file_name.prefix(1)) }, coco.annotations.map(\.category_id))
    }

    @Test(arguments: [
        ("", ["a", "b", "c"]), ("label:cat", ["a", "b"]), ("label:cat count>=2", ["a"]), ("count:0", ["c"]),
        ("-label:dog*", ["b", "c"]), ("name:b.gif OR count:0", ["b", "c"]),
    ])
    func photosThatFitAreTaken(query: String, photos: [String]) throws {
        let made = try export(query)
        #expect(made.files == photos && made.summary.photos == photos.count && made.summary.failed == 0)
        // Every class is there all the same.
        #expect(made.summary.classes == 3)
    }

    @Test func findingsAreLeftOutAndThenCounted() throws {
        // The scores are 0.9, 0.89 and 0.88.
        let sure = FindingThresholds(confidence: 0.89)
        let made = try export("", sure)
        #expect(made.files == ["a", "b", "c"] && made.boxes == [1, 1, 1] && made.summary.boxes == 3)
        #expect(try export("count>=2", sure).files == ["a"])
        #expect(try export("count:0", FindingThresholds(classes: ["dog: \"big\"": nil])).files == ["b", "c"])
        let own = try export("", FindingThresholds(confidence: 0.9, classes: ["cat": nil, "dog: \"big\"": 0.5]))
        #expect(own.boxes == [1, 2, 1])
    }

    /// The three boxes of a.gif begin at 0, 1 and 2 of 100 pixels and overlap; only what is of the class is ignored.
    @Test(
        arguments: [
            ("cat", nil, ["a", "b", "c"], [2]), ("dog: \"big\"", nil, ["a", "b", "c"], [1, 1, 1]),
            ("cat", "photos", ["a", "b", "c"], [2]), ("cat", "elsewhere", ["a", "b", "c"], [1, 1, 1, 2]),
        ] as [(String, String?, [String], [Int])])
    func placesAreIgnoredWithoutAnotherRun(label: String, folder: String?, photos: [String], classes: [Int]) throws {
        let rule = IgnoredPlace(
            label: label, box: Box(x: 0, y: 0.1, width: 0.12, height: 0.1), overlap: 0.6, folder: folder)
        let made = try export("", FindingThresholds(ignored: ["": [rule]]))
        #expect(made.files == photos && made.boxes.sorted() == classes)
    }

    /// A rule's folder is one of the path that is recorded, as in a run, wherever this host has the photos.
    @Test(arguments: [("recorded", []), ("photos", [2])] as [(String, [Int])])
    func aRulesFolderIsThatOfTheRecordedPath(folder: String, classes: [Int]) throws {
        let there = RootNames([RootName(name: "club", path: "/recorded")])
        let here = RootNames([RootName(name: "club", path: scene.folder.appending("photos"))])
        let photo = try scene.photo("far.gif", content: "GIF89a!")
        var record = scene.record(
            of: photo, [(id: 1, label: "dog: \"big\"")], sha256: DataSetScene.content, format: "gif")
        record.source = .init(path: "/recorded/far.gif", bytes: 7, sha256: DataSetScene.content, names: there)
        try scene.keep(record, as: "far.gif.json")
        let rule = IgnoredPlace(
            label: "dog: \"big\"", box: Box(x: 0, y: 0, width: 1, height: 1), overlap: 0.001, folder: folder)
        _ = try #require(DataSetExport(format: "coco")).write(
            results: scene.results, to: scene.set, names: here,
            choosing: .init(try Query.parse("name:far.gif"), findings: FindingThresholds(ignored: ["": [rule]])))
        #expect(try scene.coco().annotations.map(\.category_id) == classes)
    }

    /// What a user accepted, and what a user drew, stays whatever a rule says.
    @Test(arguments: [true, false]) func aReviewIsNeverIgnored(isAccepted: Bool) throws {
        let rule = IgnoredPlace(label: "cat", box: Box(x: 0, y: 0, width: 1, height: 1), overlap: 0.001)
        let record = try #require(
            try StoredRecords(in: scene.results).record(below: "b.gif.json"))
        let boxes = [ReviewedBox(label: "cat", box: Box(x: 0, y: 20, width: 10, height: 20), confidence: nil)]
        for lists in [[:], ["": boxes]] {
            let review = FindingReview(isAccepted: isAccepted, detections: lists, basis: record.reviewBasis)
            let summary = try #require(DataSetExport(format: "coco")).write(
                results: scene.results, to: scene.set, reviews: [DataSetScene.content: review],
                choosing: .init(
                    try Query.parse("name:b.gif"), findings: FindingThresholds(ignored: ["": [rule]])))
            #expect(summary.boxes == (isAccepted || !lists.isEmpty ? 1 : 0))
        }
    }

    @Test func nothingThatFitsIsSaid() throws {
        let error = #expect(throws: ResultsError.self) { try export("label:lynx") }
        #expect(
            error?.description.contains("none of the 3 records") == true
                && error?.description.contains("label:lynx") == true)
    }

    @Test(
        arguments: [
            (nil, [:], "a", 0.1, true), (0.5, [:], "a", 0.5, true), (0.5, [:], "a", 0.49, false),
            (nil, ["a": nil], "b", 1, false),
            (0.5, ["a": 0.2], "a", 0.3, true), (0.5, ["a": nil], "a", 0.3, false), (0.1, ["a": 0.9], "a", 0.5, false),
        ] as [(Double?, [String: Double?], String, Double, Bool)])
    func thresholdsOfClassesGoFirst(
        confidence: Double?, classes: [String: Double?], label: String, sureness: Double, isTaken: Bool
    ) {
        let thresholds = FindingThresholds(confidence: confidence, classes: classes)
        #expect(thresholds.takes(label: label, confidence: sureness) == isTaken)
    }
}
