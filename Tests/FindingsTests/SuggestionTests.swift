import Testing

@testable import Findings

@Suite struct SuggestionTests {
    @Test(arguments: [
        ("", "abc", 3), ("abc", "abc", 0), ("sise", "size", 1), ("szie", "size", 1), ("kitten", "sitting", 3),
    ])
    func countsEdits(first: String, second: String, expected: Int) {
        #expect(Suggestion.distance(first, second) == expected)
        #expect(Suggestion.distance(second, first) == expected)
    }

    @Test(arguments: [
        ("Confidence", "confidence"), ("annotated", "annotate"), ("max_detections", "maxDetections"), ("xyz", nil),
    ])
    func findsTheNearest(word: String, expected: String?) {
        let words = ["confidence", "annotate", "maxDetections", "iou"]
        #expect(Suggestion.nearest(to: word, among: words) == expected)
    }
}
