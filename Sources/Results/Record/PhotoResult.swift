import Findings
import Scoring

/// What a worker found out about one photo: the part of its answer that the record keeps as it is.
public struct PhotoResult: Sendable, Hashable, Codable {
    /// Nil where the photo could not be read.
    public var image: Record.Image?
    /// Every model that looked at it.
    public var models: [Record.Model]
    /// What each detector found, in the order of the settings; of a scored photo also what scoring found, see
    /// ``settleScored(lookingFor:model:)``.
    ///
    /// A detector that runs on another's findings has one entry for each of them, and a single one without a parent where
    /// there was none. Of a file with pages those of all pages, one page after the other.
    public var results: [DetectorResult]
    /// Each page that was looked at, of a file that has several; empty for others.
    public var pages: [PhotoPage] = []
    /// The faces of a target; nil where nothing was scored.
    public var targetDetection: TargetDetection?
    /// What was scored, in the order of the photo's list; the same as findings stand in ``results``.
    public var arrows: [DetectedArrow]
    /// Nil where the photo could not be read.
    public var imageMetadata: Record.ImageMetadata?
    /// How long each stage took in the worker, in milliseconds.
    public var timings: Record.Timings
    /// By which the record says in a word how sure a finding is; nil for no words, as in records of earlier versions.
    public var confidenceLevels: ConfidenceLevels?

    /// A photo's result; nothing where nothing is given.
    public init(
        image: Record.Image? = nil, models: [Record.Model] = [], results: [DetectorResult] = [],
        targetDetection: TargetDetection? = nil, arrows: [DetectedArrow] = [],
        imageMetadata: Record.ImageMetadata? = nil, timings: Record.Timings = Record.Timings(),
        confidenceLevels: ConfidenceLevels? = nil
    ) {
        self.image = image
        self.models = models
        self.results = results
        self.targetDetection = targetDetection
        self.arrows = arrows
        self.imageMetadata = imageMetadata
        self.timings = timings
        self.confidenceLevels = confidenceLevels
    }

    /// The detections of all detectors by descending confidence, each with its detector's place in ``results``.
    public var detectionsByConfidence: [(result: Int, detection: Detection)] {
        let all = results.enumerated().flatMap { index, result in
            (result.found.detections ?? []).map { (result: index, detection: $0) }
        }
        // A detector's own list has this order already; equal ones keep their places.
        return all.enumerated()
            .sorted { ($0.element.detection.confidence, $1.offset) > ($1.element.detection.confidence, $0.offset) }
            .map(\.element)
    }

    /// The same of the first page without their detectors: the flat view that records have had from the first.
    public var detections: [Detection] {
        get {
            detectionsByConfidence.filter { results[$0.result].page == 1 }.map { _, detection in
                var flat = detection
                flat.corners = nil
                flat.keypoints = []
                return flat
            }
        }
        // Records of the first version have this list alone.
        set {
            results = [
                DetectorResult(
                    detector: "", task: .detect, model: models.isEmpty ? nil : 0, found: .detections(newValue))
            ]
        }
    }

    /// The findings of one page alone, which lie in one picture.
    public func ofPage(_ number: Int) -> PhotoResult {
        var own = self
        own.results.removeAll { $0.page != number }
        return own
    }

    /// The results of the first page, which are those of a file that has no other.
    var firstResults: [DetectorResult] {
        get { results.filter { $0.page == 1 } }
        set { results = newValue }
    }

    /// The findings of all detectors, whatever their kind: detections first, by descending confidence, then the others in the
    /// order of the results.
    public var findings: [(result: DetectorResult, finding: any Finding)] {
        let boxes = detectionsByConfidence.map { (result: results[$0.result], finding: $0.detection as any Finding) }
        let others = results.filter { $0.found.detections == nil }.flatMap { result in
            result.found.items.map { (result: result, finding: $0) }
        }
        return boxes + others
    }

    /// The findings of one detector, those of all its entries in their order.
    public func findings(of detector: String) -> [any Finding] {
        results.filter { $0.detector == detector }.flatMap(\.found.items)
    }

    /// The finding that another detector's entry names as what it looked at; nil where there is none.
    public func finding(_ place: DetectorResult.Parent) -> (any Finding)? {
        let all = findings(of: place.detector)
        return all.indices.contains(place.index) ? all[place.index] : nil
    }

    /// Whether findings of more than one detector meet, so that each has to say whose it is.
    public var hasSeveralDetectors: Bool { Set(results.map(\.detector)).count > 1 }
}
