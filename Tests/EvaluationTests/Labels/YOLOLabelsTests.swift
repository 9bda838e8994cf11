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
            ("\u{0}\u{1}", .box), ("0 1e99 0 0 0", .box), ("0 inf 0.5 0.1 0.1", .box), ("0 1e999 0 0 0", .outline),
            ("1e30 0.5 0.5 0.1 0.1", .box), ("0.5 0.5 0.5 0.1 0.1", .box), ("0 0.1 0.1 0.2 0.2 0.3 0.3 0.4", .outline),
            ("0 0.5 0.5 0.1 0.1 -nan 0.5 2", .pose(numbers: 3)),
            ("e" + String(repeating: "\u{301}", count: 9_999), .box),
        ] as [(String, YOLOLabels.Form)])
    func nonsenseIsRefused(line: String, form: YOLOLabels.Form) {
        let error = #expect(throws: GivenError.self) { try YOLOLabels.label(line, form, classes: Self.classes) }
        #expect((error?.description.utf8.count ?? 0) < 200)
    }

    @Test func namesOfClassesHaveALength() throws {
        let (fits, long) = (String(repeating: "é", count: 500), "e" + String(repeating: "\u{301}", count: 1_000))
        #expect(try YOLOClasses(yaml: "names:\n  0: \(fits)").names == [0: fits])
        for yaml in ["names: [\(long)]", "names:\n- \(long)", "names: {0: \(long)}"] {
            #expect(throws: GivenError.self) { try YOLOClasses(yaml: yaml) }
        }
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
        let mask = try #require(RunLengthMask(size: PixelSize(width: 40, height: 40), runs: [800, 800]))
        other = GivenImage(name: "a", labels: [GivenLabel(label: "cat", box: Self.box, mask: mask)])
        #expect(other.labels(in: photo) == nil, "a mask of another shape is another photo's")
        #expect(other.labels(in: PixelSize(width: 400, height: 400))?.first?.mask?.area == 80_000)
        other = image
        other.size = PixelSize(width: 0, height: 0)
        #expect(other.labels(in: photo)?.first?.box == Self.box)
    }

    @Test(
        arguments: [
            (Box(x: -5, y: -5, width: 10, height: 10), true), (Box(x: 100, y: 0, width: 10, height: 10), false),
            (Box(x: -10, y: 0, width: 10, height: 10), false), (Box(x: 0, y: 1e9, width: 1e9, height: 1e9), false),
            (Box(x: .nan, y: 0, width: 10, height: 10), false), (Box(x: 5, y: 5, width: 0, height: 10), true),
            (Box(x: 0, y: 0, width: 0, height: 0), true), (Box(x: 5, y: 80, width: 20, height: 0), true),
            (Box(x: -5, y: 5, width: 0, height: 10), false), (Box(x: .nan, y: 5, width: 0, height: 10), false),
            (Box(x: -1e9, y: -1e9, width: 2e9, height: 2e9), true),
        ])
    func aLabelLiesInThePhotoOrNot(box: Box, isInside: Bool) {
        let photo = PixelSize(width: 100, height: 80)
        #expect(GivenLabel(label: "cat", box: box).isInside(photo) == isInside)
        let mask = RunLengthMask(size: photo) { x, y in x == 7 && y == 7 }
        #expect(GivenLabel(label: "cat", box: box, mask: mask).isInside(photo), "its pixels do")
    }
}
