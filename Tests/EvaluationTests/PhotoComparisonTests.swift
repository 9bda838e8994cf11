import Evaluation
import Findings
import Testing

@Suite struct PhotoComparisonTests {
    private static func found(_ label: String, _ x: Double) -> FoundObject {
        FoundObject(label: label, confidence: 0.5, box: Box(x: x, y: 0, width: 10, height: 10))
    }

    @Test func whatOneAnswerHasAloneStandsBesideWhatBothHave() {
        let first = [Self.found("dog", 0), Self.found("cat", 20), Self.found("dog", 40)]
        let second = [Self.found("dog", 1), Self.found("dog", 21), Self.found("cup", 70)]
        let objects = PhotoComparison(first, with: second, of: PixelSize(width: 100, height: 100)).objects
        #expect(objects.map(\.first) == [1, 2, nil, 0])
        #expect(objects.map(\.second) == [1, nil, 2, 0])
        #expect(objects.map(\.isAgreed) == [false, false, false, true])
    }

    @Test func nothingIsComparedWithNothing() {
        let size = PixelSize(width: 1, height: 1)
        #expect(PhotoComparison([], with: [], of: size).objects.isEmpty)
        #expect(PhotoComparison([Self.found("dog", 0)], with: [], of: size).objects.map(\.second) == [nil])
    }
}
