import Findings
import Testing

@testable import Targets

@Suite("Nails beside a face")
struct StubRuleTests {
    private func shaft(_ length: Double, confidence: Double = 0.95) -> PhotoShaft {
        PhotoShaft(
            face: 0, tip: Point(x: 0, y: 0), along: Point(x: 1, y: 0), length: length, radius: 100,
            confidence: confidence)
    }

    @Test("are much shorter than the photo's arrows", arguments: [(100.0, 0.4), (149, 0.4), (151, 0.8), (300, 0.8)])
    func short(length: Double, left: Double) {
        let rule = StubRule([250, 300, 340].map { shaft($0) } + [shaft(20, confidence: 0.5)])
        #expect(rule.confidence(of: shaft(length, confidence: 0.8)) == left)
    }

    @Test("cannot be told where few arrows are sure")
    func few() {
        #expect(StubRule([shaft(300), shaft(300)]).confidence(of: shaft(10)) == 0.95)
    }
}
