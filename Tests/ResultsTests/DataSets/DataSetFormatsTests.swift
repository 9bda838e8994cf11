import Findings
import Foundation
import FoundationXML
import JSONTree
import SystemPackage
import Testing

@testable import Results

/// Each format with photos and classes whose names are hostile: valid files, no path out of the folder, the same places.
@Suite struct DataSetFormatsTests {
    let scene: DataSetScene

    private static let names: [String] = [
        "a & b/<x> \"q\".gif", "..%2F..%2Fetc.gif", "line\nend.gif", "=cmd|' /C calc'!A0.gif", "猫/ü.gif",
        "images/train.gif",
    ]
    private static let labels = ["<b>&amp;\"'", "a/../../b", "=SUM(1)", "two\nlines", "né", "\u{1}x\u{FFFE}"]

    init() throws {
        scene = try DataSetScene()
        let dogs = DetectorClasses(name: "dogs", task: "detect", model: DataSetScene.sha(1), classes: Self.labels)
        try ClassList.write([dogs], in: scene.results)
        for name in Self.names {
            let photo = try scene.photo(FilePath(name))
            let found = Self.labels.enumerated().map { (id: $0.offset, label: $0.element) }
            var record = scene.record(of: photo, found, sha256: DataSetScene.content, format: "gif")
            record.photo.results[0].detector = "dogs"
            try scene.keep(record, as: FilePath(name + ".json"))
        }
    }

