import Findings

/// Everything that a person said of the findings in a photo, as one value that an edit replaces as a whole.
///
/// It is about the photo's content, so that it stays when the photo is moved, or processed again.
public struct FindingReview: Sendable, Hashable, Codable {
    /// Whether the person has seen everything that ``basis`` tells of, and says that it is right as it stands here.
    public var isAccepted: Bool
    /// The boxes that there are, by detector; a detector that is not here found what is there.
    public var detections: [String: [ReviewedBox]]
    /// What the photo shows, by detector; a detector that is not here is right.
    public var classes: [String: String]

    /// The poses that there are, by detector; a detector that is not here found what is there.
    public var poses: [String: [ReviewedPose]]
    /// The objects with masks that there are, by detector; a detector that is not here found what is there.
    public var masks: [String: [ReviewedMask]]
    /// The lines of text that there are, by detector; a detector that is not here read what is there.
    public var texts: [String: [ReviewedReading]]
    /// The codes that there are, by detector; a detector that is not here read what is there.
    public var codes: [String: [ReviewedReading]]
    /// The tables that there are, by detector; a detector that is not here read what is there.
    public var tables: [String: [ReviewedTable]]
    /// The pages that there are, by detector; a detector that is not here found what is there.
    public var pages: [String: [ReviewedPage]]
    /// What the detectors had found when the review was made, by detector; nil where that was not stored.
    public var basis: [String: ReviewBasis]?

    /// A review from its parts.
    public init(
        isAccepted: Bool, detections: [String: [ReviewedBox]] = [:], classes: [String: String] = [:],
        poses: [String: [ReviewedPose]] = [:], masks: [String: [ReviewedMask]] = [:],
        texts: [String: [ReviewedReading]] = [:], codes: [String: [ReviewedReading]] = [:],
        tables: [String: [ReviewedTable]] = [:], pages: [String: [ReviewedPage]] = [:],
        basis: [String: ReviewBasis]? = nil
    ) {
        self.isAccepted = isAccepted
        self.detections = detections
        self.classes = classes
        self.poses = poses
        self.masks = masks
        self.texts = texts
        self.codes = codes
        self.tables = tables
        self.pages = pages
        self.basis = basis
    }

    private enum CodingKeys: CodingKey {
        case isAccepted, detections, classes, poses, masks, texts, codes, tables, pages, basis
    }

    /// Reads a review; lists that are missing are empty.
    public init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: CodingKeys.self)
        isAccepted = try keys.decode(Bool.self, forKey: .isAccepted)
        detections = try keys.decodeIfPresent([String: [ReviewedBox]].self, forKey: .detections) ?? [:]
        classes = try keys.decodeIfPresent([String: String].self, forKey: .classes) ?? [:]
        poses = try keys.decodeIfPresent([String: [ReviewedPose]].self, forKey: .poses) ?? [:]
        masks = try keys.decodeIfPresent([String: [ReviewedMask]].self, forKey: .masks) ?? [:]
        texts = try keys.decodeIfPresent([String: [ReviewedReading]].self, forKey: .texts) ?? [:]
        codes = try keys.decodeIfPresent([String: [ReviewedReading]].self, forKey: .codes) ?? [:]
        tables = try keys.decodeIfPresent([String: [ReviewedTable]].self, forKey: .tables) ?? [:]
        pages = try keys.decodeIfPresent([String: [ReviewedPage]].self, forKey: .pages) ?? [:]
        basis = try keys.decodeIfPresent([String: ReviewBasis].self, forKey: .basis)
    }
}

/// A box as a person wants it.
public struct ReviewedBox: Sendable, Hashable, Codable {
    /// The class's name.
    public var label: String
    /// In pixels of the upright photo.
    public var box: Box
    /// The model's score; nil where a person drew the box.
    public var confidence: Double?
    /// The index among what the detector found; nil where a person drew the box.
    public var origin: Int?

    /// A box from its parts.
    public init(label: String, box: Box, confidence: Double? = nil, origin: Int? = nil) {
        self.label = label
        self.box = box
        self.confidence = confidence
        self.origin = origin
    }
}

/// A pose as a person wants it.
public struct ReviewedPose: Sendable, Hashable, Codable {
    /// What it is, such as `left hand`.
    public var label: String
    /// In pixels of the upright photo.
    public var box: Box
    /// In the model's order, in pixels of the upright photo.
    public var keypoints: [Keypoint]
    /// The model's score; nil where a person drew it.
    public var confidence: Double?
    /// The index among what the detector found; nil where a person drew it.
    public var origin: Int?

    /// A pose from its parts.
    public init(label: String, box: Box, keypoints: [Keypoint], confidence: Double? = nil, origin: Int? = nil) {
        self.label = label
        self.box = box
        self.keypoints = keypoints
        self.confidence = confidence
        self.origin = origin
    }
}

/// An object with its mask as a person wants it.
public struct ReviewedMask: Sendable, Hashable, Codable {
    /// The class's name.
    public var label: String
    /// Its pixels, in a picture of the photo's shape that may be smaller.
    public var mask: RunLengthMask
    /// The model's score; nil where a person painted it.
    public var confidence: Double?
    /// The index among what the detector found; nil where a person painted it.
    public var origin: Int?

    /// An object from its parts.
    public init(label: String, mask: RunLengthMask, confidence: Double? = nil, origin: Int? = nil) {
        self.label = label
        self.mask = mask
        self.confidence = confidence
        self.origin = origin
    }
}

/// A review that the book holds.
public struct StoredFindingReview: Sendable, Hashable, Codable {
    /// Grows with every change.
    public var revision: Int
    /// Nil where it was withdrawn.
    public var review: FindingReview?

    /// A stored review from its parts.
    public init(revision: Int, review: FindingReview?) {
        self.revision = revision
        self.review = review
    }
}
