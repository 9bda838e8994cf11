import Findings

/// How a detector's findings are chosen and named.
public struct DetectorSettings: Hashable, Sendable, Codable {
    /// The confidence that a finding must reach.
    public var confidence: Double
    /// The same for single classes, by name or number.
    public var confidenceByClass: [String: Double]
    /// The overlap over which the less confident of two findings is dropped.
    public var iou: Double
    /// The classes to look for, by name or number; empty for all.
    public var classes: [String]
    /// Other names for the model's classes, by name or number; nil leaves a class out.
    public var rename: [String: String?]
    /// True where only findings of the same class drop one another.
    public var classAware: Bool
    /// At most so many findings a photo.
    public var maximumDetections: Int
    /// At most so many findings, the most confident, are compared with one another.
    public var maximumCandidates: Int
    /// How the model's output is laid out.
    public var layout: LayoutSetting
    /// Class names in place of the model's own; empty for those.
    public var labels: [String]
    /// What the model's box coordinates are measured in.
    public var coordinates: CoordinateSetting
    /// How photos are made to fit; nil for what the layout was trained with.
    public var fit: Fit?
    /// The grey around a letterboxed photo.
    public var fill: UInt8

    /// Settings from their parts; a detector checks their ranges when it is made.
    public init(
        confidence: Double = 0.35, confidenceByClass: [String: Double] = [:], iou: Double = 0.50,
        classes: [String] = [], rename: [String: String?] = [:], classAware: Bool = true, maximumDetections: Int = 300,
        maximumCandidates: Int = 30_000, layout: LayoutSetting = .auto, labels: [String] = [],
        coordinates: CoordinateSetting = .auto, fit: Fit? = nil, fill: UInt8 = 114
    ) {
        self.confidence = confidence
        self.confidenceByClass = confidenceByClass
        self.iou = iou
        self.classes = classes
        self.rename = rename
        self.classAware = classAware
        self.maximumDetections = maximumDetections
        self.maximumCandidates = maximumCandidates
        self.layout = layout
        self.labels = labels
        self.coordinates = coordinates
        self.fit = fit
        self.fill = fill
    }

    /// Throws a sentence for the first setting that is outside its range.
    func validate() throws(DetectionError) {
        for (name, value) in [("confidence", confidence), ("iou", iou)] + confidenceByClass.sorted(by: <) {
            guard (0...1).contains(value) else {
                throw DetectionError(.setting, "The detector's \(name) is \(value); it must be between 0 and 1.")
            }
        }
        for (name, value) in [("maximumDetections", maximumDetections), ("maximumCandidates", maximumCandidates)] {
            guard value > 0 else {
                throw DetectionError(.setting, "The detector's \(name) is \(value); it must be at least 1.")
            }
        }
    }
}

/// What a model's box coordinates are measured in.
public enum CoordinateSetting: String, Sendable, Codable, CaseIterable {
    /// What the layout says, and where that leaves doubt, what the model gives for a grey picture.
    case auto
    /// Pixels of the input.
    case pixels
    /// Parts of the input's sides, 0 to 1.
    case normalized
}

/// How the findings of MediaPipe's detectors are chosen.
public struct MediaPipeSettings: Hashable, Sendable, Codable {
    /// The score that a detection must reach before suppression; nil for MediaPipe's own: 0.5, faces of full range 0.6.
    public var confidence: Double?
    /// The score that a landmark model's answer must be over.
    public var presence: Double
    /// At most so many are followed by the landmark model, those with the best scores; nil for 2 hands, 4 meshes, all people.
    public var maximum: Int?
    /// At most so many findings a photo, the most confident; MediaPipe itself has no limit for faces.
    public var maximumDetections: Int
    /// Whether people get a mask.
    public var mask: Bool
    /// Whether faces get a mesh.
    public var mesh: Bool
    /// Whether what is small is looked at from near.
    public var looksCloser: Bool
    /// Over so many faces or people a photo is crowded.
    public var crowd: Int

    /// Settings from their parts; a detector checks their ranges when it is made.
    public init(
        confidence: Double? = nil, presence: Double = 0.5, maximum: Int? = nil, maximumDetections: Int = 300,
        mask: Bool = false, mesh: Bool = false, looksCloser: Bool = false, crowd: Int = 4
    ) {
        self.confidence = confidence
        self.presence = presence
        self.maximum = maximum
        self.maximumDetections = maximumDetections
        self.mask = mask
        self.mesh = mesh
        self.looksCloser = looksCloser
        self.crowd = crowd
    }

    /// Throws a sentence for the first setting that is outside its range.
    func validate() throws(DetectionError) {
        for (name, value) in [("confidence", confidence ?? 0), ("presence", presence)] {
            guard (0...1).contains(value) else {
                throw DetectionError(.setting, "The detector's \(name) is \(value); it must be between 0 and 1.")
            }
        }
        for (name, value) in [("maximum", maximum ?? 1), ("maximumDetections", maximumDetections), ("crowd", crowd)] {
            guard value > 0 else {
                throw DetectionError(.setting, "The detector's \(name) is \(value); it must be at least 1.")
            }
        }
    }
}
