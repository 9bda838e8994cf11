import Findings
import Results
import Storage
import Testing

@testable import Supervisor

/// What became of each photo and label, in numbers that fit together.
@Suite struct ImportCountsTests {
    private typealias Scene = LabelImportScene

    private let scene: LabelImportScene

    init() throws { scene = try LabelImportScene() }

    private static let box = #""bbox":[10,10,20,20]"#
    /// A label that every reader takes and no review may have.
    private static let impossible = #""bbox":[10,10,0.001,20]"#

    @Test(
        "labels are counted of photos that are truth now, or were before; a trial counts what would be",
        arguments: [true, false])
    func labels(checks: Bool) throws {
        for name in ["new.jpg", "impossible.jpg"] { try scene.keep(name, [Scene.boxes()]) }
        let (known, corrected) = (
            try scene.keep("known.jpg", [Scene.boxes()]), try scene.keep("corrected.jpg", [Scene.boxes()])
        )
        let drawn = ReviewedBox(label: "cat", box: Box(x: 10, y: 10, width: 20, height: 20))
        let said = FindingReview(isAccepted: true, detections: ["dogs": [drawn]], basis: known.reviewBasis)
        try scene.say(said, of: known)
        try scene.say(FindingReview(isAccepted: false, detections: ["dogs": []]), of: corrected)
        try scene.write(
            Scene.coco([
                ("new.jpg", [Self.box, #""bbox":[1,1,9,9]"#]), ("impossible.jpg", [Self.box, Self.impossible]),
                ("known.jpg", [Self.box]), ("corrected.jpg", [Self.box, Self.box, Self.box]),
                ("stranger.jpg", [Self.box]),
            ]), "labels.json")
        let summary = try scene.take("coco", "labels.json", checks: checks)
        #expect(summary.photos == 5 && summary.labels == 3, "two of the new photo, one of the known one")
        #expect(summary.imported == 1 && summary.known == 1 && summary.corrected == 1)
        #expect(summary.impossible == 1 && summary.withoutResult == 1 && summary.examples.count == 3)
        #expect(try scene.take("coco", "labels.json", checks: true).imported == (checks ? 1 : 0))
    }

    @Test(
        "each photo that is left out is in one number, with its name",
        arguments: [
            ("none.jpg", "withoutDetector"), ("unsaid.jpg", "gone"), ("copy.jpg", "otherLabels"),
            ("outside.jpg", "impossible"), ("twin.jpg", "ambiguous"), ("stranger.jpg", "withoutResult"),
        ])
    func leftOut(name: String, number: String) throws {
        try scene.keep("a.jpg", [Scene.boxes()])
        try scene.keep("none.jpg", [Scene.texts])
        try scene.keep("unsaid.jpg", [Scene.boxes()], saysContent: false)
        try scene.keep("copy.jpg", [Scene.boxes()], content: Scene.content("a.jpg"))
        try scene.keep("outside.jpg", [Scene.boxes()])
        for day in 1...2 { try scene.keep("day\(day)/twin.jpg", [Scene.boxes()]) }
        let away = name == "outside.jpg" ? #""bbox":[200,10,20,20]"# : #""bbox":[1,1,20,20]"#
        try scene.write(Scene.coco([("a.jpg", [Self.box]), (name, [away])]), "labels.json")
        let summary = try scene.take("coco", "labels.json")
        #expect(summary.photos == 2 && summary.imported == 1)
        let numbers = [
            "withoutDetector": summary.withoutDetector, "gone": summary.gone, "otherLabels": summary.otherLabels,
            "impossible": summary.impossible, "ambiguous": summary.ambiguous, "withoutResult": summary.withoutResult,
        ]
        #expect(numbers.filter { $0.value > 0 } == [number: 1])
        #expect(summary.examples.count == 1 && summary.examples.first?.hasPrefix("\(name): ") == true)
    }

    @Test("a copy of which the same is said is known")
    func copies() throws {
        try scene.keep("a.jpg", [Scene.boxes()])
        try scene.keep("b.jpg", [Scene.boxes()], content: Scene.content("a.jpg"))
        try scene.write(Scene.coco([("a.jpg", [Self.box]), ("b.jpg", [Self.box])]), "labels.json")
        let summary = try scene.take("coco", "labels.json")
        #expect(summary.imported == 1 && summary.known == 1 && summary.otherLabels == 0 && summary.examples.isEmpty)
    }

    @Test("a file that cannot be read is no photo without a result", arguments: ["coco", "labelstudio", "voc"])
    func unread(format: String) throws {
        let record = try scene.keep("a.jpg", [Scene.boxes()])
        switch format {
        case "coco":
            let objects = [Self.box, #""category_id":9,"bbox":[1,1,9,9]"#]
            try scene.write(Scene.coco([("a.jpg", objects), ("b.jpg", objects)]), "labels")
        case "voc":
            try scene.write(Scene.voc("a.jpg") + "</annotation>", "labels/a.xml")
            try scene.write(Scene.voc("b.jpg", edges: ["1", "1", "nan", "10"]), "labels/b.xml")
        default:
            let brush = Scene.region("brushlabels", #""brushlabels":["cat"]"#)
            try scene.write(Scene.tasks([("a.jpg", [brush]), ("b.jpg", [brush])]), "labels")
        }
        let summary = try scene.take(format, "labels")
        #expect(summary.unread == 2 && summary.photos == 0 && summary.withoutResult == 0 && summary.imported == 0)
        #expect(summary.examples.count == 1 && summary.examples.first?.hasPrefix("a.") == true, "\(summary.examples)")
        #expect(try scene.review(of: record) == nil)
    }
}
