/// A ring of a face: what it counts, and how far it reaches.
public struct Zone: Sendable, Hashable, Codable {
    /// What an arrow in it counts.
    public var score: Int
    /// Whether it is the X ring, inside the 10.
    public var isX: Bool
    /// The outer line, in radii of the full 10-ring face.
    public var radius: Double

    /// A ring from its parts.
    public init(score: Int, isX: Bool = false, radius: Double) {
        self.score = score
        self.isX = isX
        self.radius = radius
    }
}

extension FaceFamily {
    /// The rings as they are printed, the innermost first; the last one's line is ``outlineRadius``.
    ///
    /// Diameters after World Archery: ring s has (11 - s) tenths of the face's, the X ring one twentieth; on a field face
    /// the 6 has one tenth and each further ring a fifth more, the 5 one fifth. An ISSF card has the same tenths, with
    /// the inner ten as X; how far its black disc reaches is print and counts nothing. The NFAA's indoor face has the rings
    /// of a field face, its X in place of the 6; a spot of its five counts 5 and 4 only, whatever line is printed in the 4.
    public var zones: [Zone] {
        switch self {
        case .tenRing, .card: Self.rings(downTo: 1)
        case .sixRing: Self.rings(downTo: 5)
        case .fiveRing: Self.rings(downTo: 6)
        case .field:
            [Zone(score: 6, radius: 0.1)] + (1...5).map { Zone(score: 6 - $0, radius: Double($0) / 5) }
        case .nfaa: Self.nfaaRings(downTo: 1)
        case .nfaaSpot: Self.nfaaRings(downTo: 4)
        }
    }

    private static func nfaaRings(downTo last: Int) -> [Zone] {
        [Zone(score: 5, isX: true, radius: 0.1)]
            + (last...5).reversed().map { Zone(score: $0, radius: Double(6 - $0) / 5) }
    }

    private static func rings(downTo last: Int) -> [Zone] {
        // Whole tenths by division: 3 * 0.1 is not 0.3.
        [Zone(score: 10, isX: true, radius: 0.05)]
            + (last...10).reversed().map { Zone(score: $0, radius: Double(11 - $0) / 10) }
    }
}

extension FaceType {
    /// The rings as they count in a system, the innermost first.
    ///
    /// Without X the ring inside the 10 is none of its own. On an indoor compound face the X ring is the 10, the old 10
    /// is a 9, and no X is told from it, whatever the system.
    public func zones(in system: ScoringSystem) -> [Zone] {
        if countsInnerTen {
            return family.zones.compactMap { zone in
                if zone.isX { return Zone(score: 10, radius: zone.radius) }
                return zone.score == 10 ? nil : zone
            }
        }
        return system.countsX ? family.zones : family.zones.filter { !$0.isX }
    }
}
