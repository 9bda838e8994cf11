/// A way to count.
public enum ScoringSystem: String, Sendable, Codable, CaseIterable {
    /// 10 to 1, with X.
    case olympic
    /// 10 to 1, with X.
    case compound
    /// 10 to 1, without X.
    case indoor
    /// 6 to 1.
    case field

    /// Whether an X is told from a 10.
    public var countsX: Bool { self == .olympic || self == .compound }
}
