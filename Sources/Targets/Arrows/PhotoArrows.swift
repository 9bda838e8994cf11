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

/// One face of a photo as the arrow network saw it.
struct FaceView {
    /// The face's place among those of the photo.
    let face: Int
    let way: Rectifier
    let candidates: [ArrowCandidate]

    /// How far along the shaft its direction is taken, in pixels of the view.
    private static let reach = 64.0
    /// Tips of two views that are nearer to each other, in radii of what scores, are one: views of a sheet's spots overlap.
    static let twin = 0.02

    /// How the shafts of other views lean in this one.
    ///
    /// All arrows of a photo come from one line, so that their shafts lean alike in the photo, on whichever face they stand.
    func leans(of others: [FaceView]) -> [ShaftLean] {
        guard let here = way.photo(way.middle) else { return [] }
        let mine = candidates.compactMap { way.photo(ArrowModel.pixels($0.tip)) }
        return others.filter { $0.face != face }.flatMap { other in
            other.candidates.compactMap { candidate in
                let place = ArrowModel.pixels(candidate.tip)
                guard let direction = other.direction(at: place, along: candidate.along),
                    let tip = other.way.photo(place),
                    !mine.contains(where: { $0.distance(to: tip) < Self.twin * way.radius })
                else { return nil }
                let along = way.toCanonical.map(here + direction) - way.middle
                guard along.length > 1e-6, along.length.isFinite else { return nil }
                return ShaftLean(along: along * (1 / along.length), weight: candidate.lean.weight)
            }
        }
    }

    /// Whether an arrow stands beside what scores.
    func isBeside(_ arrow: SeenArrow) -> Bool {
        arrow.tip.distance(to: way.middle) > ArrowConfidence.face * CanonicalView.arrows.outlineRadius
    }

    /// An arrow of this view in the photo; nil beyond the horizon.
    func shaft(of arrow: SeenArrow) -> PhotoShaft? {
        guard let tip = way.photo(arrow.tip), let along = direction(at: arrow.tip, along: arrow.line) else {
            return nil
        }
        let length = way.photo(arrow.tip + arrow.line * arrow.length).map { $0.distance(to: tip) } ?? .infinity
        return PhotoShaft(
            face: face, tip: tip, along: along, length: length, radius: way.radius, confidence: arrow.confidence)
    }

    /// The unit vector in the photo of a direction at a point of the view.
    private func direction(at tip: Point, along: Point) -> Point? {
        guard let end = way.photo(tip + along * Self.reach), let start = way.photo(tip) else { return nil }
        let shaft = end - start
        return shaft.length > 1e-6 ? shaft * (1 / shaft.length) : nil
    }
}
