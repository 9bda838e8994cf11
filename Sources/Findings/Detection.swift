/// One object that a detector found in a photo.
public struct Detection: Hashable, Sendable, Codable {
    /// The class's name as the model or the settings give it.
    public var label: String
    /// The class's index in the model.
    public var classId: Int
    /// The model's score, 0 to 1.
    public var confidence: Double
    /// In pixels of the upright original.
    public var box: Box

    public init(label: String, classId: Int, confidence: Double, box: Box) {
        self.label = label
        self.classId = classId
        self.confidence = confidence
        self.box = box
    }
}