    private func export(_ format: String, split: DataSetSplit? = nil) throws -> DataSetExport.Summary {
        try #require(DataSetExport(format: format, copiesPhotos: true)).write(
            results: scene.results, to: scene.set, choosing: .init(split: split))
    }

    /// The elements of a document with their attributes, and the text of each.
    private final class Elements: NSObject, XMLParserDelegate {
        var all: [(name: String, attributes: [String: String], text: String)] = []
        /// Whether text belongs to the last element.
        private var isOpen = false

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            all.append((name, attributes, ""))
            isOpen = true
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) { isOpen = false }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            guard isOpen, let last = all.indices.last else { return }
            all[last].text += text
        }
    }

    private func elements(_ path: FilePath) throws -> [(name: String, attributes: [String: String], text: String)] {
        let elements = Elements()
        let parser = XMLParser(data: Data(try #require(scene.text(path)).utf8))
        parser.delegate = elements
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        return elements.all
    }

    /// The classes as a document has them that cannot hold every character.
    private static let shown = labels.map {
        $0.replacing("\u{1}", with: "\u{FFFD}").replacing("\u{FFFE}", with: "\u{FFFD}")
    }

    @Test(arguments: ["coco", "voc", "labelstudio", "cvat", "csv", "jsonl"])
    func everyPhotoIsInTheFolderOnce(format: String) throws {
        let summary = try export(format)
        #expect(summary.photos == Self.names.count && summary.boxes == Self.names.count * Self.labels.count)
        let images = scene.files(in: format == "voc" ? "JPEGImages" : "images")
        #expect(images.count == Self.names.count && images.allSatisfy { !$0.hasPrefix(".") })
        // Nothing was written beside the data set.
        let beside = try FileManager.default.contentsOfDirectory(atPath: scene.folder.string)
        #expect(Set(beside) == ["photos", "out", "set"])
    }

    @Test func voc() throws {
        _ = try export("voc")
        let annotations = scene.files(in: "Annotations")
        #expect(annotations.count == Self.names.count)
        for file in annotations {
            let all = try elements(FilePath("Annotations").pushing(FilePath(file)))
            #expect(all.filter { $0.name == "name" }.map(\.text) == Self.shown)
            let folder = try #require(all.first { $0.name == "folder" }).text
            let name = try #require(all.first { $0.name == "filename" }).text
            #expect(FileManager.default.fileExists(atPath: scene.set.pushing(FilePath("\(folder)/\(name)")).string))
            let edges = ["xmin", "ymin", "xmax", "ymax"].map { edge in all.first { $0.name == edge }?.text }
            #expect(edges == ["1", "21", "10", "40"], "pixels from 1 to 10 and from 21 to 40")
        }
        let listed = try #require(scene.text("ImageSets/Main/trainval.txt")).split(separator: "\n")
        #expect(Set(listed.map { $0 + ".xml" }) == Set(annotations.map { $0[...] }))
    }

    @Test(arguments: ["voc", "coco"]) func listsOfAnotherDivisionGo(format: String) throws {
        func lists() -> Set<String> {
            format == "voc"
                ? scene.files(in: "ImageSets/Main") : scene.files(in: "").filter { $0.hasPrefix("annotations") }
        }
        func links(_ shares: [Double]?) throws {
            _ = try #require(DataSetExport(format: format, copiesPhotos: false)).write(
                results: scene.results, to: scene.set,
                choosing: .init(split: shares.flatMap { DataSetSplit(shares: $0, grouping: .content) }))
        }
        try links([0.5, 0.25, 0.25])
        let divided: Set<String> =
            format == "voc"
            ? ["train.txt", "val.txt", "trainval.txt", "test.txt"]
            : ["annotations.json", "annotations-train.json", "annotations-val.json", "annotations-test.json"]
        #expect(lists() == divided, "a part without photos has a list too")
        try links([0, 0.5, 0.5])
        #expect(lists() == divided.filter { $0 != "train.txt" && $0 != "annotations-train.json" })
        try links(nil)
        #expect(lists() == (format == "voc" ? ["trainval.txt"] : ["annotations.json"]))
    }

    @Test func cvat() throws {
        _ = try export("cvat")
        let all = try elements("annotations.xml")
        let images = all.filter { $0.name == "image" }.compactMap { $0.attributes["name"] }
        #expect(Set(images) == scene.files(in: "images"))
        #expect(all.filter { $0.name == "box" }.prefix(6).map { $0.attributes["label"] } == Self.shown)
        #expect(all.first { $0.name == "box" }?.attributes["ybr"] == "40")
        #expect(Set(all.filter { $0.name == "name" }.map(\.text)).isSuperset(of: Self.shown))
    }

    @Test func labelStudio() throws {
        _ = try export("labelstudio")
        let data = Data(try #require(scene.text("tasks.json")).utf8)
        let tasks = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        #expect(tasks.count == Self.names.count)
        for task in tasks {
            let address = try #require((task["data"] as? [String: Any])?["image"] as? String)
            let name = try #require(address.dropFirst("/data/local-files/?d=images/".count).removingPercentEncoding)
            #expect(scene.files(in: "images").contains(name))
            #expect((task["annotations"] as? [Any])?.isEmpty == true)
            let made = (task["predictions"] as? [[String: Any]])?.first?["result"] as? [[String: Any]] ?? []
            let values = made.compactMap { $0["value"] as? [String: Any] }
            #expect(values.compactMap { ($0["rectanglelabels"] as? [String])?.first } == Self.labels)
            #expect(
                (values.first?["y"] as? NSNumber)?.doubleValue == 10
                    && (values.first?["height"] as? NSNumber)?.doubleValue == 10)
        }
        #expect(try elements("labels.xml").contains { $0.name == "RectangleLabels" })
    }

    @Test func lines() throws {
        _ = try export("jsonl")
        let lines = try #require(scene.text("labels.jsonl")).split(separator: "\n")
        #expect(lines.count == Self.names.count)
        for line in lines {
            let photo = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let name = try #require(photo["file_name"] as? String)
            #expect(scene.files(in: "images").contains(String(name.dropFirst("images/".count))))
            let objects = photo["objects"] as? [[String: Any]] ?? []
            #expect(objects.compactMap { $0["label"] as? String } == Self.labels)
            #expect((objects.first?["bbox"] as? [NSNumber])?.map(\.doubleValue) == [0, 20, 10, 20])
        }
    }

    @Test func rows() throws {
        _ = try export("csv")
        let text = try #require(scene.text("labels.csv"))
        #expect(text.hasPrefix("file_name,split,width,height,sha256,reviewed,label,"))
        // No cell begins as a formula.
        #expect(!text.contains(",=SUM") && text.contains(",'=SUM(1),"))
        #expect(text.contains("\"two\nlines\""))
    }

    @Test func resultsOfAnotherTaskAreRefused() throws {
        let turned = try #require(DataSetExport(format: "yolo-obb"))
        let error = #expect(throws: ResultsError.self) { try turned.write(results: scene.results, to: scene.set) }
        #expect(error?.message.contains("yolo-obb has no place for it") == true)
    }
}
