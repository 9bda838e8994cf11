import Findings
import Testing

@testable import StorageSQLite

@Suite("What of a photo is searched for")
struct IndexedFindingTests {
    private func object(_ label: String, _ confidence: Double, x: Double) -> Detection {
        Detection(label: label, classId: 0, confidence: confidence, box: Box(x: x, y: 10, width: 20, height: 30))
    }

    private func line(_ text: String) -> TextLine {
        TextLine(
            text: text, confidence: 0.8,
            corners: Quadrilateral(
                topLeft: Point(x: 0, y: 0), topRight: Point(x: 50, y: 0), bottomRight: Point(x: 50, y: 10),
                bottomLeft: Point(x: 0, y: 10)))
    }

    @Test func objectsOfOneLabelAreCountedTogether() throws {
        let results = [
            DetectorResult(
                detector: "targets", task: .detect,
                found: .detections([
                    object("arrow", 0.7, x: 100), object("face", 0.6, x: 0), object("arrow", 0.9, x: 300),
                ])),
            // Another entry of the same detector, as one that looks at regions has them, and another detector.
            DetectorResult(detector: "targets", task: .detect, found: .detections([object("arrow", 0.5, x: 200)])),
            DetectorResult(detector: "mine", task: .detect, found: .detections([object("arrow", 0.4, x: 0)])),
        ]
        let found = IndexedFinding.all(in: results)
        #expect(found.map(\.detector) == ["targets", "targets", "mine"])
        #expect(found.map(\.kind) == ["arrow", "face", "arrow"] && found.map(\.text) == found.map(\.kind))
        #expect(found.map(\.count) == [3, 1, 1] && found.map(\.confidence) == [0.9, 0.6, 0.4])
        #expect(found[0].box == Box(x: 100, y: 10, width: 220, height: 30))
        #expect(found.map { $0.texts.flatMap(\.parts).count } == [3, 1, 1])
        let index = try TextIndex(at: nil)
        try index.update([(Array("a.jpg".utf8), "1")]) { _ in IndexedRecord(photo: "a.jpg", found: found) }
        #expect(try index.find("ARROW").map(\.found) == [found[0], found[2]])
        #expect(try index.find("fac").map(\.found) == [found[1]])
        // Each object is shown, whatever of its name is looked for.
        #expect(try index.find("arr").first?.places.map(\.bounds.x) == [100, 300, 200])
    }

    /// Each page of a file is a picture of its own: objects are counted on each, and lines say on which they stand.
    @Test func eachPageOfAFileIsAHitOfItsOwn() throws {
        var second = DetectorResult(
            detector: "things", task: .detect,
            found: .detections([object("cup", 0.7, x: 0), object("cup", 0.8, x: 50)]))
        second.page = 2
        let first = DetectorResult(detector: "things", task: .detect, found: .detections([object("cup", 0.9, x: 0)]))
        let found = IndexedFinding.all(in: [first, second])
        #expect(found.map(\.detector) == ["things", "things#2"] && found.map(\.count) == [1, 2])
    }

    @Test func ofClassesTheLikeliestCountsAndHasNoPlace() throws {
        let classes = DetectorResult(
            detector: "kinds", task: .classify,
            found: .classes([
                ClassScore(label: "tabby cat", confidence: 0.9), ClassScore(label: "lynx", confidence: 0.1),
            ]))
        let found = IndexedFinding.all(in: [classes])
        #expect(found.map(\.kind) == ["tabby cat"] && found.map(\.count) == [1] && found.first?.box == nil)
        let index = try TextIndex(at: nil)
        try index.update([(Array("a.jpg".utf8), "1")]) { _ in IndexedRecord(photo: "a.jpg", found: found) }
        #expect(try index.find("cat").map(\.found) == found)
        #expect(try index.find("cat").first?.places.isEmpty == true)
        #expect(try index.find("lynx").isEmpty)
    }

    @Test func linesAreHitsOfTheirOwnAndNotFoundByTheirKind() throws {
        let read = DetectorResult(
            detector: "words", task: .text, found: .texts([line("Total"), line("Total"), line("")]))
        let found = IndexedFinding.all(in: [read])
        #expect(found.map(\.text) == ["Total", "Total", "Total Total"] && found.allSatisfy { $0.count == 1 })
        #expect(found.map(\.kind) == ["line", "line", "text"])
        let index = try TextIndex(at: nil)
        try index.update([(Array("a.jpg".utf8), "1")]) { _ in IndexedRecord(photo: "a.jpg", found: found) }
        #expect(try index.find("total").count == 2 && index.find("line").isEmpty)
    }
}
