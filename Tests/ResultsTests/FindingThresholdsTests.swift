import Findings
import Results
import Testing

/// Below which confidence findings are not known, or not asked for.
@Suite struct FindingThresholdsTests {
    private let result = DetectorResult(
        detector: "a", task: .detect, threshold: 0.25, thresholds: ["person": 0.01, "dog": 0.6], found: .detections([]))

    @Test(
        arguments: [
            ([:], 0.6), (["person": nil], 0.01), (["person": nil, "cat": nil], 0.25), (["cat": 0.1, "dog": nil], 0.6),
        ] as [([String: Double?], Double)])
    func theHighestOfARunIsThatOfTheClassesAskedFor(classes: [String: Double?], highest: Double) {
        #expect(result.highestThreshold(of: FindingThresholds(classes: classes)) == highest)
    }

    /// Which class a number stands for is not known.
    @Test func thresholdsByNumberCountForAllClasses() {
        var numbered = result
        numbered.thresholds = ["3": 0.7]
        #expect(numbered.highestThreshold(of: FindingThresholds(classes: ["person": nil])) == 0.7)
        (numbered.threshold, numbered.thresholds) = (nil, nil)
        #expect(numbered.highestThreshold(of: FindingThresholds()) == nil)
    }

    @Test(
        arguments: [
            (nil, [:], 0), (0.3, [:], 0.3), (0.3, ["a": 0.1], 0.1), (0.3, ["a": 0.1, "b": nil], 0.3),
            (nil, ["a": 0.5], 0.5),
        ] as [(Double?, [String: Double?], Double)])
    func theHighestOfAChoiceIsThatOfItsClasses(confidence: Double?, classes: [String: Double?], highest: Double) {
        #expect(FindingThresholds(confidence: confidence, classes: classes).highest == highest)
    }
}
