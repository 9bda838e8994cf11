import Findings

/// Keeps the most confident of the candidates that overlap.
///
/// The rules are the public trainers': a fixed number of candidates by descending score, greedy, and a candidate goes
/// where its overlap with one that is kept is over the threshold (equal stays).
struct NonMaximumSuppression: Hashable, Sendable {
    var iou: Double
    var classAware: Bool
    var maximumCandidates: Int
    var maximumDetections: Int

    /// The candidates that stay, by descending score; equal scores stay in the order they came in.
    func callAsFunction(_ candidates: [Candidate]) -> [Candidate] {
        let order = candidates.indices.sorted { first, second in
            let difference = candidates[first].score - candidates[second].score
            return difference == 0 ? first < second : difference > 0
        }
        var kept: [Candidate] = []
        for index in order.prefix(maximumCandidates) {
            let candidate = candidates[index]
            let isCovered = kept.contains { keeper in
                (!classAware || keeper.classId == candidate.classId) && Double(keeper.overlap(candidate)) > iou
            }
            guard !isCovered else { continue }
            kept.append(candidate)
            if kept.count == maximumDetections { break }
        }
        return kept
    }
}

/// A possible finding, in pixels of the model's input.
struct Candidate: Hashable, Sendable {
    var left: Float
    var top: Float
    var right: Float
    var bottom: Float
    var score: Float
    var classId: Int
    /// The anchor it came from, by which a layout with more values an anchor finds them; -1 where none is needed.
    var anchor = -1

    /// From a centre and a size.
    init(_ x: Float, _ y: Float, _ width: Float, _ height: Float, score: Float, classId: Int) {
        left = x - width / 2
        top = y - height / 2
        right = x + width / 2
        bottom = y + height / 2
        self.score = score
        self.classId = classId
    }

    /// From two corners.
    init(left: Float, top: Float, right: Float, bottom: Float, score: Float, classId: Int) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
        self.score = score
        self.classId = classId
    }

    /// False where a network gave no numbers.
    var isFinite: Bool { left.isFinite && top.isFinite && right.isFinite && bottom.isFinite && score.isFinite }

    var area: Float { (right - left) * (bottom - top) }

    /// The candidate's box, in pixels of the input as well.
    var box: Box { Box(left: Double(left), top: Double(top), right: Double(right), bottom: Double(bottom)) }

    /// The overlap as intersection over union.
    func overlap(_ other: Candidate) -> Float {
        let width = max(min(right, other.right) - max(left, other.left), 0)
        let height = max(min(bottom, other.bottom) - max(top, other.top), 0)
        let shared = width * height
        return shared / (area + other.area - shared)
    }

    /// The same in pixels, where coordinates are parts of the sides.
    func scaled(to size: PixelSize) -> Candidate {
        let width = Float(size.width)
        let height = Float(size.height)
        return Candidate(
            left: left * width, top: top * height, right: right * width, bottom: bottom * height, score: score,
            classId: classId)
    }
}
