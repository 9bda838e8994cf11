import Evaluation
import Findings
import Results
import SystemValues
import Testing

@testable import Supervisor

/// Files of labels that are none, that lie, or that would cost more than they are.
@Suite struct HostileImportsTests {
    private typealias Scene = LabelImportScene

    private let scene: LabelImportScene
    private let record: Record

    init() throws {
        scene = try LabelImportScene()
        record = try scene.keep("a.jpg", [Scene.boxes(), Scene.masks()])
    }

    private static let box = #""bbox":[10,10,20,20]"#

    /// A text with what is long put in, so that no name of a test is.
    private func long(_ text: String) -> String {
        var text = text
        for (word, part, count) in [
            ("DEEP", "[", 100_000), ("LONG", "x", 5_000_000), ("NINES", "9", 5_000_000), ("OPEN", "<a>", 100_000),
            ("ATTRIBUTES", " x", 100_000), ("CLASSES", "- x\n", 100_001),
        ] {
            text = text.replacing(word, with: String(repeating: part, count: count))
        }
        return text
    }

    /// Sees that a whole file is refused in a sentence on it, and that nothing is stored.
    private func refuses(_ format: String, _ words: String) throws {
        let error = #expect(throws: LabelFileError.self) { try scene.take(format, "labels") }
        #expect(error?.fault == .input && error?.description.contains("/labels") == true)
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        #expect((error?.description.utf8.count ?? 0) < 1_000)
        #expect(try scene.review(of: record) == nil)
    }

    /// Sees that the photo is left out, and that nothing is stored.
    private func leaves(_ format: String, _ numbers: [String: Int]) throws {
        let summary = try scene.take(format, "labels")
        let own = [
            "unread": summary.unread, "impossible": summary.impossible, "otherSize": summary.otherSize,
            "imported": summary.imported,
        ]
        #expect(own.filter { $0.value > 0 } == numbers, "\(summary)")
        #expect(summary.examples.count == 1 && !summary.examples.joined().unicodeScalars.contains { $0.isUnsafeToShow })
        #expect(summary.examples.joined().utf8.count < 500)
        #expect(try scene.review(of: record) == nil)
    }

