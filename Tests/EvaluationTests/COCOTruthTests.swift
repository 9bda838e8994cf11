import Evaluation
import Findings
import JSONTree
import Testing

/// Truth out of COCO's files, those of others and those that are none.
@Suite struct COCOTruthTests {
    /// Reads a text a few bytes at a time, as a file of any length comes.
    private func read(_ text: String, by shape: EvaluatedShape = .boxes, piece: Int = 7) throws -> COCOTruth {
        var rest = Array(text.utf8)[...]
        return try COCOTruth.read(by: shape) {
            defer { rest = rest.dropFirst(piece) }
            return Array(rest.prefix(piece))
        }
    }

    private func problem(_ text: String, by shape: EvaluatedShape = .boxes) -> String {
        do {
            _ = try read(text, by: shape)
            return ""
        } catch {
            return "\(error)"
        }
    }

    private let usual = """
        {"info": {"version": "1.0"}, "licenses": [[[1, {"a": null}]]],
         "annotations": [
          {"id": 1, "image_id": 7, "category_id": 3, "bbox": [1, 2.5, 30, 40], "area": 600.5, "iscrowd": 0,
           "segmentation": [[1, 2, 31, 2, 31, 42]], "keypoints": [1, 2, 3]},
          {"id": 2, "image_id": 7, "category_id": 4, "bbox": [0, 0, 5, 5], "iscrowd": 1},
          {"id": 3, "image_id": 99, "category_id": 3, "bbox": [0, 0, 5, 5]},
          {"id": 4, "image_id": 5, "category_id": 3, "bbox": [0, 0, 5, 5], "area": null}],
         "images": [{"id": 7, "file_name": "day1/\\u00fc.jpg", "width": 100, "height": 80}, {"id": 5, "file_name": "b.jpg"}],
         "categories": [{"id": 4, "name": "cat", "supercategory": "animal"}, {"id": 3, "name": "dog"}]}
        """

