import Findings

/// What was seen on all faces of a photo, judged together: arrows lean alike, a shaft hides what lies behind it, and what is much
/// shorter than the photo's arrows is a nail.
struct PhotoArrows {
    private let vote: LeanVote
    private let cover: ShaftCover
    private let stub: StubRule

    /// - Parameter seen: The arrows of each view.
    init(_ seen: [(view: FaceView, arrows: [SeenArrow])]) {
        let shafts = Self.distinct(seen)
        vote = LeanVote(shafts.map(\.lean))
        cover = ShaftCover(shafts, vote: vote)
        stub = StubRule(shafts)
    }

    /// The shafts of all views; one that two views show counts once, for the face that it stands on.
    private static func distinct(_ seen: [(view: FaceView, arrows: [SeenArrow])]) -> [PhotoShaft] {
        let shafts = seen.flatMap { seen in
            seen.arrows.compactMap { arrow in
                seen.view.shaft(of: arrow).map { (shaft: $0, isBeside: seen.view.isBeside(arrow)) }
            }
        }
        let ordered = shafts.filter { !$0.isBeside } + shafts.filter(\.isBeside)
        return ordered.map(\.shaft).reduce(into: []) { kept, shaft in
            let isKnown = kept.contains {
                $0.face != shaft.face && $0.tip.distance(to: shaft.tip) < FaceView.twin * shaft.radius
            }
            if !isKnown { kept.append(shaft) }
        }
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
