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

    /// A rule that no detector of the results can have meant is told, with what there is.
    @Test(
        arguments: [
            ("dogs", "dog", []), ("dogs", "dgo", ["class \"dgo\"", "did you mean \"dog\"?"]),
            ("dogs", "zeppelin", ["class \"zeppelin\"", "\"dogs\"", "the classes are \"dog\", \"cat\""]),
            ("dosg", "dog", ["detector \"dosg\"", "did you mean \"dogs\"?"]),
            ("zeppelins", "dog", ["the detectors are \"any\", \"dogs\""]), ("any", "zeppelin", []),
        ] as [(String, String, [String])])
    func aRuleThatDoesNothingIsTold(detector: String, label: String, parts: [String]) {
        let rule = IgnoredPlace(label: label, box: Box(x: 0, y: 0, width: 1, height: 1))
        let choice = FindingThresholds(ignored: [detector: [rule, rule], "other": []])
        let known = [("dogs", ["dog", "cat"]), ("any", [])].map {
            DetectorClasses(name: $0.0, task: "detect", model: "", classes: $0.1)
        }
        let doubts = choice.doubts(among: known)
        #expect(doubts.count == (parts.isEmpty ? 0 : 1))
        for part in parts { #expect(doubts.first?.contains(part) == true, "\(doubts)") }
        #expect(choice.doubts(among: []).isEmpty && FindingThresholds().doubts(among: known).isEmpty)
    }
}
