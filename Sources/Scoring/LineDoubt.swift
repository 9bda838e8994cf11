import Findings

/// How near to a line is near: how far towards it a tip may be from where it was seen.
///
/// A score depends on the distance from the centre alone. The sides of a shaft are seen better than where it enters the
/// face, so that a tip is surer across its shaft than along it: where the shaft lies along the line, less is in doubt.
struct LineDoubt {
    let tolerances: ReviewTolerances

    /// The independent doubts together, in ring widths.
    func reach(of placed: PlacedImpact, on face: RegisteredFace) -> Double {
        let registration = face.residual * tolerances.residualShare
        let pixels = tolerances.tipPixels * placed.pixel / ArrowScorer.ringWidth
        let towards = shareTowardsLine(placed, face.homography)
        let tip =
            towards * tolerances.line * tolerances.line
            + (1 - towards) * tolerances.lineAcross * tolerances.lineAcross
        return (tip + registration * registration + pixels * pixels).squareRoot()
    }

    /// How much of a step along the shaft leads straight to or from the centre, as a squared cosine; all of it where the shaft is
    /// not seen.
    private func shareTowardsLine(_ placed: PlacedImpact, _ homography: Homography) -> Double {
        let tip = placed.impact.tip
        guard let end = placed.impact.shaftEnd, end != tip else { return 1 }
        // The map bends far lines: what counts is how the shaft lies at its tip.
        let near = tip + (end - tip) * (0.5 / end.distance(to: tip))
        let along = homography.map(near) - homography.map(tip)
        let outwards = along.x * placed.point.x + along.y * placed.point.y
        let lengths = along.length * placed.point.length
        guard lengths > 0 else { return 1 }
        return min(1, (outwards / lengths) * (outwards / lengths))
    }
}