    @Test(arguments: [1, 7, 100_000]) func everyPartIsReadInAnyOrder(piece: Int) throws {
        let truth = try read(usual, piece: piece)
        #expect(truth.classes == ["dog", "cat"] && truth.strays == 1)
        #expect(truth.images.map(\.id) == [5, 7] && truth.images.map(\.name) == ["b.jpg", "day1/ü.jpg"])
        #expect(truth.images[1].size == PixelSize(width: 100, height: 80) && truth.images[0].size == nil)
        #expect(
            truth.images[1].objects == [
                TrueObject(label: "dog", box: Box(x: 1, y: 2.5, width: 30, height: 40), area: 600.5),
                TrueObject(label: "cat", box: Box(x: 0, y: 0, width: 5, height: 5), isCrowd: true),
            ])
        #expect(truth.images[0].objects.map(\.area) == [25])
        #expect(truth.images.map(\.strays) == [0, 0] && truth.images.map(\.withoutPixels) == [0, 0])
    }

    /// What a photo lacks is counted for it, so that it is not taken for all that it shows; a crowd is no object.
    @Test func objectsOfNoClassAreMissedInTheirPhoto() throws {
        let text = usual.replacing("\"category_id\": 3", with: "\"category_id\": 8")
        let truth = try read(text, by: .masks)
        #expect(truth.strays == 3 && truth.images.map(\.strays) == [1, 1])
        let crowds = try read(text.replacing("\"iscrowd\": 0", with: "\"iscrowd\": 1"), by: .masks)
        #expect(crowds.strays == 2 && crowds.images.map(\.strays) == [1, 0])
    }

    /// A box is not needed to see that a photo lacks one of its objects.
    @Test(arguments: [("0", 1), ("1", 0)]) func brokenPixelsAreMissedWithoutABox(crowd: String, count: Int) throws {
        let text = """
            {"images": [{"id": 1, "file_name": "a.jpg", "width": 4, "height": 3}],
             "annotations": [{"image_id": 1, "category_id": 1, "iscrowd": \(crowd),
              "segmentation": {"size": [3, 4], "counts": [3, 6, 4]}}],
             "categories": [{"id": 1, "name": "a"}]}
            """
        let image = try read(text, by: .masks).images[0]
        #expect(image.objects.isEmpty && image.withoutPixels == count && image.strays == 0)
        #expect(problem(text).contains("has no \"bbox\""), "boxes are compared")
    }

    @Test func masksComeInThreeForms() throws {
        func file(_ segmentation: String) -> String {
            """
            {"images": [{"id": 1, "file_name": "a.jpg", "width": 4, "height": 3}],
             "annotations": [{"image_id": 1, "category_id": 1, "bbox": [1, 0, 2, 3], "segmentation": \(segmentation)}],
             "categories": [{"id": 1, "name": "a"}]}
            """
        }
        let wanted = try #require(RunLengthMask(size: PixelSize(width: 4, height: 3), runs: [3, 6, 3]))
        for form in [
            #"{"size": [3, 4], "counts": [3, 6, 3]}"#, #"{"size": [3, 4], "counts": "\#(wanted.counts)"}"#,
            "[[1, 0, 3, 0, 3, 3, 1, 3]]",
        ] {
            let object = try read(file(form), by: .masks).images[0].objects[0]
            #expect(object.mask == wanted && object.area == 6, "\(form)")
            // Boxes need none, so that not even a broken one is looked at.
            #expect(try read(file(form)).images[0].objects[0].mask == nil)
        }
        for broken in [#""no""#, "[3, 6, 4]", "[3, -6, 15]", "[9223372036854775807, 9223372036854775807]"] {
            let image = try read(file(#"{"size": [3, 4], "counts": \#(broken)}"#), by: .masks).images[0]
            #expect(image.objects.map(\.mask) == [nil] && image.withoutPixels == 1, "\(broken)")
        }
        #expect(problem(file("[[1, 2]]"), by: .masks).contains("three corners"))
        #expect(problem(file("7"), by: .masks).contains("polygons"))
        let many = Array(repeating: "[1,0,3,0,3,3]", count: 10_001).joined(separator: ",")
        #expect(problem(file("[\(many)]"), by: .masks).contains("more than 10000 polygons"))
    }

    @Test(arguments: [
        ("", "ends where a value is expected"), ("[1, 2]", "this is a list"), ("{\"images\": []}", "\"annotations\""),
        ("{\"images\": 7}", "line 1, column 12: expected a list"), ("{\"images\": [7]}", "expected an object"),
        ("{\"images\": [{\"id\": \"7\", \"file_name\": \"a\"}]}", "expected a whole number"),
        ("{\"images\": [{\"id\": 1.5, \"file_name\": \"a\"}]}", "1.5 is no whole number"),
        ("{\"images\": [{\"id\": 1}]}", "\"file_name\""), ("{\"annotations\": [{}]}", "\"image_id\""),
        ("{\"annotations\": [{\"image_id\": 1, \"category_id\": 1, \"bbox\": [1, 2, 3]}]}", "four numbers"),
        ("{\"annotations\": [{\"image_id\": 1, \"category_id\": 1, \"bbox\": [1, 2, 3, -4]}]}", "four numbers"),
        ("{\"annotations\": [{\"image_id\": 1, \"category_id\": 1, \"bbox\": [1, 2, 3, 1e999]}]}", "fits"),
        ("{\"categories\": [{\"id\": 1, \"name\": \"a\"}, {\"id\": 1, \"name\": \"b\"}]}", "two categories"),
        ("{\"images\": [", "ends where a value is expected"), ("{\"a\" 1}", "expected :"), ("{\"a\": nul}", "'nul'"),
        ("{\"a\": 01}", "'01' is no JSON number"), ("{\"a\": \"b\nc\"}", "does not end on its line"),
        ("{} {}", "goes on after its end"), ("{\"a\": \(String(repeating: "[", count: 100))", "brackets are open"),
        (
            "{\"images\": [{\"id\": 1, \"file_name\": \"a\"}, {\"id\": 1, \"file_name\": \"b\"}], \"annotations\": [], \"categories\": []}",
            "two images have the id 1"
        ),
        (
            "{\"images\": [{\"id\": 1, \"file_name\": \"a\"}], \"annotations\": [{\"image_id\": 1, \"category_id\": 1}], \"categories\": [{\"id\": 1, \"name\": \"a\"}]}",
            "has no \"bbox\""
        ),
        ("\u{FEFF}[", "this is a list"),
    ])
    func whatIsNoTruthIsRefusedWithItsPlace(text: String, words: String) {
        #expect(problem(text).contains(words), "\(problem(text))")
    }

    @Test func aPathHasALimit() {
        let path = String(repeating: "a", count: 5_000)
        #expect(problem(#"{"images": [{"id": 1, "file_name": "\#(path)"}]}"#).contains("at most 4096 bytes"))
        // Where it is not needed it may be of any length.
        #expect(problem(#"{"info": "\#(path)", "images": [], "annotations": [], "categories": []}"#).isEmpty)
    }

    /// What is not needed is passed over a piece at a time, a text as well as brackets.
    @Test(arguments: ["a", "[1,2],", "{}, "]) func nonsenseOfAnyLengthIsPassedOver(part: String) throws {
        let isText = part == "a"
        let piece = Array(String(repeating: part, count: (1 << 20) / part.utf8.count).utf8)
        var pieces = 0
        let truth = try COCOTruth.read(by: .boxes) {
            pieces += 1
            switch pieces {
            case 1: return Array((isText ? #"{"x": ""# : #"{"x": ["#).utf8)
            case 2...5: return piece
            case 6:
                let end = isText ? "\"" : "0]"
                return Array((end + #", "images": [], "annotations": [], "categories": []}"#).utf8)
            default: return []
            }
        }
        #expect(truth.images.isEmpty && pieces >= 6)
    }

    @Test func anErrorOfTheSourceIsPassedOn() {
        struct Broken: Error {}
        #expect(throws: Broken.self) { try COCOTruth.read(by: .boxes) { throw Broken() } }
    }
}
