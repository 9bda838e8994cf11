import Findings

extension Session.Arrow {
    /// How far an arrow must have been moved to count as adjusted, in radii of the full face.
    static let adjustment = 0.01

    /// What the model itself read, whether that counts or was corrected; nil where it saw no arrow.
    public var reading: DetectedArrow? { corrected ?? (value.source == .person ? nil : value) }

    /// Whether the model saw no arrow here and a user said where one stands.
    public var isPlacedByHand: Bool { reading == nil && isPlaced }

    /// Whether the arrow counts where a user put it and not where the model saw it: it was moved, or placed by hand.
    public var wasAdjusted: Bool {
        guard let corrected else { return isPlacedByHand }
        let distance = Point(x: value.normalizedX, y: value.normalizedY)
            .distance(to: Point(x: corrected.normalizedX, y: corrected.normalizedY))
        return value.face != corrected.face || distance > Self.adjustment
    }
}

extension Session.End {
    /// Who shot its arrows, each once and in the order of the session's archers; those that it does not name come last.
    ///
    /// - Parameter archers: The session's.
    public func archers(of archers: Archers) -> [String] {
        let own = Set(arrows.compactMap(\.archer))
        return archers.names.filter(own.contains) + own.subtracting(archers.names).sorted()
    }
}

extension Session {
    /// Who shot: the session's archers in their order, then those whom only arrows name.
    public var archersInOrder: [String] {
        let others = Set(ends.flatMap(\.arrows).compactMap(\.archer)).subtracting(archers.names)
        return archers.names + others.sorted()
    }
}
