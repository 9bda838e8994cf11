import Findings
import Testing

/// How much is not known of a result.
@Suite struct DetectorResultEntropyTests {
    private static let box = Box(x: 0, y: 0, width: 9, height: 9)

    private static func boxes(_ found: (label: String, confidence: Double)...) -> FindingList {
        .detections(
            found.map { Detection(label: $0.label, classId: 3, confidence: $0.confidence, box: box) })
    }

    private static func classes(_ shares: Double...) -> FindingList {
        .classes(shares.map { .init(label: "a", confidence: $0) })
    }

    private static let rows: [(FindingList, threshold: Double?, thresholds: [String: Double]?, bits: Double)] = [
        // At its threshold nothing is known of a finding, whatever the threshold is.
        (boxes(("dog", 0.25)), 0.25, nil, 1), (boxes(("dog", 0.7)), 0.7, nil, 1),
        (boxes(("dog", 0.25), ("cat", 0.25)), 0.25, nil, 2), (boxes(("dog", 0.5)), 0.25, ["dog": 0.5], 1),
        (boxes(("3", 0.5)), 0.25, ["3": 0.5], 1), (boxes(("dog", 0.4)), nil, nil, 1),
        // Odds of three to one.
        (boxes(("dog", 0.75)), 0.5, nil, 0.811), (boxes(("dog", 0.5)), 0.25, nil, 0.811), (boxes(), 0.25, nil, 0),
        (classes(0.5, 0.5), nil, nil, 1), (classes(0.5), nil, nil, 1), (classes(1), nil, nil, 0),
        (classes(0.25, 0.25, 0.25, 0.25), nil, nil, 2), (classes(), nil, nil, 0),
    ]

    @Test(arguments: rows.indices) func itIsOneBitAtTheThresholdOfTheRun(row: Int) {
        let (found, threshold, thresholds, bits) = Self.rows[row]
        let result = DetectorResult(
            detector: "d", task: .detect, threshold: threshold, thresholds: thresholds, found: found)
        #expect(abs(result.entropy(usual: 0.4) - bits) < 0.001)
    }

    @Test(arguments: [0, 0.2, 0.5, 0.9, 1, 1.2]) func itFallsWithTheDistanceAndIsNeverBelowNothing(confidence: Double) {
        let result = DetectorResult(
            detector: "d", task: .detect, threshold: 0.5, found: Self.boxes(("dog", confidence)))
        let bits = result.entropy(usual: 0.4)
        #expect(bits >= 0 && bits <= 1 && (bits == 1) == (confidence == 0.5))
    }
}
