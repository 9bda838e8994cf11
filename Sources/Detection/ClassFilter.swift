import Findings

/// Keeps of a detector's poses those of the wanted classes, over the thresholds of the settings.
public final class ClassFilter: Detector {
    /// As the detector's own.
    public var request: PixelRequest { detector.request }
    /// As the detector's own.
    public var classNames: [String] { detector.classNames }
    /// As the detector's own.
    public var ownConfidence: Double? { detector.ownConfidence }
    private let detector: any Detector
    private let rules: ClassRules

    /// Checks that the settings name classes that the detector has; throws a sentence where not.
    ///
    /// - Parameter settings: Of them `classes` and `confidenceByClass` count; the detector has its own confidence.
    public init(_ detector: any Detector, settings: DetectorSettings) throws {
        var settings = settings
        settings.confidence = 0
        rules = try ClassRules(settings, names: detector.classNames, count: detector.classNames.count)
        self.detector = detector
    }

    /// The poses that are wanted.
    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        var answer = try detector.detect(pixels)
        answer.found.poses = answer.found.poses?.filter { rules.accepts(Float($0.confidence), $0.classId) }
        return answer
    }
}
