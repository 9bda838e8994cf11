import Findings

/// Whether an arrow may go on behind what is seen of it, so that its point of impact is farther on than its tip.
///
/// What hides it is its own nock, where it points at the camera, or another arrow's shaft. A shaft counts as far as it is
/// seen: in close photos it leaves the picture, and its nock is not in sight.
struct HiddenTips {
    let tolerances: ReviewTolerances

    /// Whether one of the impacts may be hidden, by itself or by another.
    func isHidden(_ placed: PlacedImpact, among all: [PlacedImpact]) -> Bool {
        guard placed.impact.kind == .arrow else { return false }
        let near = tolerances.hidingShafts * placed.shaft
        if let nock = placed.impact.nock, placed.impact.tip.distance(to: nock) < tolerances.leastLength * placed.shaft {
            return true
        }
        return all.contains { other in
            // An arrow does not hide itself, nor a tip that stands beside its own.
            guard other.impact.kind == .arrow, other.impact.tip.distance(to: placed.impact.tip) > near else {
                return false
            }
            return lies(placed.impact.tip, on: other, near) || passes(behind: other, placed)
                || isTwin(placed, of: other, near)
        }
    }

    private func lies(_ tip: Point, on other: PlacedImpact, _ near: Double) -> Bool {
        guard let end = other.impact.shaftEnd else { return false }
        return tip.distance(toSegmentFrom: other.impact.tip, to: end) < near
    }

    /// Whether the shaft, drawn on beyond its tip, soon meets another's: what was taken for the tip may be where that one covers it.
    private func passes(behind other: PlacedImpact, _ placed: PlacedImpact) -> Bool {
        guard let end = placed.impact.shaftEnd, let otherEnd = other.impact.shaftEnd else { return false }
        let tip = placed.impact.tip
        let way = tip - end
        guard way.length > 0 else { return false }
        let beyond = tip + way * (tolerances.hiddenReach * placed.shaft / way.length)
        return beyond.isAcross(from: tip, of: other.impact.tip, otherEnd)
            && otherEnd.isAcross(from: other.impact.tip, of: tip, beyond)
    }

    /// Whether another's tip lies on this shaft just behind its own tip: of an arrow that was seen twice either may be the right one.
    private func isTwin(_ placed: PlacedImpact, of other: PlacedImpact, _ near: Double) -> Bool {
        other.impact.tip.distance(to: placed.impact.tip) < tolerances.twinTips * placed.shaft
            && lies(other.impact.tip, on: placed, near)
    }
}

extension Point {
    /// Whether this and another point lie on different sides of the line through two more.
    fileprivate func isAcross(from other: Point, of start: Point, _ end: Point) -> Bool {
        let along = end - start
        func side(_ point: Point) -> Double { along.x * (point.y - start.y) - along.y * (point.x - start.x) }
        return side(self) * side(other) < 0
    }
}
