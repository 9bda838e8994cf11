import Findings

/// What was seen on all faces of a photo, judged together: arrows lean alike, a shaft hides what lies behind it, and what is much
/// shorter than the photo's arrows is a nail.
struct PhotoArrows {
    private let vote: LeanVote
    private let cover: ShaftCover
    private let stub: StubRule

    /// - Parameter seen: The arrows of each view.
    init(_ seen: [(view: FaceView, arrows: [SeenArrow])]) {
        let shafts = seen.flatMap { seen in seen.arrows.compactMap(seen.view.shaft) }
        vote = LeanVote(shafts.map(\.lean))
        cover = ShaftCover(shafts, vote: vote)
        stub = StubRule(shafts)
    }

    /// The arrows of one view with what the photo leaves of their confidence.
    func settled(_ arrows: [SeenArrow], of view: FaceView) -> [SeenArrow] {
        arrows.map { arrow in
            guard let shaft = view.shaft(of: arrow) else { return arrow }
            var settled = arrow
            settled.confidence = min(vote.confidence(of: shaft.lean), cover.confidence(of: shaft))
            if view.isBeside(arrow) { settled.confidence = min(settled.confidence, stub.confidence(of: shaft)) }
            return settled
        }
    }
}
