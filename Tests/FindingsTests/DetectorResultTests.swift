import Findings
import Testing

/// How far a result is from another answer.
@Suite struct DetectorResultTests {
    private static let box = Box(x: 0, y: 0, width: 9, height: 9)
    private static let corners = Quadrilateral(
        topLeft: Point(x: 0, y: 0), topRight: Point(x: 9, y: 0), bottomRight: Point(x: 9, y: 9),
        bottomLeft: Point(x: 0, y: 9))

    private static func boxes(_ found: (label: String, confidence: Double)...) -> FindingList {
        .detections(
            found.map { Detection(label: $0.label, classId: 3, confidence: $0.confidence, box: box) })
    }

    private static let margins: [(FindingList, threshold: Double?, thresholds: [String: Double]?, margin: Double?)] = [
        (boxes(("dog", 0.75), ("cat", 0.95)), 0.7, nil, 0.05), (boxes(("dog", 0.75)), 0.25, nil, 0.5),
        // A class's own threshold counts before the others'; one that is called like another one's number is none of its.
        (boxes(("dog", 0.75)), 0.25, ["dog": 0.625], 0.125), (boxes(("dog", 0.75)), 0.25, ["3": 0.5], 0.5),
        (boxes(("dog", 0.75)), 0.25, ["cat": 0.75], 0.5),
        // Results of before it was noted.
        (boxes(("dog", 0.75)), nil, nil, 0.35),
        (.poses([Pose(label: "p", classId: 0, confidence: 0.75, box: box, keypoints: [])]), 0.5, nil, 0.25),
        (.classes([.init(label: "a", confidence: 0.5), .init(label: "b", confidence: 0.375)]), nil, nil, 0.125),
        (.classes([.init(label: "a", confidence: 0.5)]), 0.25, nil, 0.5),
        (.pages([Page(confidence: 0.75, corners: corners, flatSize: PixelSize(width: 9, height: 9))]), 0.5, nil, 0.75),
        (boxes(), 0.25, nil, nil), (.classes([]), nil, nil, nil), (.contents([]), nil, nil, nil),
    ]

    @Test(arguments: margins.indices) func theMarginIsThatOfTheRunsThreshold(row: Int) {
        let (found, threshold, thresholds, margin) = Self.margins[row]
        let result = DetectorResult(
            detector: "d", task: .detect, threshold: threshold, thresholds: thresholds, found: found)
        let given = result.margin(usual: 0.4)
        #expect(given.map { ($0 * 1000).rounded() } == margin.map { ($0 * 1000).rounded() })
    }

    @Test func ofClassesTheFirstIsTheAnswer() {
        let classes = FindingList.classes([.init(label: "a", confidence: 0.5), .init(label: "b", confidence: 0.25)])
        #expect(classes.answers.map(\.label) == ["a"] && classes.items.count == 2)
        #expect(Self.boxes(("dog", 0.75), ("cat", 0.5)).answers.map(\.label) == ["dog", "cat"])
    }
}
