/// One finding of any kind: what tables, pictures, crops and further detectors need of it.
public protocol Finding: Sendable {
    /// What it is, as the model or the settings name it.
    var label: String { get }
    /// What it says, for texts, codes and what was read from them; nil for everything else.
    var reading: String? { get }
    /// 0 to 1.
    var confidence: Double { get }
    /// Where it lies, in pixels of the upright photo; nil for what the whole photo or region is.
    var region: Region? { get }
    /// The class's index in the model; nil where its kind has none.
    var classIndex: Int? { get }
    /// Every point that it names, in pixels of the upright photo.
    var points: [Point] { get }
    /// Whether its parts fit together, as four corners or none.
    var isWellFormed: Bool { get }
}

extension Finding {
    /// Nil, for findings that say nothing.
    public var reading: String? { nil }
    /// True, for findings whose parts always fit together.
    public var isWellFormed: Bool { true }
}
