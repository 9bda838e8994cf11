import Testing

@testable import Detection

@Suite("Non-maximum suppression")
struct NonMaximumSuppressionTests {
    private func box(_ left: Float, _ score: Float, classId: Int = 0, width: Float = 10) -> Candidate {
        Candidate(left: left, top: 0, right: left + width, bottom: 10, score: score, classId: classId)
    }

    private func keep(
        _ candidates: [Candidate], iou: Double = 0.5, classAware: Bool = true, candidatesAtMost: Int = 30_000,
        detectionsAtMost: Int = 300
    ) -> [Float] {
        NonMaximumSuppression(
            iou: iou, classAware: classAware, maximumCandidates: candidatesAtMost, maximumDetections: detectionsAtMost
        )(candidates).map(\.score)
    }

    @Test("keeps the more confident of two that overlap, in any order")
    func overlap() {
        #expect(keep([box(0, 0.6), box(1, 0.9)]) == [0.9])
        #expect(keep([box(1, 0.9), box(0, 0.6)]) == [0.9])
        #expect(keep([box(0, 0.6), box(20, 0.9)]) == [0.9, 0.6])
    }

    @Test("keeps an overlap that is equal to the threshold")
    func equal() {
        // Half of one is the other: intersection 50, union 100.
        #expect(keep([box(0, 0.9), box(0, 0.8, width: 5)], iou: 0.5) == [0.9, 0.8])
        #expect(keep([box(0, 0.9), box(0, 0.8, width: 5)], iou: 0.49) == [0.9])
    }

    @Test("compares with what is kept, not with what is dropped")
    func greedy() {
        // The middle one goes because of the first, and so cannot take the last with it.
        #expect(keep([box(0, 0.9), box(3, 0.8), box(6, 0.7)]) == [0.9, 0.7])
    }

    @Test("leaves other classes alone unless told otherwise")
    func classes() {
        let pair = [box(0, 0.9), box(0, 0.8, classId: 1)]
        #expect(keep(pair) == [0.9, 0.8])
        #expect(keep(pair, classAware: false) == [0.9])
    }

    @Test("looks at the most confident candidates only, and stops at enough detections")
    func limits() {
        let apart = (0..<10).map { box(Float($0) * 20, Float($0) / 16) }
        #expect(keep(apart, candidatesAtMost: 4) == [0.5625, 0.5, 0.4375, 0.375])
        #expect(keep(apart, detectionsAtMost: 2) == [0.5625, 0.5])
        // The limit of candidates comes before suppression.
        #expect(keep([box(0, 0.9), box(0, 0.8), box(50, 0.7)], candidatesAtMost: 2) == [0.9])
    }

    @Test("keeps the order of equal scores")
    func ties() {
        let candidates = (0..<5).map { box(Float($0) * 20, 0.5, classId: $0) }
        let kept = NonMaximumSuppression(
            iou: 0.5, classAware: true, maximumCandidates: 100, maximumDetections: 100)(candidates)
        #expect(kept.map(\.classId) == [0, 1, 2, 3, 4])
    }

    @Test("is quick for the most candidates there can be")
    func many() {
        let same = (0..<30_000).map { box(Float($0 % 7) / 10, Float($0) / 30_000) }
        #expect(keep(same).count == 1)
    }

    @Test("keeps boxes without area, which overlap nothing")
    func empty() {
        #expect(keep([box(0, 0.9, width: 0), box(0, 0.8, width: 0)]) == [0.9, 0.8])
    }
}
