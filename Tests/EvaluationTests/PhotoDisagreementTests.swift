import Evaluation
import Findings
import Testing

@Suite struct PhotoDisagreementTests {
    private static let size = PixelSize(width: 100, height: 100)

    private func box(_ x: Double) -> Box { Box(x: x, y: 0, width: 10, height: 10) }

    private func compared(_ found: [(String, Double)], with truth: [(String, Double)]) -> PhotoDisagreement {
        PhotoDisagreement(
            EvaluatedPhoto(
                path: "a.jpg", size: Self.size, truth: truth.map { TrueObject(label: $0.0, box: box($0.1)) },
                found: found.map { FoundObject(label: $0.0, confidence: 0.1, box: box($0.1)) }))
    }

    @Test func whatOnlyOneHasIsCounted() {
        let both = compared([("dog", 0), ("cat", 20)], with: [("dog", 1), ("cat", 21)])
        #expect(both.apart == 0 && both.agreed == 2)
        let more = compared([("dog", 0), ("cat", 20)], with: [("dog", 0), ("dog", 50), ("dog", 70)])
        #expect(more.apart == 3 && more.agreed == 1)
        // The same place with another class is one difference.
        let other = compared([("dog", 0)], with: [("cat", 0)])
        #expect(other.apart == 1 && other.agreed == 0)
        #expect(compared([], with: []).apart == 0)
    }
}
