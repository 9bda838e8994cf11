import Findings

extension WorldPoint {
    /// A landmark in metres as the models of hands and people give it: x, y, z each, along the sides of the crop.
    ///
    /// Only its turn in the picture is undone. Source: MediaPipe 0.10.21, `world_landmark_projection_calculator.cc`.
    /// Nil for what no body has.
    init?(_ values: UnsafeBufferPointer<Float>, index: Int, turned angle: Double) {
        let point = WorldPoint(
            x: Double(values[index * 3]), y: Double(values[index * 3 + 1]), z: Double(values[index * 3 + 2])
        ).turned(by: angle)
        guard point.isSound else { return nil }
        self = point
    }
}
