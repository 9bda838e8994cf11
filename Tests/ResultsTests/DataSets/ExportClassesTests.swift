import Findings
import Foundation
import SystemPackage
import Testing

@testable import Results

/// What a data set calls classes, and what of several detectors it takes for one object.
@Suite struct ExportClassesTests {
    let scene: DataSetScene

    /// A photo with a cat and a dog of one detector, and a cat and a car of another, the cats at nearly the same place.
    init() throws {
        scene = try DataSetScene()
        try ClassList.write([DataSetScene.dogs, DataSetScene.cars], in: scene.results)
        let photo = try scene.photo("a.gif", content: "GIF89a!")
        var record = scene.record(
            of: photo, [(id: 0, label: "cat"), (id: 1, label: "dog: \"big\"")], sha256: DataSetScene.content,
            format: "gif")
        record.photo.results[0].detector = "dogs"
        func box(_ label: String, _ id: Int, _ confidence: Double, x: Double) -> Detection {
            Detection(label: label, classId: id, confidence: confidence, box: Box(x: x, y: 20, width: 10, height: 20))
        }
        record.photo.results.append(
            DetectorResult(
                detector: "cars", task: .detect, model: 0,
                found: .detections([box("cat", 1, 0.95, x: 1), box("car", 0, 0.7, x: 60)])))
        try scene.keep(record, as: "a.json")
    }

    private func export(_ classes: ExportClasses, to name: String = "set") throws -> (
        summary: DataSetExport.Summary, labels: [String], coco: DataSetScene.COCO
    ) {
        let folder = scene.folder.appending(name)
        let summary = try #require(DataSetExport(format: "coco")).write(
            results: scene.results, to: folder, choosing: .init(classes: classes))
        let coco = try JSONDecoder().decode(
            DataSetScene.COCO.self,
            from: Data(contentsOf: URL(fileURLWithPath: folder.appending("annotations.json").string)))
        let names = Dictionary(uniqueKeysWithValues: coco.categories.map { ($0.id, $0.name) })
        return (summary, coco.annotations.map { names[$0.category_id] ?? "" }.sorted(), coco)
    }

    @Test func aNameOfTwoDetectorsIsOneClass() throws {
        let made = try export(ExportClasses())
        #expect(made.coco.categories.map(\.name) == ["cat", "dog: \"big\"", "né", "car"])
        #expect(made.labels == ["car", "cat", "cat", "dog: \"big\""])
    }

    @Test(
        arguments: [
            (
                ["cat": "animal", "dog: \"big\"": "animal"], ["animal", "né", "car"],
                ["animal", "animal", "animal", "car"]
            ),
            (["né": nil, "car": "cat"], ["cat", "dog: \"big\""], ["cat", "cat", "cat", "dog: \"big\""]),
            (["cat": nil], ["dog: \"big\"", "né", "car"], ["car", "dog: \"big\""]),
        ] as [([String: String?], [String], [String])])
    func classesAreCalledOtherwise(names: [String: String?], categories: [String], labels: [String]) throws {
        let made = try export(ExportClasses(names: names))
        #expect(made.coco.categories.map(\.name) == categories && made.labels == labels)
        #expect(made.summary.classes == categories.count && made.summary.boxes == labels.count)
        #expect(made.summary.unknownClasses.isEmpty)
        let head = try head(of: "set")
        #expect(head.classes == ExportClasses(names: names))
    }

    @Test func objectsOfTwoDetectorsAreJoinedWhereThatIsAskedFor() throws {
        let joined = try export(ExportClasses(overlap: 0.5))
        #expect(joined.labels == ["car", "cat", "dog: \"big\""])
        #expect(joined.coco.annotations.map(\.score).max() == 0.95)
        // They share nine tenths of a box: 0.82 of both.
        #expect(try export(ExportClasses(overlap: 0.9), to: "strict").labels.count == 4)
        // Two of one detector stay two, though they have one name and overlap.
        let animals = ExportClasses(names: ["dog: \"big\"": "cat"], overlap: 0.5)
        #expect(try export(animals, to: "animals").labels == ["car", "cat"])
        #expect(try head(of: "animals").classes == animals)
    }

    @Test func aClassThatNoDetectorHasIsTold() throws {
        #expect(try export(ExportClasses(names: ["lynx": "cat"])).summary.unknownClasses == ["lynx"])
    }

    @Test(
        "a detector of vectors has no labels; one that names no classes may have any", arguments: ["embed", "detect"])
    func strangersBesideADetectorWithoutClasses(task: String) {
        let other = DetectorClasses(name: "other", task: task, model: "", classes: [])
        let strangers = ExportClasses(names: ["lynx": "cat"]).strangers(to: [DataSetScene.cars, other])
        #expect(strangers == (task == "embed" ? ["lynx"] : []))
    }

    @Test(
        arguments: [
            (#"{"a": "b", "c": null}"#, ["a": "b", "c": nil], nil), ("[1]", [:], "holds no object"),
            ("{\n\"a\": 3}", [:], "line 2"), (#"{"a": ""}"#, [:], "name as text"), ("{", [:], "line 1"),
        ] as [(String, [String: String?], String?)])
    func aFileHasNames(text: String, names: [String: String?], refusal: String?) throws {
        let file = scene.folder.appending("map.json")
        try AtomicFile.write(text.utf8, to: file)
        var classes = ExportClasses()
        do {
            try classes.addNames(in: file)
            #expect(refusal == nil && classes.names == names)
        } catch {
            #expect(refusal.map { error.description.contains($0) } == true, "\(error)")
        }
        #expect(throws: ResultsError.self) { try classes.addNames(in: scene.folder.appending("none.json")) }
    }

    private func head(of name: String) throws -> ExportManifest.Head {
        let file = scene.folder.appending(name).appending(ExportManifest.file)
        var bytes: [UInt8]? = Array(try Data(contentsOf: URL(fileURLWithPath: file.string)))
        return try ExportManifest.read {
            defer { bytes = nil }
            return bytes ?? []
        }
    }
}
