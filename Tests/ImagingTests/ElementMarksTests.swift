import Findings
import Testing

@testable import Imaging

/// Elements of GS1 codes in annotated pictures.
@Suite struct ElementMarksTests {
    @Test func anElementIsDrawnWithWhatItMeans() {
        let corners = Quadrilateral(Box(x: 0, y: 0, width: 10, height: 5))
        let date = GS1Element(
            identifier: "17", title: "USE BY OR EXPIRY", text: "261231", value: "2026-12-31", isSound: true,
            corners: corners)
        #expect(Mark.marks(for: date).map(\.label) == ["USE BY OR EXPIRY: 2026-12-31"])
        let batch = GS1Element(
            identifier: "10", title: "BATCH/LOT", text: "A7", isSound: true, corners: corners)
        #expect(Mark.marks(for: batch, of: "gs1").map(\.label) == ["gs1: BATCH/LOT: A7"])
    }
}
