import Findings

/// An object that is in a photo, as truth has it.
public struct TrueObject: Sendable, Hashable {
    /// The class's name.
    public var label: String
    /// In pixels of the upright photo.
    public var box: Box
    /// By which it is small, medium or large: of its mask where it has one, in square pixels.
    public var area: Double
    /// Its pixels; nil where only its box is known.
    public var mask: RunLengthMask?
    /// Whether it stands for many objects: what is found in it is neither right nor wrong.
    public var isCrowd: Bool
    /// The corners of its outline where that has four alone, as one of a turned box has; read with masks.
    public var corners: [Point]?
    /// Its keypoints in the order of its class, those that are not in the photo at -1; read with masks.
    public var keypoints: [Keypoint] = []

    /// An object from its parts; its area is by default that of its mask, else of its box.
    public init(label: String, box: Box, area: Double? = nil, mask: RunLengthMask? = nil, isCrowd: Bool = false) {
        self.label = label
        self.box = box
        self.area = area ?? mask.map { Double($0.area) } ?? box.area
        self.mask = mask
        self.isCrowd = isCrowd
    }
}

/// An object that a model found in a photo.
public struct FoundObject: Sendable, Hashable {
    /// The class's name.
    public var label: String
    /// The model's score, 0 to 1.
    public var confidence: Double
    /// In pixels of the upright photo.
    public var box: Box
    /// Its pixels; nil where only its box is known.
    public var mask: RunLengthMask?

    /// An object from its parts.
    public init(label: String, confidence: Double, box: Box, mask: RunLengthMask? = nil) {
        self.label = label
        self.confidence = confidence
        self.box = box
        self.mask = mask
    }
}

/// A photo with what is in it and what a model found.
public struct EvaluatedPhoto: Sendable, Hashable {
    /// The photo's path.
    public var path: String
    /// The upright photo's size.
    public var size: PixelSize
    /// What is in it.
    public var truth: [TrueObject]
    /// What a model found, in the order of its results.
    public var found: [FoundObject]

    /// A photo from its parts.
    public init(path: String, size: PixelSize, truth: [TrueObject], found: [FoundObject]) {
        self.path = path
        self.size = size
        self.truth = truth
        self.found = found
    }
}

/// What objects are compared by.
public enum EvaluatedShape: String, Sendable, Hashable, CaseIterable {
    /// Their upright boxes.
    case boxes
    /// Their pixels; an object without a mask overlaps nothing.
    case masks
}
