import Findings
import Testing

@testable import Evaluation

@Suite struct YOLOLabelsTests {
    private static let classes = [0: "cat", 7: "dog"]
    private static let box = Box(x: 0.25, y: 0.125, width: 0.5, height: 0.25)

    @Test(
        arguments: [
            ("0 0.5 0.25 0.5 0.25", .box, GivenLabel(label: "cat", box: box)),
            ("7\t0.5 0.25  0.5 0.25 0.9\r", .box, GivenLabel(label: "dog", box: box)),
            ("0 0.25 0.125 0.75 0.125 0.75 0.375", .box, GivenLabel(label: "cat", box: box)),
            (
                "0 0.25 0.125 0.75 0.125 0.75 0.375", .outline,
                GivenLabel(label: "cat", box: box, outline: [[0.25, 0.125, 0.75, 0.125, 0.75, 0.375]])
            ),
            (
                "0 0.25 0.125 0.75 0.125 0.75 0.375 0.25 0.375", .corners,
                GivenLabel(
                    label: "cat", box: box,
                    corners: [
                        Point(x: 0.25, y: 0.125), Point(x: 0.75, y: 0.125), Point(x: 0.75, y: 0.375),
                        Point(x: 0.25, y: 0.375),
                    ])
            ),
            (
                "0 0.5 0.25 0.5 0.25 0.5 0.5 2 0 0 0", .pose(numbers: 3),
                GivenLabel(
                    label: "cat", box: box,
                    keypoints: [Keypoint(x: 0.5, y: 0.5, visibility: 1), Keypoint(x: -1, y: -1, visibility: 0)])
            ),
        ] as [(String, YOLOLabels.Form, GivenLabel)])
    func aLineIsALabel(line: String, form: YOLOLabels.Form, label: GivenLabel) throws {
        #expect(try YOLOLabels.label(line, form, classes: Self.classes) == label)
    }

    @Test(
        arguments: [
            ("cat 0.5 0.5 0.1 0.1", .box), ("1 0.5 0.5 0.1 0.1", .box), ("-1 0.5 0.5 0.1 0.1", .box),
            ("0 0.5 0.5", .box),
            ("0 nan 0.5 0.1 0.1", .box), ("0 0.5 0.5 0.1 0.1", .corners), ("0 0.5 0.5 0.1 0.1 0.1", .pose(numbers: 3)),
            ("\u{0}\u{1}", .box), ("0 1e99 0 0 0", .box),
        ] as [(String, YOLOLabels.Form)])
    func nonsenseIsRefused(line: String, form: YOLOLabels.Form) {
        #expect(throws: GivenError.self) { try YOLOLabels.label(line, form, classes: Self.classes) }
    }

    @Test(arguments: [
        "names:\n  0: cat\n  1: 'it''s'\n  2: \"a: \\\"b\\\"\\u00e9\"\nnc: 3",
        "names: [cat, 'it''s', \"a: \\\"b\\\"é\"]",
        "# list\nnames:\n- cat\n- it's\n- \"a: \\\"b\\\"é\"", "nc: 3\nnames: {0: cat, 1: \"it's\", 2: 'a: \"b\"é'}",
    ])
    func classesAreReadInEachForm(yaml: String) throws {
        #expect(try YOLOClasses(yaml: yaml).names == [0: "cat", 1: "it's", 2: "a: \"b\"é"])
    }

    @Test func keypointsHaveTheirNumbers() throws {
        #expect(try YOLOClasses(yaml: "kpt_shape: [17, 3]\nnames: {0: a}").keypointNumbers == 3)
        #expect(try YOLOClasses(yaml: "kpt_shape: [5, 2]\nnames: {0: a}").keypointNumbers == 2)
        #expect(try YOLOClasses(yaml: "names: {0: a}").keypointNumbers == nil)
    }

    @Test func placesAreScaledToThePhoto() throws {
        let image = GivenImage(name: "a", labels: [GivenLabel(label: "cat", box: Self.box)])
        let photo = PixelSize(width: 400, height: 800)
        #expect(image.labels(in: photo)?.first?.box == Box(x: 100, y: 100, width: 200, height: 200))
        var other = image
        other.size = PixelSize(width: 200, height: 400)
        #expect(other.labels(in: photo)?.first?.box == Box(x: 0.5, y: 0.25, width: 1, height: 0.5))
        other.size = PixelSize(width: 400, height: 400)
        #expect(other.labels(in: photo) == nil, "a photo of another shape is another one")
        other.size = PixelSize(width: 0, height: 0)
        #expect(other.labels(in: photo)?.first?.box == Self.box)
    }
}
