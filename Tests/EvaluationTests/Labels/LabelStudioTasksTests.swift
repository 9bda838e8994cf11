import Findings
import JSONTree
import Testing

@testable import Evaluation

@Suite struct LabelStudioTasksTests {
    private func images(_ text: String) throws -> [GivenImage] {
        var bytes: [UInt8]? = Array(text.utf8)
        var images: [GivenImage] = []
        try LabelStudioTasks.read(
            {
                defer { bytes = nil }
                return bytes ?? []
            }, { images.append($0) })
        return images
    }

    private func task(_ result: String, list: String = "annotations", image: String = "/data/upload/1/0123abcd-a.jpg")
        -> String
    {
        #"[{"id":1,"data":{"image":"\#(image)"},"\#(list)":[{"result":[\#(result)]}]}]"#
    }

    private static let sides = #""original_width":200,"original_height":100,"image_rotation":0"#

    @Test func aRectangleIsABox() throws {
        let value = #"{"x":10,"y":20,"width":30,"height":40,"rotation":0,"rectanglelabels":["cat"]}"#
        let image = try #require(
            try images(task(#"{"id":"1","type":"rectanglelabels",\#(Self.sides),"value":\#(value)}"#)).first)
        #expect(image.name == "a.jpg" && image.size == PixelSize(width: 200, height: 100))
        #expect(image.labels == [GivenLabel(label: "cat", box: Box(x: 20, y: 20, width: 60, height: 40))])
    }

    @Test func aTurnedRectangleTurnsAroundItsCorner() throws {
        let value = #"{"x":50,"y":50,"width":10,"height":40,"rotation":90,"rectanglelabels":["cat"]}"#
        let image = try #require(
            try images(task(#"{"id":"1","type":"rectanglelabels",\#(Self.sides),"value":\#(value)}"#)).first)
        let corners = try #require(image.labels.first?.corners)
        let expected = [Point(x: 100, y: 50), Point(x: 100, y: 70), Point(x: 60, y: 70), Point(x: 60, y: 50)]
        #expect(zip(corners, expected).allSatisfy { $0.distance(to: $1) < 1e-9 })
    }

    @Test func outlinesAndKeypointsAreRead() throws {
        let outline = #"{"points":[[0,0],[50,0],[50,100]],"closed":true,"polygonlabels":["b"]}"#
        let place = #"{"x":0,"y":0,"width":50,"height":50,"rotation":0,"rectanglelabels":["c"]}"#
        let point = #"{"x":25,"y":25,"width":1,"keypointlabels":["nose"]}"#
        let image = try #require(
            try images(
                task(
                    [
                        #"{"id":"1","type":"polygonlabels",\#(Self.sides),"value":\#(outline)}"#,
                        #"{"id":"2","type":"rectanglelabels",\#(Self.sides),"value":\#(place)}"#,
                        #"{"id":"3","type":"keypointlabels",\#(Self.sides),"value":\#(point),"parentID":"2"}"#,
                        #"{"id":"4","type":"choices","value":{"choices":["x"]}}"#,
                    ].joined(separator: ","))
            ).first)
        #expect(image.labels.map(\.form.kinds) == [[.mask, .box], [.pose, .box]])
        #expect(image.labels.first?.outline == [[0, 0, 100, 0, 100, 100]])
        #expect(image.labels.last?.keypoints == [Keypoint(name: "nose", x: 50, y: 25, visibility: 1)])
    }

    @Test func keypointsMayStandBeforeTheirRectangle() throws {
        let place = #"{"x":0,"y":0,"width":50,"height":50,"rectanglelabels":["c"]}"#
        let point = #"{"x":25,"y":25,"width":1,"keypointlabels":["nose"]}"#
        let results = [
            #"{"id":"3","type":"keypointlabels",\#(Self.sides),"value":\#(point),"parentID":"2"}"#,
            #"{"id":"2","type":"rectanglelabels",\#(Self.sides),"value":\#(place)}"#,
        ]
        let image = try #require(try images(task(results.joined(separator: ","))).first)
        #expect(image.labels.map { $0.keypoints.map(\.name) } == [["nose"]])
    }

    @Test(arguments: [
        ("brushlabels", #"{"format":"rle","rle":[1,2],"brushlabels":["c"]}"#),
        ("ellipselabels", #"{"x":1,"y":1,"radiusX":1,"radiusY":1,"ellipselabels":["c"]}"#),
        ("labels", #"{"x":1,"y":1,"width":1,"height":1,"labels":["c"]}"#),
        ("keypointlabels", #"{"x":1,"y":1,"keypointlabels":["nose"]}"#),
        ("rectanglelabels", #"{"x":1,"y":1,"width":1,"height":1,"rectanglelabels":["c","d"]}"#),
        ("rectanglelabels", #"{"x":1,"y":1,"width":1,"height":1,"rectanglelabels":[]}"#),
        ("rectanglelabels", #"{"x":1,"y":1,"width":1,"height":1}"#),
        ("rectanglelabels", #"{"x":1,"width":1,"height":1,"rectanglelabels":["c"]}"#),
        ("polygonlabels", #"{"points":[[0,0],[50,0]],"polygonlabels":["c"]}"#),
        ("rectangle", #"{"x":1,"y":1,"width":1,"height":1}"#), ("polygon", #"{"points":[[0,0],[50,0],[50,50]]}"#),
        ("ellipse", #"{"x":1,"y":1,"radiusX":1,"radiusY":1}"#), ("brush", #"{"format":"rle","rle":[1,2]}"#),
        ("keypoint", #"{"x":1,"y":1,"width":1}"#),
        ("polygonlabels", #"{"points":[[0,0],[50,0,1],[50,50],[1]],"polygonlabels":["c"]}"#),
    ])
    func aPhotoWithLabelsThatAreNotReadIsLeftOut(type: String, value: String) throws {
        let box = #"{"x":10,"y":20,"width":30,"height":40,"rectanglelabels":["cat"]}"#
        let results = [
            #"{"id":"1","type":"rectanglelabels",\#(Self.sides),"value":\#(box)}"#,
            #"{"id":"2","type":"\#(type)",\#(Self.sides),"value":\#(value)}"#,
        ]
        let left = try leaves(results)
        #expect(left.count == 1 && left[0].hasPrefix("a.jpg: ") && left[0].hasSuffix(" as a whole"), "\(left)")
    }

    @Test func aRegionMayHaveItsLabelInAnotherResult() throws {
        let (place, labels) = (#""x":10,"y":20,"width":30,"height":40"#, #""rectanglelabels":["cat"]"#)
        let results = [
            #"{"id":"1","type":"rectangle",\#(Self.sides),"value":{\#(place)}}"#,
            #"{"id":"1","type":"rectanglelabels",\#(Self.sides),"value":{\#(place),\#(labels)}}"#,
        ]
        #expect(try images(task(results.joined(separator: ","))).map { $0.labels.map(\.label) } == [["cat"]])
    }

    /// What is said of a task from which no photo is taken.
    private func leaves(_ results: [String]) throws -> [String] {
        var bytes: [UInt8]? = Array(task(results.joined(separator: ",")).utf8)
        var (taken, left): ([GivenImage], [String]) = ([], [])
        try LabelStudioTasks.read(
            {
                defer { bytes = nil }
                return bytes ?? []
            }, { taken.append($0) }, leaving: { left.append($0) })
        #expect(taken.isEmpty)
        return left
    }

    @Test func aKeypointBelongsToOneRectangle() throws {
        let place = #"{"x":0,"y":0,"width":50,"height":50,"rectanglelabels":["c"]}"#
        let point = #"{"x":25,"y":25,"keypointlabels":["nose"]}"#
        let rectangle = #"{"id":"2","type":"rectanglelabels",\#(Self.sides),"value":\#(place)}"#
        let keypoint = #"{"id":"3","type":"keypointlabels","value":\#(point),"parentID":"2"}"#
        let left = try leaves([rectangle, rectangle, keypoint])
        #expect(left.count == 1 && left[0].contains("two rectangles have one id"), "\(left)")
    }

    /// A type may be as long as any text: no sentence is.
    @Test func aSentenceShowsTheBeginningOfAType() throws {
        let type = "e" + String(repeating: "\u{301}", count: 1_000)
        let left = try leaves([#"{"id":"1","type":"\#(type)","value":{"labels":["c"]}}"#])
        #expect(left.count == 1 && left[0].utf8.count < 200)
    }

    @Test func predictionsAndSkippedTasksAreNoTruth() throws {
        #expect(try images(task("", list: "predictions")).isEmpty)
        #expect(try images(task("")).map(\.labels) == [[]], "a photo with nothing in it is an answer")
        #expect(try images(task("", list: "completions")).count == 1)
        #expect(
            try images(#"[{"data":{"image":"a"},"annotations":[{"was_cancelled":true,"result":[]}]}]"#).isEmpty)
    }

    @Test(arguments: [
        ("/data/local-files/?d=images/a%20b/%E7%8C%AB.jpg", "images/a b/猫.jpg"), ("s3://bucket/day/a.jpg", "day/a.jpg"),
        ("https://host/x/a.jpg?key=1", "x/a.jpg"), ("a.jpg", "a.jpg"),
        ("/data/upload/12/abcdefgh-a.jpg", "abcdefgh-a.jpg"),
    ])
    func addressesAreNames(address: String, name: String) { #expect(LabelStudioTasks.photoName(address) == name) }

    @Test(arguments: [
        "{}", "[1]", "[", #"[{"annotations":[{"result":[]}]}]"#, "", #"[{"annotations":[{"result":[{"id":"1""#,
        #"[{"data":{"image":"a.jpg"},"annotations":[{"result":[{"value":{"x":1e999}}]}]}]"#,
        #"[{"data":{"image":"a.jpg"},"annotations":[{"result":[{"value":{"x":NaN}}]}]}]"#,
        "[" + String(repeating: #"{"data":"#, count: 100_000), String(repeating: "[", count: 100_000),
    ])
    func nonsenseIsRefused(text: String) { #expect(throws: (any Error).self) { try images(text) } }

    /// Of one photo no more is held than any has: a task without an end is refused on its way.
    @Test func aPhotoHasABoundOfMemory() {
        let result = Array(#"{"id":"\#(String(repeating: "x", count: 4_000))","type":"choices"},"#.utf8)
        var pieces = 0
        let error = #expect(throws: JSONSyntaxError.self) {
            try LabelStudioTasks.read(
                {
                    pieces += 1
                    if pieces == 1 { return Array(#"[{"annotations":[{"result":["#.utf8) }
                    return pieces < 50_000 ? result : []
                }, { _ in })
        }
        #expect(pieces < 10_000 && error?.description.contains("more results than any photo has") == true)
    }

    /// Text without an end, as long as memory is: what is read of it is not kept.
    @Test func aGigabyteOfNonsenseIsNotHeld() {
        var pieces = 0
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        #expect(throws: JSONSyntaxError.self) {
            try LabelStudioTasks.read(
                {
                    pieces += 1
                    if pieces == 1 { return Array("[{\"other\":\"".utf8) }
                    return pieces < 64 ? piece : []
                }, { _ in })
        }
        #expect(pieces == 64, "the text was passed over to its end")
    }
}
