/// In which order a classifier of actions takes the numbers of a frame; its input's shape tells which.
public enum ActionOrder: Sendable, Hashable, CaseIterable {
    /// `[60, 3, K]`: x of all K keypoints, then their y, then their confidence, as models of Create ML take them.
    case coordinates
    /// `[60, K, 3]`: x, y and confidence of one keypoint after the other.
    case keypoints

    /// The order of a model by the sides of its input; nil where it takes no windows of these keypoints.
    ///
    /// - Parameter shape: Without a first side of 1 for a single window.
    public init?(shape: [Int], layout: ActionLayout = .body18) {
        guard let order = Self.allCases.first(where: { $0.shape(of: layout) == shape }) else { return nil }
        self = order
    }

    /// The sides of a window: frames, and the numbers of each.
    public func shape(of layout: ActionLayout) -> [Int] {
        switch self {
        case .coordinates: [ActionWindow.frameCount, 3, layout.names.count]
        case .keypoints: [ActionWindow.frameCount, layout.names.count, 3]
        }
    }

    /// The numbers of one frame in this order.
    ///
    /// - Parameter values: All x, all y, all confidences.
    func arranged(_ values: [Float]) -> [Float] {
        guard self == .keypoints else { return values }
        let count = values.count / 3
        return (0..<count).flatMap { [values[$0], values[count + $0], values[2 * count + $0]] }
    }
}
