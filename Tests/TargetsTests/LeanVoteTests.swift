import Findings
import Foundation
import Testing

@testable import Targets

@Suite("The vote of a photo's sure arrows")
struct LeanVoteTests {
    private func lean(_ degrees: Double, _ confidence: Double) -> ShaftLean {
        let angle = degrees * .pi / 180
        return ShaftLean(along: Point(x: cos(angle), y: sin(angle)), weight: confidence)
    }

    private var sure: [ShaftLean] { [170, 175, 182, 60].map { lean($0, 0.95) } }

    @Test("halves the confidence of what leans elsewhere", arguments: [(0.0, 0.3), (90, 0.3), (150, 0.6), (215, 0.6)])
    func doubts(degrees: Double, left: Double) {
        let find = lean(degrees, 0.6)
        #expect(LeanVote(sure + [find]).confidence(of: find) == left)
    }

    @Test("says nothing of what is sure, where few are sure, or where they point in all directions")
    func silent() {
        #expect(LeanVote(sure).confidence(of: sure[3]) == 0.95)
        let find = lean(0, 0.6)
        let around = [0.0, 72, 144, 216, 288].map { lean($0, 0.95) }
        for voters in [Array(sure.prefix(2)), around, []] {
            #expect(LeanVote(voters + [find]).confidence(of: find) == 0.6)
        }
    }
}
