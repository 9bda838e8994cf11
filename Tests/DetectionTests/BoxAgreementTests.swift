import Findings
import Testing

@testable import Detection

@Suite struct BoxAgreementTests {
    private func box(_ label: String, _ x: Double, _ confidence: Double = 0.9) -> Detection {
        Detection(label: label, classId: 0, confidence: confidence, box: Box(x: x, y: 0, width: 10, height: 10))
    }

    private func agreement(_ photos: [([Detection], [Detection])]) -> BoxAgreement {
        BoxAgreement(photos.map { .init(wanted: $0, given: $1) }) { _ in 0.5 }
    }

    @Test func theSameBoxesAgreeWhole() {
        let boxes = [box("a", 0), box("a", 100, 0.6), box("b", 200)]
        let same = agreement([(boxes, boxes), ([], [])])
        #expect(same.photos == 2 && same.wanted == 3 && same.found == 3 && same.added == 0)
        #expect(same.share == 1 && abs((same.precision ?? 0) - 1) < 1e-9 && abs((same.strictPrecision ?? 0) - 1) < 1e-9)
    }

    @Test func withoutBoxesNothingIsKnown() {
        let none = agreement([([], [box("a", 0)])])
        #expect(none.share == nil && none.precision == nil && none.strictPrecision == nil)
        #expect(none.wanted == 0 && none.found == 0 && none.added == 1)
        #expect(agreement([]).photos == 0)
    }

    /// Another class, too small an overlap, a second box on one object, and a weak one: none is found again.
    @Test(
        arguments: [
            ([("b", 0, 0.9)], 0, 1), ([("a", 4, 0.9)], 0, 1), ([("a", 3, 0.9)], 1, 0),
            ([("a", 0, 0.9), ("a", 1, 0.8)], 1, 1), ([("a", 0, 0.4)], 0, 0),
        ] as [([(String, Double, Double)], Int, Int)])
    func whatDiffersIsCounted(given: [(String, Double, Double)], found: Int, added: Int) {
        let result = agreement([([box("a", 0)], given.map { box($0.0, $0.1, $0.2) })])
        #expect(result.wanted == 1 && result.found == found && result.added == added)
    }

    /// The surest box takes the object that it covers best, and a weak one still counts for precision.
    @Test func averagePrecisionIsThatOfCOCO() {
        // Two objects: found at once, wrong, found. Precision 1 up to a recall of 0.5, then 2/3: (51 + 50 * 2/3) / 101.
        let result = agreement([
            ([box("a", 0), box("a", 100)], [box("a", 0, 0.9), box("a", 50, 0.8), box("a", 100, 0.2)])
        ])
        #expect(abs((result.precision ?? 0) - (51 + 50 * 2.0 / 3) / 101) < 1e-9)
        #expect(result.found == 1 && result.added == 1)
        // Moved by a tenth, an overlap of 9/11 = 0.818: right at seven of the ten overlaps.
        let moved = agreement([([box("a", 0)], [box("a", 1)])])
        #expect(abs((moved.precision ?? 0) - 1) < 1e-9 && abs((moved.strictPrecision ?? 0) - 0.7) < 1e-9)
        // Of two classes the mean, also where one is not found at all.
        let half = agreement([([box("a", 0), box("b", 100)], [box("a", 0)])])
        #expect(abs((half.precision ?? 0) - 0.5) < 1e-9)
    }
}
