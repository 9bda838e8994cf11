import Findings

/// Moves keypoints to the middle of what a heatmap shows around them.
///
/// Source: MediaPipe 0.10.21, `refine_landmarks_from_heatmap_calculator.cc`. The pose graph asks for a window of 7 cells,
/// but the program that people install uses 9, and so does this.
struct HeatmapRefinement {
    /// The sides of the map in cells.
    static let side = 64
    /// Cells to each side of a keypoint's own.
    private static let reach = 4
    /// The largest weight of the window must reach this, else the keypoint stays.
    private static let confidence = 0.5

    /// Logits `[64, 64, channels]`.
    let values: UnsafeBufferPointer<Float>
    /// Keypoints of the map.
    let channels: Int

    /// A keypoint in parts of the crop's sides, moved to the weighted mean of the cells around it.
    func refined(_ point: Point, channel: Int) -> Point {
        guard let column = Self.cell(point.x), let row = Self.cell(point.y) else { return point }
        var (total, best, sumX, sumY) = (0.0, 0.0, 0.0, 0.0)
        for y in max(row - Self.reach, 0)...min(row + Self.reach, Self.side - 1) {
            for x in max(column - Self.reach, 0)...min(column + Self.reach, Self.side - 1) {
                let weight = sigmoid(values[(y * Self.side + x) * channels + channel])
                total += weight
                sumX += weight * Double(x)
                sumY += weight * Double(y)
                best = max(best, weight)
            }
        }
        guard best >= Self.confidence, total > 0 else { return point }
        return Point(x: sumX / total / Double(Self.side), y: sumY / total / Double(Self.side))
    }

    /// The cell of a coordinate, rounded towards zero; nil outside of the map.
    private static func cell(_ part: Double) -> Int? {
        let place = part * Double(side)
        return place > -1 && place < Double(side) ? Int(place) : nil
    }
}
