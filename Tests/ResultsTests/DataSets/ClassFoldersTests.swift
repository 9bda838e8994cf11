import Findings
import SystemPackage
import Testing

@testable import Results

@Suite struct ClassFoldersTests {
    @Test func aFolderForEachClassWhateverItsName() throws {
        let scene = try DataSetScene()
        let labels = ["cat", "train", "../../x", "", ".", "a/b", "a-b"]
        let classes = DetectorClasses(
            name: "kinds", task: "classify", model: DataSetScene.sha(1), classes: labels)
        try ClassList.write([classes], in: scene.results)
        for (index, label) in (labels + [""]).enumerated() {
            let photo = try scene.photo(FilePath("day/\(index).jpg"))
            var record = scene.record(of: photo, sha256: DataSetScene.content)
            let found = index == labels.count ? [] : [ClassScore(label: label, confidence: 0.9)]
            record.photo.results = [
                DetectorResult(detector: "kinds", task: .classify, model: 0, found: .classes(found))
            ]
            try scene.keep(record, as: FilePath("day/\(index).jpg.json"))
        }
        let summary = try #require(DataSetExport(format: "yolo-classify", copiesPhotos: true)).write(
            results: scene.results, to: scene.set)
        #expect(summary.photos == labels.count && summary.boxes == labels.count && summary.empty == 1)
        let photos = scene.files(in: "").filter { $0.hasSuffix(".jpg") }
        #expect(photos.count == labels.count)
        #expect(Set(photos.map { $0.split(separator: "/").count }) == [3])
        #expect(photos.isSuperset(of: ["cat/day/0.jpg", "train-/day/1.jpg", "a-b/day/5.jpg", "a-b-2/day/6.jpg"]))
    }

    @Test func everyPartHasTheSameClasses() throws {
        let scene = try DataSetScene()
        let table = ClassFolders(.init(place: scene.set, parts: [.train, .val, .test]))
        for (name, part) in [("cat", SplitPart.train), ("dog", .train), ("dog", .val)] {
            let photo = FilePath("\(name)-\(part).jpg")
            var record = scene.record(of: try scene.photo(photo))
            record.photo.results = [
                DetectorResult(
                    detector: "kinds", task: .classify, model: 0,
                    found: .classes([ClassScore(label: name, confidence: 0.9)]))
            ]
            var row = TableRow(record, place: Array("\(photo.string).json".utf8))
            row.part = part
            try table.append(row)
        }
        try table.finish()
        for part in ["train", "val"] {
            for name in ["cat", "dog"] {
                let folder = scene.set.pushing(FilePath("\(part)/\(name)"))
                #expect(FileCalls.status(folder)?.kind == .folder, "\(part) has \(name)")
            }
        }
        #expect(scene.files(in: "val") == ["dog/dog-val.jpg"])
        #expect(!FileCalls.exists(scene.set.appending("test")), "trainers refuse a part without photos")
    }
}
