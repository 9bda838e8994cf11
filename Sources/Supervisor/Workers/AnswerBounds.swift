import Findings
import Scoring
import WorkerProtocol

/// What a worker's answer may hold at most.
///
/// A worker that is taken over says what it likes. Whatever passes here is stored, added up and printed by code that
/// relies on it: numbers are finite and no larger than photos give, lists no longer, texts short and without commands.
struct AnswerBounds: Sendable {
    /// Entries of detectors, one for each region that one of them looked at.
    var entries: Int
    /// Findings of one entry.
    var findings: Int
    var models: Int
    /// The names of the plan's detectors.
    var detectors: Set<String>
    var photo: PhotoLimits

    /// Findings of one detector in one photo, in all regions together.
    static let mostFindings = 1_000_000
    /// Faces and arrows of one photo: far more than fit on one.
    static let faces = 1000
    static let arrows = 10_000
    /// Coordinates and distances: far more than any photo has, and few enough for every later sum.
    static let reach = 1e12
    /// Milliseconds of a stage: a year.
    static let time = 3.2e10
    /// Pixels of a JPEG's side.
    static let pictureSide = 65_535
    /// Classes of all detectors together.
    static let classes = ModelClasses.most
    /// Bytes of a name.
    static let name = 1024
    /// Bytes of what one finding says: more than the densest page.
    static let text = 1 << 20
    /// Bytes of a sentence, which may name a path in which every byte is escaped.
    static let sentence = 64 << 10

    /// What a plan's workers can find.
    init(_ plan: WorkPlan) {
        // A detector that runs on another's findings has an entry for each of them.
        var found: [String: Int] = [:]
        var entries = 0
        for detector in plan.order.map({ plan.detectors[$0] }) {
            let views = max(detector.settings.on.detector.flatMap { found[$0] } ?? 1, 1)
            found[detector.name] = min(views * detector.settings.maxDetections, Self.mostFindings)
            entries += views
        }
        self.entries = entries
        findings = plan.detectors.map(\.settings.maxDetections).max() ?? 0
        models = plan.models.count
        detectors = Set(plan.detectors.map(\.name))
        photo = plan.limits
    }
}

extension Double {
    /// Whether it is a number of at most this size.
    func isWithin(_ reach: Double) -> Bool { isFinite && abs(self) <= reach }

    var isCoordinate: Bool { isWithin(AnswerBounds.reach) }
    var isDistance: Bool { isCoordinate && self >= 0 }
    var isShare: Bool { (0...1).contains(self) }
    var isTime: Bool { (0...AnswerBounds.time).contains(self) }
}

extension String {
    /// Whether it is a name as models and cameras give them once Quiver has read them.
    var isName: Bool {
        utf8.count <= AnswerBounds.name && unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    var isSentence: Bool { utf8.count <= AnswerBounds.sentence }
}

extension Point {
    var isPlace: Bool { x.isCoordinate && y.isCoordinate }
}

extension Box {
    var isPlace: Bool { x.isCoordinate && y.isCoordinate && width.isDistance && height.isDistance }
}
