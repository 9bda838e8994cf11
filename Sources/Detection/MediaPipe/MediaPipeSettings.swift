/// How the findings of MediaPipe's detectors are chosen.
public struct MediaPipeSettings: Hashable, Sendable, Codable {
    /// The score that a detection must reach before suppression; nil for MediaPipe's own: 0.5, faces of full range 0.6.
    public var confidence: Double?
    /// The score that a landmark model's answer must be over.
    public var presence: Double
    /// At most so many are followed by the landmark model, those with the best scores; nil for 4 hands, 4 meshes, 1 person.
    public var maximum: Int?
    /// At most so many findings a photo, the most confident; MediaPipe itself has no limit for faces.
    public var maximumDetections: Int
    /// Whether people get a mask.
    public var mask: Bool
    /// Whether faces get a mesh.
    public var mesh: Bool

    /// Settings from their parts; a detector checks their ranges when it is made.
    public init(
        confidence: Double? = nil, presence: Double = 0.5, maximum: Int? = nil, maximumDetections: Int = 300,
        mask: Bool = false, mesh: Bool = false
    ) {
        self.confidence = confidence
        self.presence = presence
        self.maximum = maximum
        self.maximumDetections = maximumDetections
        self.mask = mask
        self.mesh = mesh
    }

    /// Throws a sentence for the first setting that is outside its range.
    func validate() throws(DetectionError) {
        for (name, value) in [("confidence", confidence ?? 0), ("presence", presence)] {
            guard (0...1).contains(value) else {
                throw DetectionError(.setting, "The detector's \(name) is \(value); it must be between 0 and 1.")
            }
        }
        for (name, value) in [("maximum", maximum ?? 1), ("maximumDetections", maximumDetections)] {
            guard value > 0 else {
                throw DetectionError(.setting, "The detector's \(name) is \(value); it must be at least 1.")
            }
        }
    }
}
