import Findings

extension Pose {
    /// The same pose with its box cut off at the photo's edge; nil where nothing of it lies in the photo.
    func clipped(to photo: PixelSize) -> Pose? {
        var pose = self
        pose.box = box.clipped(to: photo)
        if pose.box.area == 0 { pose.box = Box(around: keypoints.map(\.point)).clipped(to: photo) }
        return pose.box.area > 0 ? pose : nil
    }
}

extension [Pose] {
    /// By descending confidence; equal ones stay in their order.
    var sortedByConfidence: [Pose] {
        enumerated()
            .sorted { ($1.element.confidence, $0.offset) < ($0.element.confidence, $1.offset) }
            .map(\.element)
    }
}
