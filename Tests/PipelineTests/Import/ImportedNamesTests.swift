import Results
import SystemPackage
import SystemValues
import Testing

@testable import Supervisor

/// By which names photos of files of labels are known, and by which they are not.
@Suite struct ImportedNamesTests {
    private typealias Scene = LabelImportScene

    private let scene: LabelImportScene

    init() throws { scene = try LabelImportScene() }

    private static let box = #""bbox":[10,10,20,20]"#

    @Test(
        "a whole name is tried before the one without the folders of data sets",
        arguments: [
            (["train/a.jpg", "val/a.jpg"], ["train/a.jpg", "val/a.jpg"], 2, 0),
            (["val/a.jpg", "train/a.jpg"], ["train/a.jpg", "val/a.jpg"], 2, 0),
            (["images/train/day1/a.jpg", "images/val/day2/a.jpg"], ["day1/a.jpg", "day2/a.jpg"], 2, 0),
            (["train/a.jpg", "val/a.jpg"], ["day1/a.jpg", "day2/a.jpg"], 0, 2),
            (["train\\a.jpg", "val\\a.jpg"], ["train/a.jpg", "val/a.jpg"], 2, 0),
        ])
    func wholeNames(names: [String], photos: [String], byPath: Int, ambiguous: Int) {
        let known = photos.map { TruthMatch.Result(path: Array("/photos/\($0)".utf8)) }
        let match = TruthMatch(names, in: [], with: known)
        #expect(match.counts.matchedByPath == byPath && match.counts.ambiguous == ambiguous)
        for (image, result) in match.results {
            let own = names[image].split { $0 == "/" || $0 == "\\" }.suffix(2)
            #expect(photos[result] == own.joined(separator: "/"))
        }
    }

    @Test(
        "photos of Pascal VOC lie where the set has them, whatever <folder> says",
        arguments: [
            ("VOC2012", "Annotations/a.xml", "JPEGImages/a.jpg"), ("VOC2012", "a.xml", "JPEGImages/a.jpg"),
            ("VOC2012", "Annotations/day1/a.xml", "JPEGImages/day1/a.jpg"), ("", "Annotations/a.xml", "images/a.jpg"),
            ("JPEGImages/day1", "Annotations/a.xml", "JPEGImages/day1/a.jpg"), ("../..", "Annotations/a.xml", "a.jpg"),
        ])
    func foldersOfPascalVOC(folder: String, annotation: String, photo: String) throws {
        // A namesake: the name alone tells nothing.
        for name in ["1/a.jpg", "2/a.jpg"] { try scene.keep(name, [Scene.boxes()]) }
        try scene.write(Scene.content("2/a.jpg"), "set/\(photo)")
        try scene.write(Scene.voc("a.jpg", folder: folder), "set/\(annotation)")
        let summary = try scene.take("voc", "set")
        #expect(summary.matchedByContent == 1 && summary.imported == 1 && summary.ambiguous == 0)
    }

    /// A file outside of the folder of labels holds a photo of the results, and no name leads to it.
    @Test(
        arguments: ["coco", "labelstudio", "voc"],
        ["../outside.jpg", "x/../../outside.jpg", "HERE/outside.jpg", "./../outside.jpg", "images/../../outside.jpg"])
    func noNameLeadsOutOfTheFolder(format: String, name: String) throws {
        let record = try scene.keep("a.jpg", [Scene.boxes()])
        try scene.write(Scene.content("a.jpg"), "outside.jpg")
        let name = name.replacing("HERE", with: scene.folder.string)
        switch format {
        case "coco": try scene.write(Scene.coco([(name, [Self.box])]), "set/labels")
        case "voc": try scene.write(Scene.voc(name), "set/labels/a.xml")
        default: try scene.write(Scene.tasks([(name, [])]), "set/labels")
        }
        let summary = try scene.take(format, "set/labels")
        #expect(summary.photos == 1 && summary.withoutResult == 1 && summary.matchedByContent == 0)
        #expect(try scene.review(of: record) == nil)
    }

    @Test(arguments: [
        #"a\u0000.jpg"#, #"\u001b[31ma.jpg"#, #"\n\r\ta"#, "", ".", "..", "/", "//a.jpg/", #"\u202egpj.a"#,
        #"\\\\host\\x"#,
        "%00%2e%2e%2fa.jpg", String(repeating: "../", count: 1_000), String(repeating: "x/", count: 2_000),
    ])
    func oddNamesAreNoPhotos(name: String) throws {
        try scene.keep("photo.jpg", [Scene.boxes()])
        for format in ["coco", "labelstudio"] {
            let text = format == "coco" ? Scene.coco([(name, [Self.box])]) : Scene.tasks([(name, [])])
            try scene.write(text, "labels.json")
            let summary = try scene.take(format, "labels.json")
            #expect(summary.photos == 1 && summary.imported == 0 && summary.withoutResult == 1)
            let shown = summary.examples.joined().unicodeScalars
            #expect(summary.examples.count == 1 && !shown.contains { $0.isUnsafeToShow })
        }
    }
}
