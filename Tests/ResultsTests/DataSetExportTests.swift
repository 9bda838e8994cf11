import Findings
import Foundation
import Glibc
import SystemPackage
import SystemValues
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
            scene.record(of: scene.photo(name), classes, sha256: DataSetScene.content),
            as: FilePath(rawBytes: name.rawBytes + Array(".json".utf8)))
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
            #expect(try scene.coco().images.map(\.file_name) == ["day1/a.jpg", "day2/a.jpg"])
            #expect(FileCalls.status(scene.set.appending("images/day1/a.jpg"))?.kind == .regular)
        }
    }

    /// Hosts have a share at different paths: one has made the record, and another one makes the data set.
    @Test(arguments: ["yolo", "coco"], [true, false])
    func photosOfOtherHostsAreFoundByTheirNames(format: String, isNamed: Bool) throws {
        let there = RootNames([RootName(name: "club", path: "/mnt/club")])
        let here = RootNames(isNamed ? [RootName(name: "club", path: scene.folder.appending("photos"))] : [])
        for name in ["a.jpg", "b.jpg"] {
            let photo = try scene.photo(name == "a.jpg" ? "day/a.jpg" : "done/b.jpg")
            var record = scene.record(of: photo, [(0, "cat")], sha256: DataSetScene.content)
            let path = name == "a.jpg" ? FilePath("/mnt/club/day/a.jpg") : "/mnt/club/b.jpg"
            record.source = Record.Source(path: path, bytes: 7, sha256: DataSetScene.content, names: there)
                .moved(to: name == "a.jpg" ? nil : "/mnt/club/done/b.jpg")
            try scene.keep(record, as: FilePath("\(name).json"))
        }
        let export = try #require(DataSetExport(format: format, copiesPhotos: true))
        guard isNamed else {
            #expect(throws: ResultsError.self) { try export.write(results: scene.results, to: scene.set, names: here) }
            return
        }
        let summary = try export.write(results: scene.results, to: scene.set, names: here)
        #expect(summary.photos == 2 && summary.changed == 0)
        #expect(scene.files(in: "images") == ["a.jpg", "b.jpg"])
    }

    /// As records of one photo do, those of two hosts make way for the newer one.
    @Test func ofRecordsOfTwoHostsForOneFileTheNewerCounts() throws {
        let photo = try scene.photo("a-1.jpg")
        let folders: [FilePath] = [photo.removingLastComponent(), "/mnt/club"]
        for (number, folder) in folders.enumerated() {
            var record = scene.record(of: photo, number == 0 ? [(0, "cat")] : [], seconds: Double(number))
            record.source = Record.Source(
                path: folder.appending("a-1.jpg"), bytes: 7, sha256: DataSetScene.sha(3 + number),
                names: RootNames([RootName(name: "club", path: folder)]))
            try scene.keep(record, as: number == 0 ? "a-1.jpg.json" : "a-1-2.jpg.json")
        }
        let export = try #require(DataSetExport(format: "yolo"))
        let summary = try export.write(
            results: scene.results, to: scene.set, names: RootNames([RootName(name: "club", path: folders[0])]))
        #expect(summary.photos == 1 && summary.changed == 1 && summary.boxes == 0)
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

    @Test(
        arguments: [("segment", true), ("pose", true), ("obb", true), ("classify", false), ("text", false)],
        [true, false])
    func whatTrainersWouldRefuseIsRefusedAtOnce(task: (name: String, isForCOCO: Bool), isListed: Bool) throws {
        var detector = DataSetScene.dogs
        detector.task = task.name
        if isListed { try ClassList.write([detector], in: scene.results) }
        var record = scene.record(of: try scene.photo("a.jpg"), sha256: DataSetScene.content)
        let kind = try #require(DetectorTask(rawValue: task.name))
        record.photo.results = [DetectorResult(detector: "dogs", task: kind, found: kind.nothing)]
        try scene.keep(record, as: "a.jpg.json")
        let error = #expect(throws: ResultsError.self) { try export("yolo") }
        let way = task.isForCOCO ? "the format coco" : "quiver records"
        #expect(error?.message.contains("the task \(task.name)") == true && error?.message.contains(way) == true)
        #expect(!FileCalls.exists(scene.set))
        if task.isForCOCO {
            #expect(try export("coco").photos == 1)
        } else {
            #expect(throws: ResultsError.self) { try export("coco") }
        }
    }

    @Test func ofSeveralTasksThoseWithoutAPlaceAreSaid() throws {
        var things = DataSetScene.cars
        things.task = "segment"
        try ClassList.write([DataSetScene.dogs, things], in: scene.results)
        try add("a.jpg", [(0, "cat")])
        let summary = try export("yolo")
        #expect(summary.omittedTasks == ["segment"] && summary.boxes == 1 && summary.classes == 3)
    }

    @Test func withoutAListEveryLabelKeepsItsOwnClass() throws {
        try add("a.jpg", [(0, "cat"), (0, "car"), (5, "cow")])
        _ = try export("yolo")
        let names = try #require(scene.text("data.yaml")).split(separator: "\n").filter { $0.hasPrefix("  ") }
        let numbers = try #require(scene.text("labels/a.txt")).split(separator: "\n").map { $0.prefix(1) }
        let labels = numbers.map { number in names.first { $0.hasPrefix("  \(number): ") }?.dropFirst(5) }
        #expect(labels == ["\"cat\"", "\"car\"", "\"cow\""])
    }

    @Test func refusesWhatItCannotDo() throws {
        try add("a.jpg")
        #expect(DataSetExport(format: "text") == nil)
        #expect(DataSetExport(format: "nonsense") == nil)
        #expect(
            DataSetExport.formats == [
                "yolo", "coco", "yolo-segment", "yolo-pose", "yolo-obb", "yolo-classify", "voc", "labelstudio", "cvat",
                "csv", "jsonl", "parquet", "xmp",
            ])
        try AtomicFile.write("mine".utf8, to: scene.set.appending("thesis.txt"))
        for format in ["yolo", "coco", "voc", "labelstudio", "cvat", "csv", "jsonl"] {
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
        for _ in 1...2 { #expect(try export("coco", copies: false).photos == 1) }
    }

    /// Records may be a stranger's: what they name is copied only where it is the photo that was looked at.
    @Test(arguments: [("no pict", nil), ("GIF89a?", nil), ("GIF89a!", "7"), ("GIF89a!", DataSetScene.content)])
    func copiesNothingButThePhotoThatWasLookedAt(content: String, sha256: String?) throws {
        try add("b.jpg")
        let photo = try scene.photo("a.jpg", content: content)
        let record = scene.record(of: photo, sha256: sha256 ?? DataSetScene.content)
        try scene.keep(record, as: "a.jpg.json")
        let isPhoto = sha256 == DataSetScene.content
        let summary = try export("yolo")
        #expect(summary.photos == (isPhoto ? 2 : 1) && summary.changed == (isPhoto ? 0 : 1))
        #expect(scene.files(in: "images") == (isPhoto ? ["a.jpg", "b.jpg"] : ["b.jpg"]))
    }

    /// A link is handed on with what it leads to by whoever follows it.
    @Test(arguments: [("no pict", nil), ("GIF89a?", nil), ("GIF89a?", DataSetScene.content)], [true, false])
    func linksToPicturesAndForAnotherUsersRecordOnlyToTheOneThatWasLookedAt(
        photo: (content: String, sha256: String?), isOwn: Bool
    ) throws {
        // Only root can give files away.
        guard isOwn || geteuid() == 0 else { return }
        try add("b.jpg")
        let file = try scene.photo("a.jpg", content: photo.content)
        try scene.keep(scene.record(of: file, sha256: photo.sha256 ?? DataSetScene.content), as: "a.jpg.json")
        if !isOwn { try #require(lchown(scene.results.appending("a.jpg.json").string, 65_534, 65_534) == 0) }
        let isTaken = isOwn && photo.content != "no pict"
        let summary = try export("yolo", copies: false)
        #expect(summary.photos == (isTaken ? 2 : 1) && summary.changed == (isTaken ? 0 : 1))
        #expect(scene.files(in: "images") == (isTaken ? ["a.jpg", "b.jpg"] : ["b.jpg"]))
    }

    @Test(arguments: [0o600, 0o640, 0o644]) func aCopyIsOpenToNoMoreUsersThanItsPhoto(mode: mode_t) throws {
        try add("a.jpg")
        try #require(chmod(scene.folder.appending("photos/a.jpg").string, mode) == 0)
        _ = try export("yolo")
        let copy = try #require(FileCalls.status(scene.set.appending("images/a.jpg")))
        #expect(copy.mode & ~UInt32(mode) == 0)
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
