import Foundation
import SystemPackage
import Testing

@testable import Results

@Suite struct DataSetExportTests {
    let scene: DataSetScene

    init() throws { scene = try DataSetScene() }

    private func export(_ format: String, copies: Bool = true) throws -> DataSetExport.Summary {
        try #require(DataSetExport(format: format, copiesPhotos: copies)).write(results: scene.results, to: scene.set)
    }

    private func add(_ name: FilePath, _ classes: [(id: Int, label: String)] = []) throws {
        try scene.keep(
            scene.record(of: scene.photo(name), classes), as: FilePath(rawBytes: name.rawBytes + Array(".json".utf8)))
    }

    @Test(arguments: ["yolo", "coco"]) func takesPhotosWithAResultAndCountsTheOthers(format: String) throws {
        try ClassList.write([DataSetScene.dogs], in: scene.results)
        try add("day1/a.jpg", [(0, "cat"), (1, "dog: \"big\"")])
        try add("day2/a.jpg")
        try scene.keep(scene.record(of: "/in/b.jpg", state: .failed), as: "b.jpg.json")
        try scene.keep(scene.record(of: "/in/gone.jpg"), as: "gone.jpg.json")
        var other = scene.record(of: try scene.photo("c.jpg"))
        other.photo.models[0].sha256 = DataSetScene.sha(5)
        try scene.keep(other, as: "c.jpg.json")
        try AtomicFile.write("{}".utf8, to: scene.results.appending("package.json"))
        let summary = try export(format)
        #expect(summary.photos == 2 && summary.boxes == 2 && summary.classes == 3)
        #expect(summary.failed == 1 && summary.changed == 1 && summary.otherModels == 1 && summary.unreadable == 0)
        #expect(summary.knowsClasses)
        if format == "yolo" {
            #expect(scene.files(in: "images") == ["day1/a.jpg", "day2/a.jpg"])
            #expect(FileCalls.status(scene.set.appending("images/day1/a.jpg"))?.kind == .regular)
        } else {
            #expect(try scene.coco().images.count == 2)
        }
    }

    @Test func ofTwoRecordsForOneFileTheNewerCounts() throws {
        let photo = try scene.photo("a-1.jpg")
        let old = scene.record(of: photo, [(0, "cat")], sha256: DataSetScene.sha(3))
        try scene.keep(old, as: "a-1.jpg.json")
        try scene.keep(scene.record(of: photo, seconds: 9), as: "a-1-2.jpg.json")
        let summary = try export("yolo", copies: false)
        #expect(summary.photos == 1 && summary.changed == 1 && summary.boxes == 0)
        #expect(scene.text("labels/a-1.txt") == "")
        #expect(!summary.knowsClasses)
    }

    @Test func refusesWhatItCannotDo() throws {
        try add("a.jpg")
        #expect(DataSetExport(format: "csv") == nil)
        #expect(DataSetExport(format: "nonsense") == nil)
        #expect(DataSetExport.formats == ["yolo", "coco"])
        try AtomicFile.write("mine".utf8, to: scene.set.appending("thesis.txt"))
        for format in DataSetExport.formats {
            let error = #expect(throws: ResultsError.self) { try export(format) }
            #expect(error?.message.contains("name a new folder with --to") == true)
        }
        #expect(scene.files(in: "") == ["thesis.txt"])
        AtomicFile.discard(scene.set.appending("thesis.txt"))
        #expect(try export("yolo").photos == 1)
        #expect(throws: ResultsError.self) { try export("yolo") }
        #expect(try export("yolo", copies: false).photos == 1)
    }

    @Test(arguments: [true, false]) func refusesResultsWithoutAPhoto(hasRecord: Bool) throws {
        try AtomicFile.make(scene.results)
        if hasRecord { try scene.keep(scene.record(of: "/in/b.jpg", state: .failed), as: "b.jpg.json") }
        let error = #expect(throws: ResultsError.self) { try export("coco") }
        #expect(error?.message.contains(hasRecord ? "none of the 1 records" : "holds no records") == true)
        #expect(!FileCalls.exists(scene.set))
    }

    @Test func anEarlierCOCOIsReplacedAndResultsOfOwnAreNoRecords() throws {
        try add("a.jpg")
        try AtomicFile.write(scene.record(of: "/x").document.utf8, to: scene.results.appending("results.coco/x.json"))
        for _ in 1...2 { #expect(try export("coco").photos == 1) }
    }
}

@Suite struct ClassListTests {
    @Test func isKeptAndReadAgain() throws {
        let scene = try DataSetScene()
        #expect(ClassList.read(in: scene.results) == nil)
        try ClassList.write([DataSetScene.dogs, DataSetScene.cars], in: scene.results)
        #expect(ClassList.read(in: scene.results) == [DataSetScene.dogs, DataSetScene.cars])
        try ClassList.write([DataSetScene.cars], in: scene.results)
        #expect(ClassList.read(in: scene.results) == [DataSetScene.cars])
    }

    @Test func aForeignFileStays() throws {
        let scene = try DataSetScene()
        let file = scene.results.appending(".quiver-models")
        try AtomicFile.write("mine".utf8, to: file)
        #expect(throws: ResultsError.self) { try ClassList.write([DataSetScene.dogs], in: scene.results) }
        #expect(FileCalls.beginning(of: file, limit: 9) == Array("mine".utf8))
    }
}

@Suite struct YAMLTextTests {
    @Test(arguments: [
        ("plain", #""plain""#), ("it's", #""it's""#), ("a \"b\" \\ c", #""a \"b\" \\ c""#),
        ("a: b # c", #""a: b # c""#),
        ("né 箭", #""né 箭""#), ("a\nb\t", #""a\nb\t""#), ("\u{1B}[0m", #""\u001B[0m""#), ("\u{E0067}", #""\U000E0067""#),
        ("", #""""#), ("yes", #""yes""#),
    ])
    func isQuoted(text: String, quoted: String) { #expect(YAMLText.quoted(text) == quoted) }
}
