import Findings

/// The keypoints of one person over 60 frames, as classifiers of actions take them.
///
/// Values only: no model is run here. A tensor has the shape `[60, 3, K]`: for each frame the x of all K keypoints, then
/// their y, then their confidence. x and y are shares of the picture's sides; a keypoint that is not there, and a frame
/// without the person, is zeros.
public struct ActionWindow: Sendable, Hashable {
    /// The frames of a window, as Create ML's action classifiers have by default.
    public static let frameCount = 60

    /// The indexes of the frames; fewer than ``frameCount`` where the sequence is shorter, and the rest is zeros.
    public let frames: Range<Int>
    /// The sides of the tensor: frames, x with y and confidence, keypoints.
    public let shape: [Int]
    /// The tensor, its last side first.
    public let values: [Float]

    /// The windows of a sequence in which the person is seen at all.
    ///
    /// The last frames that do not fill a window are left out, but for a sequence that is shorter than one.
    /// - Parameters:
    ///   - sequence: In the order in which they were taken, and without a gap in time, see ``Frame/bursts(of:gap:)``.
    ///   - stride: From the beginning of one window to the next, in frames, at least 1.
    ///   - layout: Which keypoints, in which order.
    ///   - detector: Whose poses count; nil for all.
    public static func windows(
        of sequence: [Frame], stride: Int = 30, layout: ActionLayout = .body18, detector: String? = nil
    ) -> [ActionWindow] {
        let people = PersonTrack.follow(sequence, layout: layout, detector: detector)
        let last = max(sequence.count - frameCount, 0)
        return Swift.stride(from: 0, through: last, by: max(stride, 1)).compactMap { start in
            let range = start..<min(start + frameCount, sequence.count)
            guard people[range].contains(where: { $0 != nil }) else { return nil }
            var values: [Float] = []
            values.reserveCapacity(frameCount * 3 * layout.names.count)
            for index in range {
                values += layout.values(of: people[index], in: sequence[index].size)
            }
            values += [Float](repeating: 0, count: frameCount * 3 * layout.names.count - values.count)
            return ActionWindow(frames: range, shape: [frameCount, 3, layout.names.count], values: values)
        }
    }
}
