import Testing

@testable import quiver

/// What is said of an evaluation beside its numbers.
@Suite struct EvaluationNotesTests {
    @Test(arguments: [(0.0, "0.00"), (0.054, "0.05"), (0.25, "0.25"), (0.994, "0.99"), (0.995, "1.00"), (1, "1.00")])
    func aConfidenceHasTwoDecimals(confidence: Double, text: String) {
        #expect(EvaluationNotes.text(confidence) == text)
    }
}
