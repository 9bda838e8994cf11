import Findings
import Foundation
import Query
import SystemPackage
import Testing

@testable import Results

@Suite struct ExportManifestTests {
    let scene: DataSetScene

    init() throws {
        scene = try DataSetScene()
        try ClassList.write([DataSetScene.dogs], in: scene.results)
        for name in ["a.gif", "b \"q\"\n.gif", "c.gif"] { try add(name, [(0, "cat")]) }
    }

    private func add(_ name: String, _ classes: [(id: Int, label: String)]) throws {
        let record = scene.record(
            of: try scene.photo(FilePath(name)), classes, sha256: DataSetScene.content, format: "gif")
        try scene.keep(record, as: FilePath(name + ".json"))
    }

    private func export(_ name: String, _ choice: DataSetExport.Choice = .init()) throws -> FilePath {
        let folder = scene.folder.appending(name)
        _ = try #require(DataSetExport(format: "jsonl", copiesPhotos: true)).write(
            results: scene.results, to: folder, choosing: choice)
        return folder
    }

    private func read(_ folder: FilePath, _ take: (ExportManifest.Photo) -> Void = { _ in }) throws
        -> ExportManifest.Head
    {
        var bytes: [UInt8]? = Array(
            try Data(contentsOf: URL(fileURLWithPath: folder.appending(ExportManifest.file).string)))
        return try ExportManifest.read(
            {
                defer { bytes = nil }
                return bytes ?? []
            }, take)
    }

    @Test(arguments: [(.folder, nil), (.alike, 17)] as [(DataSetSplit.Grouping, Int?)])
    func whatWasAskedForIsReadBack(grouping: DataSetSplit.Grouping, distance: Int?) throws {
        let split = try #require(
            DataSetSplit(shares: [0.7, 0.2, 0.1], seed: 7, grouping: grouping, distance: distance))
        let choice = DataSetExport.Choice(
            try Query.parse("label:cat OR count:0"),
            findings: .init(
                confidence: 0.25, classes: ["cat": nil, "dog: \"big\"": 0.5],
                ignored: [
                    "dogs": [
                        IgnoredPlace(label: "cat", box: Box(x: 0.5, y: 0.5, width: 0.25, height: 0.125)),
                        IgnoredPlace(
                            label: "né", box: Box(x: 0, y: 0, width: 1, height: 1), overlap: 0.95, folder: "a/\"b\"",
                            camera: "x"),
                    ]
                ]), keepsEmpty: false,
            split: split)
        var photos: [ExportManifest.Photo] = []
        let head = try read(try export("set", choice)) { photos.append($0) }
        #expect(head.format == "jsonl" && head.findings == choice.findings && !head.keepsEmpty && head.split == split)
        #expect(try Query.parse(head.query) == choice.query)
        #expect(head.models == ["dogs": DataSetScene.sha(1)] && head.copies)
        #expect(photos.map(\.name) == ["a.gif", "b \"q\"\n.gif", "c.gif"])
        #expect(photos.allSatisfy { $0.content == DataSetScene.content && $0.labels == 1 && $0.part != nil })
        let text = try String(
            contentsOfFile: scene.folder.appending("set/quiver-manifest.json").string, encoding: .utf8)
        #expect(!text.contains(scene.folder.string), "a set that is handed on tells no path")
    }

    @Test func theSameExportDiffersInNothing() throws {
        let (one, two) = (try export("one"), try export("two"))
        let difference = try ExportDifference({ try read(one, $0) }, { try read(two, $0) })
        #expect(difference.isNothing && difference.same == 3 && difference.choice.isEmpty)
    }

    @Test func whatIsNewOrOtherIsSaid() throws {
        let one = try export("one")
        try add("a.gif", [(0, "cat"), (2, "né")])
        try add("d.gif", [])
        AtomicFile.discard(scene.results.appending("c.gif.json"))
        let two = try export("two", .init(findings: .init(confidence: 0.1)))
        let difference = try ExportDifference({ try read(one, $0) }, { try read(two, $0) })
        #expect(difference.added == 1 && difference.removed == 1 && difference.relabelled == 1 && difference.same == 1)
        #expect(difference.choice == ["confidence"])
        #expect(difference.examples == ["relabelled a.gif", "added d.gif", "removed c.gif"])
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"format":"coco"}"#, #"{"version":2,"format":"coco"}"#, #"{"format":"coco","made":"by"#,
        #"{"format":"coco","version":1,"choice":{"split":{"shares":[0.5,0.5],"by":"alike"}}}"#,
        #"{"format":"coco","version":1,"choice":{"split":{"shares":[0.5,0.5],"by":"alike","distance":121}}}"#,
        #"{"format":"coco","version":1,"choice":{"split":{"shares":[0.5,0.5],"by":"folder","distance":20}}}"#,
    ])
    func whatIsNoManifestIsRefused(text: String) throws {
        let folder = scene.folder.appending("odd")
        try AtomicFile.write(text.utf8, to: folder.appending(ExportManifest.file))
        #expect(throws: (any Error).self) { try read(folder) }
    }

    /// A photo without labels would tell trainers that it shows nothing.
    @Test func aPhotoWhoseLabelsHaveNoPlaceIsLeftOut() throws {
        var poses = DataSetScene.dogs
        poses.task = "pose"
        try ClassList.write([poses], in: scene.results)
        for (index, count) in [2, 3, 2].enumerated() {
            let name = "p\(index).jpg"
            var record = scene.record(of: try scene.photo(FilePath(name)), sha256: DataSetScene.content)
            let points = (0..<count).map { Keypoint(x: Double($0), y: 1) }
            let box = Box(x: 0, y: 0, width: 10, height: 10)
            let pose = Pose(label: "cat", classId: 0, confidence: 0.9, box: box, keypoints: points)
            record.photo.results = [DetectorResult(detector: "dogs", task: .pose, model: 0, found: .poses([pose]))]
            try scene.keep(record, as: FilePath(name + ".json"))
        }
        let summary = try #require(DataSetExport(format: "yolo-pose", copiesPhotos: true)).write(
            results: scene.results, to: scene.set)
        #expect(summary.photos == 2 && summary.boxes == 2 && summary.unsaid == 1 && summary.empty == 1)
        #expect(scene.files(in: "labels") == ["p0.txt", "p2.txt"])
        var photos: [ExportManifest.Photo] = []
        _ = try read(scene.set) { photos.append($0) }
        #expect(photos.map(\.name) == ["p0.jpg", "p2.jpg"] && photos.allSatisfy { $0.labels == 1 })
    }

    @Test(arguments: ["jsonl", "coco", "voc"]) func anExportThatWasNotFinishedIsMadeAgain(format: String) throws {
        let head = ExportManifest.Head(format, .init(), copies: false, [])
        _ = try ExportManifest.Writer(in: scene.set, head)
        var photos = 0
        let read = try read(scene.set) { _ in photos += 1 }
        #expect(read == head && photos == 0)
        let export = try #require(DataSetExport(format: format))
        #expect(try export.write(results: scene.results, to: scene.set).photos == 3)
    }

    @Test func aSetOfAnotherFormOfLabelsIsRefused() throws {
        let head = ExportManifest.Head("yolo-segment", .init(), copies: false, [])
        _ = try ExportManifest.Writer(in: scene.set, head)
        try AtomicFile.write(YOLODataSet.beginning.utf8, to: scene.set.appending(YOLODataSet.file))
        let yolo = try #require(DataSetExport(format: "yolo"))
        let error = #expect(throws: ResultsError.self) { try yolo.write(results: scene.results, to: scene.set) }
        #expect(error?.message.contains("in the format yolo;") == true)
        #expect(scene.text("data.yaml") == YOLODataSet.beginning)
    }

    @Test func photosWithoutALabelAreLeftOutByOption() throws {
        try add("e.gif", [])
        let choice = DataSetExport.Choice(keepsEmpty: false)
        let summary = try #require(DataSetExport(format: "coco", copiesPhotos: true)).write(
            results: scene.results, to: scene.set, choosing: choice)
        #expect(summary.photos == 3 && summary.empty == 1)
    }
}