    @Test(arguments: [
        ("", "ends where a value is expected"), ("{\"images\":[", "ends"), ("DEEP", "a list or a value"),
        ("{\"x\":DEEP", "brackets are open"), ("{\"images\":[{\"id\":1e999,\"file_name\":\"a.jpg\"}]}", "whole number"),
        (
            Scene.coco([("a.jpg", []), ("b.jpg", [])]).replacing("\"id\":1,\"file", with: "\"id\":0,\"file"),
            "two images"
        ),
        (Scene.coco([("a.jpg", [#""bbox":[NaN,1,1,1]"#])]), "expected a value"),
        (Scene.coco([("a.jpg", [#""bbox":[1e999,1,1,1]"#])]), "fits"),
        (Scene.coco([("a.jpg", [#""bbox":[1,1,-5,1]"#])]), "four numbers"),
        (Scene.coco([("a\u{0}.jpg", [box])]), "does not end on its line"),
        (Scene.coco([("a.jpg", [box])]).replacing("\"id\":1,\"name\"", with: "\"id\":1.5,\"name\""), "whole number"),
        (Scene.coco([("a.jpg", [#""segmentation":[[1e999,1,2,2,3,3]]"#])]), "fits"),
        (Scene.coco([("a.jpg", [#""bbox":[]"#])]), "no \"bbox\""),
        ("NINES", "a list or a value"), ("{\"LONG\":1}", "at most 1024 bytes"),
        (Scene.coco([("LONG", [box])]), "at most 4096 bytes"),
        (Scene.coco([("a.jpg", [#""bbox":[NINES,1,1,1]"#])]), "at most 400 digits"),
    ])
    func ofCOCO(text: String, words: String) throws {
        try scene.write(long(text), "labels")
        try refuses("coco", words)
    }

    @Test(arguments: [
        (#""bbox":[200,10,20,20]"#, "impossible"), (#""bbox":[-30,10,20,20]"#, "impossible"),
        (#""bbox":[10,10,0,0]"#, "impossible"), (#""bbox":[1e300,1e300,1e300,1e300]"#, "impossible"),
        (#""bbox":[-1e7,-1e7,2e7,2e7]"#, "impossible"), (#""category_id":-7,"bbox":[1,1,9,9]"#, "unread"),
        (#""bbox":[1,1,9,9],"segmentation":{"size":[80,100],"counts":[1,2]}"#, "unread"),
        (#""bbox":[1,1,9,9],"segmentation":{"size":[-80,-100],"counts":[8000]}"#, "unread"),
        (#""bbox":[1,1,9,9],"segmentation":{"size":[4611686018427387904,4],"counts":[0]}"#, "unread"),
        (#""bbox":[1,1,9,9],"segmentation":{"size":[10,10],"counts":[0,100]}"#, "otherSize"),
    ])
    func aPhotoOfCOCO(object: String, number: String) throws {
        try scene.write(Scene.coco([("a.jpg", [Self.box, object])]), "labels")
        try leaves("coco", [number: 1])
    }

    @Test(arguments: ["[0,0,0,0]", "[5,80,20,0]", "[5,5,20,20]"])
    func aMaskWithoutAPixelCostsThatLabel(box: String) throws {
        let whole = #""bbox":[0,0,100,80],"segmentation":{"size":[80,100],"counts":[0,8000]}"#
        let empty = #""bbox":\#(box),"segmentation":{"size":[80,100],"counts":[8000]}"#
        try scene.write(Scene.coco([("a.jpg", [whole, empty])]), "labels")
        let summary = try scene.take("coco", "labels")
        #expect(summary.imported == 1 && summary.leftOut == 1 && summary.impossible == 0, "\(summary)")
        #expect(try scene.review(of: record)?.masks["shapes"]?.count == 1)
    }

    /// Of a picture of a gigabyte in a few letters no pixel is made, neither for its size nor for its place.
    @Test func aMaskIsNoBomb() throws {
        let bomb = #""bbox":[1,1,9,9],"segmentation":{"size":[26754,33443],"counts":[0,894734022]}"#
        try scene.write(Scene.coco([("a.jpg", Array(repeating: bomb, count: 40))]), "labels")
        let summary = try scene.take("coco", "labels")
        #expect(summary.imported == 1)
        let masks = try #require(try scene.review(of: record)?.masks["shapes"])
        #expect(masks.count == 40 && masks.allSatisfy { $0.mask.size == Scene.size && $0.mask.area == 8_000 })
    }

    @Test(arguments: [
        ("", "ends where a value is expected"), ("{}", "are a list"), ("DEEP", "expected an object"),
        ("[{\"x\":DEEP", "brackets are open"), (Scene.tasks([("a.jpg", [])]) + "x", "goes on after its end"),
        (String(Scene.tasks([("a.jpg", [])]).dropLast(5)), "ends"),
        (Scene.tasks([("a\u{1}.jpg", [])]), "does not end on its line"),
        (Scene.tasks([("a.jpg", [Scene.region("rectanglelabels", #""x":1e999"#)])]), "fits"),
        (Scene.tasks([("a.jpg", [#"{"original_width":1e30}"#])]), "whole number"),
        (Scene.tasks([("a.jpg", [#"{"id":"LONG"}"#])]), "at most 4096 bytes"),
    ])
    func ofLabelStudio(text: String, words: String) throws {
        try scene.write(long(text), "labels")
        try refuses("labelstudio", words)
    }

    @Test(
        "rectangles by x, y, width, height and rotation",
        arguments: [
            (["120", "10", "20", "20"], "impossible"), (["-50", "10", "20", "20"], "impossible"),
            (["10", "10", "20", "0"], "impossible"), (["10", "10", "20"], "unread"),
            (["10", "10", "-20", "20"], "unread"), (["1e308", "1e308", "1e308", "1e308"], "impossible"),
            (["1e308", "1e308", "1e308", "1e308", "45"], "impossible"),
            (["1e308", "1e308", "1e308", "1e308", "1e300"], "impossible"),
            (["1e308", "1e308", "1e308", "1e308", "-1e-323"], "impossible"),
        ])
    func aPhotoOfLabelStudio(sides: [String], number: String) throws {
        let value = zip(["x", "y", "width", "height", "rotation"], sides).map { #""\#($0)":\#($1)"# }
        let region = Scene.region(
            "rectanglelabels", (value + [#""rectanglelabels":["cat"]"#]).joined(separator: ","))
        try scene.write(Scene.tasks([("a.jpg", [region])]), "labels")
        try leaves("labelstudio", [number: 1])
    }

    @Test(arguments: [-1, 0, 1, 1_000_000_000_000])
    func aPhotoOfAnotherShape(width: Int) throws {
        let region = Scene.region(
            "rectanglelabels", #""x":1,"y":1,"width":9,"height":9,"rectanglelabels":["cat"]"#)
        let text = Scene.tasks([("a.jpg", [region])]).replacing("_width\":100", with: "_width\":\(width)")
        try scene.write(text, "labels")
        try leaves("labelstudio", ["otherSize": 1])
    }

    @Test(arguments: [
        Scene.voc("a.jpg", edges: ["-inf", "1", "9", "9"]), Scene.voc("a.jpg", edges: ["1", "1e999", "9", "9"]),
        Scene.voc("a.jpg", edges: ["9", "9", "1", "1"]), Scene.voc("a.jpg", label: ""),
        Scene.voc("a.jpg", label: String(repeating: "x", count: 2_000)), Scene.voc("a.jpg", label: "\u{1B}[31m"),
        Scene.voc("a.jpg", label: "&\u{1B}[31m;"), Scene.voc(String(repeating: "x", count: 5_000)),
        Scene.voc("a&#0;.jpg"), String(Scene.voc("a.jpg").dropLast(9)), "\u{0}", "<\u{1B}[2J>",
        Scene.voc("a.jpg").replacing("<width>100", with: "<width>-100"),
        Scene.voc("a.jpg").replacing("<width>100", with: "<width>99999999999999999999"),
        "OPEN", "<annotationATTRIBUTES", Scene.voc("LONG"), Scene.voc("a.jpg", label: "&LONG;"),
        "<!DOCTYPE a [<!ENTITY a \"b\"><!ENTITY c \"&a;&a;\">]>" + Scene.voc("a.jpg", label: "&c;"),
        "<!DOCTYPE a [<!ENTITY a SYSTEM \"/etc/hostname\">]>" + Scene.voc("a.jpg", label: "&a;"),
    ])
    func aFileOfPascalVOC(text: String) throws {
        try scene.write(long(text), "labels/a.xml")
        try leaves("voc", ["unread": 1])
    }

    @Test(arguments: [
        ["200", "1", "220", "9"], ["-30", "1", "-9", "9"], ["-1e7", "1", "1e7", "9"], ["9", "9", "8", "8"],
    ])
    func aBoxOfPascalVOC(edges: [String]) throws {
        try scene.write(Scene.voc("a.jpg", edges: edges), "labels/a.xml")
        try leaves("voc", ["impossible": 1])
    }

    @Test(arguments: [
        ("1 0.5 0.5 0.1 0.1", "unread"), ("-1 0.5 0.5 0.1 0.1", "unread"), ("0 nan 0.5 0.1 0.1", "unread"),
        ("0 1e999 0.5 0.1 0.1", "unread"), ("0 0.5 0.5 0.1", "unread"), ("\u{0}", "unread"),
        ("\u{1B}]0;x\u{7} 0 0 0 0", "unread"), ("0 1.5 0.5 0.1 0.1", "impossible"),
        ("0 -0.5 0.5 0.1 0.1", "impossible"),
        ("0 0.5 0.5 -0.1 0.1", "impossible"), ("0 0.5 0.5 0 0", "impossible"),
    ])
    func aLineOfYOLO(line: String, number: String) throws {
        try scene.write("names: [cat]\n", "labels/data.yaml")
        try scene.write("0 0.5 0.5 0.1 0.1\n\(line)\n", "labels/labels/a.txt")
        try leaves("yolo", [number: 1])
    }

    @Test(arguments: [
        ("", "names no classes"), ("names: 7", "names no classes"), ("\u{0}", "names no classes"),
        ("names: [cat", "names no classes"),
        ("names: [\(String(repeating: "x", count: 2_000))]", "more than 1000 bytes"),
        ("names:\nCLASSES", "more than 100000 classes"),
    ])
    func aListOfYOLO(yaml: String, words: String) throws {
        try scene.write("0 0.5 0.5 0.1 0.1\n", "labels/labels/a.txt")
        try scene.write(long(yaml), "labels/data.yaml")
        try refuses("yolo", words)
    }

    @Test(arguments: ["coco", "labelstudio"])
    func bytesThatAreNoText(format: String) throws {
        let text = format == "coco" ? Scene.coco([("?.jpg", [Self.box])]) : Scene.tasks([("?.jpg", [])])
        try scene.write(text.utf8.map { $0 == UInt8(ascii: "?") ? 0xFF : $0 }, "labels")
        try refuses(format, "not UTF-8")
    }

    @Test(arguments: [("voc", "labels/a.xml"), ("yolo", "labels/labels/a.txt")])
    func bytesOfAFolderThatAreNoText(format: String, file: String) throws {
        if format == "yolo" { try scene.write("names: [cat]\n", "labels/data.yaml") }
        let text = format == "voc" ? Scene.voc("?.jpg") : "0 0.5 0.5 0.1 0.1?\n"
        try scene.write(text.utf8.map { $0 == UInt8(ascii: "?") ? 0xFF : $0 }, file)
        try leaves(format, ["unread": 1])
    }

    /// Neither a line without an end nor a photo with more labels than any has is held as a whole.
    @Test(arguments: [
        ("0.5 ", 1_250_000, "a line has more than 4194304 bytes"),
        ("0 0.5 0.5 0.1 0.1\n", 100_001, "more than 100000 labels"),
    ])
    func aPhotoOfYOLOHasABoundOfMemory(part: String, count: Int, words: String) throws {
        try scene.write("names: [cat]\n", "labels/data.yaml")
        try scene.write(String(repeating: part, count: count), "labels/labels/a.txt")
        let summary = try scene.take("yolo", "labels")
        #expect(summary.unread == 1 && summary.examples == ["labels/a.txt: \(words)"])
    }

    @Test func aFileOfPascalVOCHasABoundOfMemory() throws {
        try scene.write(String(repeating: " ", count: VOCLabels.largest + 1), "labels/a.xml")
        let summary = try scene.take("voc", "labels")
        #expect(summary.unread == 1 && summary.examples == ["a.xml: the file has more than 16777216 bytes"])
    }

    /// A file is read a piece at a time, and a line is given before the next one is read: of lines of any number one is held.
    @Test func linesAreReadOneByOne() throws {
        let line = String(repeating: "x", count: 999) + "\n"
        try scene.write(String(repeating: line, count: 5_000), "lines.txt")
        var (count, longest) = (0, 0)
        try TextLines.read(scene.folder.appending("lines.txt"), atMost: 1_000, in: 6 << 20) { line in
            (count, longest) = (count + 1, max(longest, line.utf8.count))
        }
        #expect(count == 5_000 && longest == 999)
        let error = #expect(throws: GivenError.self) {
            try TextLines.read(scene.folder.appending("lines.txt"), atMost: 1_000, in: 3 << 20) { _ in count -= 1 }
        }
        #expect(error?.description == "the file has more than 3145728 bytes" && count > 1_800)
    }
}
