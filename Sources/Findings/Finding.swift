/// One finding of any kind: what tables, pictures, crops and further detectors need of it.
public protocol Finding: Sendable {
    /// What it is, as the model or the settings name it.
    var label: String { get }
    /// What it says, for texts, codes and what was read from them; nil for everything else.
    var reading: String? { get }
    /// By what it is searched for: what it says in each of its forms, the surest first; of what says nothing, what it is.
    var searchTexts: [SearchText] { get }
    /// 0 to 1.
    var confidence: Double { get }
    /// The confidence that a review goes by; nil for what is made of findings that have doubts of their own.
    var doubt: Double? { get }
    /// Where it lies, in pixels of the upright photo; nil for what the whole photo or region is.
    var region: Region? { get }
    /// The class's index in the model; nil where its kind has none.
    var classIndex: Int? { get }
    /// Every point that it names, in pixels of the upright photo.
    var points: [Point] { get }
    /// Its named points; empty where its kind has none.
    var keypoints: [Keypoint] { get }
    /// The pixels of the photo that show it; nil where only its place is known.
    var silhouette: RunLengthMask? { get }
    /// Whether its parts fit together, as four corners or none.
    var isWellFormed: Bool { get }
}

extension Finding {
    /// Nil, for findings that say nothing.
    public var reading: String? { nil }
    /// What it says, else its label, with its place.
    public var searchTexts: [SearchText] {
        let place = region.flatMap { Quadrilateral($0.corners) }
        return [SearchText(reading == nil ? .label : .reading, reading ?? label, confidence: confidence, in: place)]
    }
    /// Its confidence.
    public var doubt: Double? { confidence }
    /// Empty, for findings without named points.
    public var keypoints: [Keypoint] { [] }
    /// Nil, for findings without pixels of their own.
    public var silhouette: RunLengthMask? { nil }
    /// True, for findings whose parts always fit together.
    public var isWellFormed: Bool { true }
}

/// A kind of finding: the type of its findings, with what is said once of all of them.
///
/// A new kind is a type that conforms, and a place in ``FindingList/kinds``: records and their schema, frames, tables, crops and
/// the line of progress follow from these. What only a later module can say of it is a protocol there, such as
/// `TiledFinding` in `Geometry`, and a file of the kind that conforms to it.
package protocol FindingKind: Finding, Hashable, Codable {
    /// The name of the kind's list, which is its key in records.
    static var listName: String { get }
    /// What one is called where they are counted; nil where those of each label are counted.
    static var noun: String? { get }
    /// Which of the possible findings a detector stands by.
    static var choice: FindingChoice { get }
    /// Whether `outputs.crops` cuts each out of the photo by its box.
    static var isCropped: Bool { get }
    /// The keys of one in records: JSON, reading back, schema and frames follow from them.
    static var format: ValueFormat<Self> { get }
    /// What one says and where, in whole pixels, as texts: a review is of the same findings where these are the same.
    var gist: [String] { get }

    /// The same finding in the photo, where it was found in a region; nil where nothing of it lies in the photo.
    func mapped(from region: Region, in photo: PixelSize) -> Self?
}

extension FindingKind {
    package static var isCropped: Bool { false }
}

/// Which of the possible findings of a kind a detector stands by.
package enum FindingChoice: Sendable {
    /// Those that reach a threshold.
    case overThreshold
    /// The first alone: the others are what it could be instead.
    case likeliest
    /// All, or so many.
    case all
}

/// An object of a class with an upright box: data sets hold it, and tiles may cut it.
package protocol BoxedFinding: FindingKind {
    /// The class's name as the model or the settings give it.
    var label: String { get set }
    /// The class's index in the model.
    var classId: Int { get set }
    /// 0 to 1.
    var confidence: Double { get set }
    /// In pixels of the upright photo.
    var box: Box { get set }
    /// The corners of a turned box, clockwise from the top left; nil where the box is not turned.
    var corners: [Point]? { get }
}

extension BoxedFinding {
    package static var choice: FindingChoice { .overThreshold }
    package var corners: [Point]? { nil }
}

/// A finding that is nothing but corners, texts and numbers, so that any map between two planes moves it.
package protocol PlaneFinding: FindingKind {
    /// The same finding with each corner moved by a map between two planes.
    func mapped(_ map: (Point) -> Point) -> Self
}

extension PlaneFinding {
    package static var choice: FindingChoice { .all }

    package func mapped(from region: Region, in photo: PixelSize) -> Self? { mapped(region.photo) }
}

extension Sequence<Point> {
    /// The points in whole pixels, as texts: another machine's arithmetic moves them by less.
    var gist: [String] { map { "\($0.x.rounded()) \($0.y.rounded())" } }
}

extension Box {
    var gist: [String] { [Point(x: x, y: y), Point(x: width, y: height)].gist }
}
