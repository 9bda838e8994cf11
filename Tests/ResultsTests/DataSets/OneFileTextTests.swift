import Findings
import Testing

@testable import Results

/// What readers of CVAT's and Label Studio's files look for beside the labels.
@Suite struct OneFileTextTests {
    private let scene: DataSetScene

    init() throws { scene = try DataSetScene() }

    private func item(_ part: SplitPart? = nil, _ boxes: [FoundBox] = []) throws -> DataSetItem {
        let record = scene.record(of: "/a.jpg")
        var row = TableRow(record, place: Array("a.jpg.json".utf8))
        row.part = part
        let image = try #require(record.photo.image)
        return DataSetItem(id: 1, index: 0, name: "a.jpg", row: row, image: image, boxes: boxes)
    }

    @Test func partsAreSubsetsOfAProjectOfCVATs() throws {
        var text = CVATText()
        for part in [SplitPart.val, .train, .val] {
            let image = text.text(of: try item(part))
            #expect(image.contains(" subset=\"\(part.rawValue)\""))
        }
        let head = text.head(classes: ["a"])
        #expect(head.contains("<meta><project><name>") && head.hasSuffix("</project></meta>\n"))
        #expect(head.contains("<subsets>train\nval</subsets>"))
        let tasks = ["train", "val"].map { "<task><name>\($0)</name><subset>\($0)</subset></task>" }
        #expect(head.contains("<tasks>\(tasks.joined())</tasks>"))
    }

    @Test func whatIsNotDividedIsATaskOfCVATs() throws {
        var text = CVATText()
        let image = text.text(of: try item())
        let head = text.head(classes: ["a"])
        #expect(!image.contains("subset") && !head.contains("subset"))
        #expect(head.contains("<meta><task><name>") && head.hasSuffix("</labels></task></meta>\n"))
    }

    @Test func keypointsHaveTheirNumbersInLabelStudiosConfiguration() throws {
        var text = LabelStudioText()
        let box = Box(x: 10, y: 20, width: 30, height: 40)
        var pose = FoundBox(detector: "d", classId: 0, label: "face", box: box, confidence: 0.5)
        pose.keypoints = Skeleton.face5.names.map { Keypoint(name: $0, x: 50, y: 100) }
        // It is outside of the photo, and keeps its place in the order.
        pose.keypoints[0] = Keypoint(name: "rightEye", x: -1, y: -1)
        let task = text.text(of: try item(nil, [pose]))
        #expect(!task.contains("right_eye") && task.contains("left_eye"))
        let config = try #require(text.others(classes: ["face"]).first).1
        let names = ["right_eye", "left_eye", "nose_tip", "mouth_right", "mouth_left"]
        for (index, name) in names.enumerated() {
            #expect(config.contains("<Label value=\"\(name)\" model_index=\"\(index)\"/>"))
        }
        #expect(config.contains("<Label value=\"face\"/>"), "classes have none")
    }
}
