import Findings
import Testing

@testable import TextLayout

@Suite("Data in hostile text")
struct HostileTextTests {
    static let parts = [
        "1", "a", "@", ".", "://", "http://", "a.", "1.", "1 ", "+1 ", "(", "1-", "a@a.", "$1", "1,", "1Z", "0 1/",
        "RR4731",
        "12 Main St, ", "10115 Berlin ", "Jan 1 ", "www.", "\u{301}", "😀", "-", "NY 10118 ", "é", "00 ", "1'",
    ]

    @Test("ten times the text takes no more than some ten times as long", arguments: parts)
    func isLinear(part: String) {
        let detector = DataDetector()
        let (short, long) = (text(part, 2000), text(part, 20_000))
        let clock = ContinuousClock()
        // The best of three: on a busy machine one measurement may wait for others.
        func best(_ text: String) -> Duration {
            (0..<3).map { _ in clock.measure { _ = detector.matches(in: text) } }.min() ?? .zero
        }
        let (small, large) = (best(short), best(long))
        // A quadratic reader takes a hundred times as long; the rest is for a busy machine.
        #expect(large < small * 45 + .milliseconds(200), "\(part): \(small) and \(large)")
    }

    @Test("no text traps, and every match lies within it", arguments: 0..<40)
    func neverTraps(seed: Int) {
        var state = UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var string = ""
        for _ in 0..<120 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            string += Self.parts[Int((state >> 33) % UInt64(Self.parts.count))]
        }
        let count = string.unicodeScalars.count
        for match in DataDetector(options: DataOptions(region: "DE")).matches(in: string) {
            #expect(match.range.lowerBound >= 0 && match.range.upperBound <= count && !match.range.isEmpty)
            #expect(!match.value.isEmpty)
        }
    }

    private func text(_ part: String, _ length: Int) -> String {
        String(repeating: part, count: length / part.unicodeScalars.count + 1)
    }
}
