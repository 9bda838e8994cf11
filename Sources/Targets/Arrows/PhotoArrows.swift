import Findings

/// What was seen on all faces of a photo, judged together: arrows lean alike, and a shaft hides what lies behind it.
struct PhotoArrows {
    private let vote: LeanVote
    private let cover: ShaftCover

    /// - Parameter seen: The arrows of each view.
    init(_ seen: [(view: FaceView, arrows: [SeenArrow])]) {
        let shafts = seen.flatMap { seen in seen.arrows.compactMap(seen.view.shaft) }
        vote = LeanVote(shafts.map(\.lean))
        cover = ShaftCover(shafts, vote: vote)
    }

    /// The arrows of one view with what the photo leaves of their confidence.
    func settled(_ arrows: [SeenArrow], of view: FaceView) -> [SeenArrow] {
        arrows.map { arrow in
            guard let shaft = view.shaft(of: arrow) else { return arrow }
            var settled = arrow
            settled.confidence = min(vote.confidence(of: shaft.lean), cover.confidence(of: shaft))
            return settled
        }
    }
}
