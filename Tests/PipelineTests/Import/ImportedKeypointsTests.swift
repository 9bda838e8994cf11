import Findings
import Results
import Testing

@testable import Supervisor

/// Keypoints by their names, which are in no order in a file of Label Studio's.
@Suite struct ImportedKeypointsTests {
    private typealias Scene = LabelImportScene

    private let scene: LabelImportScene

    init() throws { scene = try LabelImportScene() }

    /// The five points of a face, each a pixel to the right of the one before.
    private static let face = Pose(
        label: "face", classId: 0, confidence: 0.9, box: Box(x: 0, y: 0, width: 50, height: 40),
        keypoints: (1...5).map { Keypoint(x: Double($0), y: 4) })
    private static let names = ["right_eye", "left_eye", "nose_tip", "mouth_right", "mouth_left"]

    /// Points at 10, 20, … hundredths in the order in which they are given.
    private func label(_ photo: String, _ names: [String]) throws {
        let place = Scene.region(
            "rectanglelabels", #""x":0,"y":0,"width":100,"height":50,"rectanglelabels":["face"]"#, id: "f")
        let points = names.enumerated().map { index, name in
            Scene.region(
                "keypointlabels", #""x":\#(10 * index + 10),"y":10,"keypointlabels":["\#(name)"]"#, id: "p\(index)",
                parent: "f")
        }
        try scene.write(Scene.tasks([(photo, points + [place])]), "tasks.json")
    }

    @Test(
        "they stand in the model's order, also where the model found nothing in the photo itself",
        arguments: [[0, 1, 2, 3, 4], [4, 2, 0, 1, 3], [3, 1]])
    func order(given: [Int]) throws {
        try scene.keep("a.jpg", [Scene.poses([Self.face])])
        let record = try scene.keep("b.jpg", [Scene.poses()])
        try label("b.jpg", given.map { Self.names[$0] })
        let summary = try scene.take("labelstudio", "tasks.json")
        #expect(summary.imported == 1 && summary.leftOut == 0 && summary.partial == 0)
        let pose = try #require(try scene.review(of: record)?.poses["people"]?.first)
        let wanted = (0..<5).map { index in given.firstIndex(of: index).map { Double(10 * $0 + 10) } ?? -1 }
        #expect(pose.keypoints.map(\.x) == wanted)
    }

    @Test(
        "a label whose keypoints have no place is left out, and the photo is not accepted",
        arguments: [
            (false, ["left_eye", "right_eye"]), (true, ["left_eye", "tail"]), (true, ["left_eye", "left_eye"]),
        ])
    func withoutOrder(isKnown: Bool, names: [String]) throws {
        if isKnown { try scene.keep("a.jpg", [Scene.poses([Self.face])]) }
        let record = try scene.keep("b.jpg", [Scene.poses()])
        try label("b.jpg", names)
        let summary = try scene.take("labelstudio", "tasks.json")
        #expect(summary.leftOut == 1 && summary.labels == 0 && summary.partial == summary.imported)
        #expect(try scene.review(of: record)?.poses["people"] == [])
        #expect(try scene.review(of: record)?.isAccepted == false)
    }
}
