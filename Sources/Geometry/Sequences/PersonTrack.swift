import Findings

/// Follows one person from frame to frame by the nearest box.
enum PersonTrack {
    /// The person's pose in each frame, nil where it is not seen.
    ///
    /// It begins with the most confident pose. In the next frame the person is the pose whose box overlaps the last one
    /// most; where none does, the one whose centre is nearest, if that is no farther than the last box's longer side.
    /// Who is not seen over a whole window is given up, and the most confident pose is followed from there.
    static func follow(_ frames: [Frame], layout: ActionLayout, detector: String?) -> [Pose?] {
        var last: Box?
        var missed = 0
        return frames.map { frame in
            let poses = frame.results
                .filter { (detector ?? $0.detector) == $0.detector }
                .flatMap { $0.found.poses ?? [] }
                .filter { $0.box.isFinite && layout.fits($0) }
            let found = last.map { next(after: $0, among: poses) } ?? poses.max { $0.confidence < $1.confidence }
            if let found {
                (last, missed) = (found.box, 0)
            } else {
                missed += 1
                if missed >= ActionWindow.frameCount { last = nil }
            }
            return found
        }
    }

    private static func next(after last: Box, among poses: [Pose]) -> Pose? {
        let overlapping = poses.filter { $0.box.intersectionOverUnion(last) > 0 }
        if let best = overlapping.max(by: {
            $0.box.intersectionOverUnion(last) < $1.box.intersectionOverUnion(last)
        }) {
            return best
        }
        let nearest = poses.min { $0.box.center.distance(to: last.center) < $1.box.center.distance(to: last.center) }
        return nearest.flatMap {
            $0.box.center.distance(to: last.center) <= max(last.width, last.height) ? $0 : nil
        }
    }
}

extension Box {
    fileprivate var center: Point { Point(x: x + width / 2, y: y + height / 2) }
    fileprivate var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }
}
