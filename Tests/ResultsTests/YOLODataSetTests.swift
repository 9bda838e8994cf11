import Findings
import Foundation
import SystemPackage
import Testing

@testable import Results

@Suite struct YOLODataSetTests {
    let scene: DataSetScene

    init() throws { scene = try DataSetScene() }

    private func row(_ name: FilePath, _ classes: [(id: Int, label: String)] = []) throws -> TableRow {
        let photo = try scene.photo(name)
        return TableRow(scene.record(of: photo, classes), place: name.rawBytes + Array(".json".utf8))
    }

    @Test func holdsALinkAndLabelsForEachPhotoAndTheNames() throws {
        let rows = [try row("day 1/a.jpg", [(2, "né"), (0, "cat")]), try row("b.jpeg")]
        let failed = TableRow(scene.record(of: "/in/c.jpg", state: .failed))
        let gone = TableRow(scene.record(of: "/in/d.jpg"))
        try scene.make(.yolo, rows + [failed, gone])
        #expect(
            scene.text("labels/day 1/a.txt")
                == "2 0.050000 0.150000 0.100000 0.100000\n0 0.060000 0.150000 0.100000 0.100000\n")
        #expect(scene.text("labels/b.txt") == "", "nothing found is a file of its own")
        #expect(scene.files(in: "labels") == ["day 1/a.txt", "b.txt"])
        #expect(scene.files(in: "images") == ["day 1/a.jpg", "b.jpg"])
        #expect(scene.text("images/b.jpg") == "GIF89a!")
        let yaml = try #require(scene.text("data.yaml"))
        #expect(yaml.hasPrefix("# made by Quiver\ntrain: images\nval: images\nnames:\n"))
        #expect(yaml.hasSuffix("  0: \"cat\"\n  1: \"dog: \\\"big\\\"\"\n  2: \"né\"\n"))
    }

    @Test(arguments: [
        (["a/x.jpg", "b/x.jpg"], ["a/x", "b/x"]), (["x.jpg", "x.png", "x-2.jpg"], ["x", "x-2", "x-2-2"]),
        (["images/x.jpg"], ["images-/x"]), ([".hidden/.x.jpg"], ["_hidden/_x"]), (["noend"], ["noend"]),
        (["ein Bild ü.jpg", "a\nb.jpg", "x.y.jpg"], ["ein Bild ü", "a\nb", "x.y"]), (["a%\u{FF}.jpg"], ["a%ÿ"]),
    ])
    func everyPhotoHasANameThatTrainersPair(photos: [String], stems: [String]) throws {
        try scene.make(.yolo, try photos.map { try row(FilePath($0), [(0, "cat")]) })
        #expect(scene.files(in: "labels") == Set(stems.map { $0 + ".txt" }))
        #expect(scene.files(in: "images") == Set(stems.map { $0 + ".jpg" }))
    }

    @Test func aNameThatIsNotUTF8BecomesOne() throws {
        try scene.make(.yolo, [try row(Samples.broken)])
        #expect(scene.files(in: "images") == ["a%25%FF.jpg"])
        #expect(scene.text("images/a%25%FF.jpg") == "GIF89a!")
    }

    @Test func whatHasNoResultAnyMoreIsRemovedAndForeignFilesStay() throws {
        let rows = [try row("a.jpg", [(0, "cat")]), try row("b.jpg", [(0, "cat")])]
        try scene.make(.yolo, rows)
        for name: FilePath in ["images/mine.jpg", "labels/mine.txt", "labels.cache", "images/c.jpg", "labels/c.txt"] {
            try AtomicFile.write("mine".utf8, to: scene.set.pushing(name))
        }
        try scene.make(.yolo, [rows[0], try row("c.jpg")])
        #expect(scene.files(in: "images") == ["a.jpg", "mine.jpg", "c.jpg", "c-2.jpg"])
        #expect(scene.files(in: "labels") == ["a.txt", "mine.txt", "c.txt", "c-2.txt"])
        #expect(scene.text("labels/c.txt") == "mine")
        #expect(scene.text("labels.cache") == "mine")
    }

    @Test func aPhotoThatATrainerHasMendedKeepsItsPlace() throws {
        let rows = [try row("a.jpg", [(0, "cat")])]
        try scene.make(.yolo, rows)
        AtomicFile.discard(scene.set.appending("images/a.jpg"))
        try AtomicFile.write("mended".utf8, to: scene.set.appending("images/a.jpg"))
        try scene.make(.yolo, rows)
        #expect(scene.files(in: "images") == ["a.jpg"])
        #expect(scene.text("images/a.jpg") == "mended")
    }

    @Test func anotherPhotoOfTheNameTakesItsLabelsToo() throws {
        try scene.make(.yolo, [try row("a.png", [(0, "cat")])])
        #expect(scene.files(in: "images") == ["a.jpg"])
        let other = try scene.photo("else/a.webp", content: "another one")
        try scene.make(.yolo, [TableRow(scene.record(of: other, format: "webp"), place: Array("a.webp.json".utf8))])
        #expect(scene.files(in: "images") == [], "its size is not the record's")
        var record = scene.record(of: other, format: "webp")
        record.source.bytes = 7
        try scene.photo("else/a.webp", content: "GIF89a?")
        try scene.make(.yolo, [TableRow(record, place: Array("a.webp.json".utf8))])
        #expect(scene.files(in: "images") == ["a.webp"])
        #expect(scene.text("labels/a.txt") == "")
    }

    @Test func growsByPhotosUntilSomebodyChangesItsNames() throws {
        let table = try YOLODataSet(.init(place: scene.set))
        try table.append(try row("a.jpg", [(0, "cat")]))
        try table.finish()
        #expect(try table.add([try row("b.jpg", [(2, "cow")])]))
        #expect(scene.files(in: "labels") == ["a.txt", "b.txt"])
        #expect(scene.text("data.yaml")?.hasSuffix("  0: \"cat\"\n  1: \"class 1\"\n  2: \"cow\"\n") == true)
        try AtomicFile.write("names: []".utf8, to: scene.set.appending("data.yaml"))
        #expect(try !table.add([try row("c.jpg")]))
        #expect(!scene.files(in: "labels").contains("c.txt"))
    }

    @Test func aClassOfTwoDetectorsIsOne() throws {
        try scene.make(
            .yolo, [DataSetScene.dogs, DataSetScene.cars], [try row("a.jpg", [(1, "cat"), (0, "car"), (0, "cat")])])
        let numbers = scene.text("labels/a.txt")?.split(separator: "\n").map { $0.prefix(1) }
        #expect(numbers == ["0", "3", "0"])
        #expect(scene.text("data.yaml")?.hasSuffix("  2: \"né\"\n  3: \"car\"\n") == true)
    }

    @Test func besideBoxesNothingOfMasksAndTheirClassesIsInIt() throws {
        var things = DataSetScene.cars
        things.task = "segment"
        let photo = try scene.photo("a.jpg")
        var record = scene.record(of: photo, [(1, "dog: \"big\"")])
        let mask = try #require(RunLengthMask(size: PixelSize(width: 100, height: 200), runs: [0, 20_000]))
        let thing = InstanceMask(
            label: "car", classId: 0, confidence: 0.9, box: Box(x: 0, y: 0, width: 100, height: 200), mask: mask)
        record.photo.results.append(DetectorResult(detector: "cars", task: .segment, found: .masks([thing])))
        try scene.make(.yolo, [things, DataSetScene.dogs], [TableRow(record)])
        #expect(scene.text("labels/a.txt")?.prefix(2) == "1 ")
        #expect(scene.text("labels/a.txt")?.contains("\n1 ") == false)
        #expect(scene.text("data.yaml")?.contains("names:\n  0: \"cat\"\n") == true)
        #expect(scene.text("data.yaml")?.hasSuffix("  2: \"né\"\n") == true)
    }
}
