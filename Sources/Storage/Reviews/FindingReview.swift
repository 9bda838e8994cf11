import Findings

/// The manual review of the findings in a photo, as one value that an edit replaces as a whole.
///
/// It is about the photo's content, so that it stays when the photo is moved, or processed again.
public struct FindingReview: Sendable, Hashable, Codable {
    /// Whether the user has seen everything that ``basis`` tells of, and says that it is right as it stands here.
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

/// A box as a user wants it.
public struct ReviewedBox: Sendable, Hashable, Codable {
    /// The class's name.
    public var label: String
    /// In pixels of the upright photo.
    public var box: Box
    /// The model's score; nil where a user drew the box.
    public var confidence: Double?
    /// The index among what the detector found; nil where a user drew the box.
    public var origin: Int?

    /// A box from its parts.
    public init(label: String, box: Box, confidence: Double? = nil, origin: Int? = nil) {
        self.label = label
        self.box = box
        self.confidence = confidence
        self.origin = origin
    }
}

/// A pose as a user wants it.
public struct ReviewedPose: Sendable, Hashable, Codable {
    /// What it is, such as `left hand`.
    public var label: String
    /// In pixels of the upright photo.
    public var box: Box
    /// In the model's order, in pixels of the upright photo.
    public var keypoints: [Keypoint]
    /// The model's score; nil where a user drew it.
    public var confidence: Double?
    /// The index among what the detector found; nil where a user drew it.
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

/// An object with its mask as a user wants it.
public struct ReviewedMask: Sendable, Hashable, Codable {
    /// The class's name.
    public var label: String
    /// Its pixels, in a picture of the photo's shape that may be smaller.
    public var mask: RunLengthMask
    /// The model's score; nil where a user painted it.
    public var confidence: Double?
    /// The index among what the detector found; nil where a user painted it.
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

/// What one detector had found in a photo when a review was made: enough to tell it from what another run finds.
public struct ReviewBasis: Sendable, Hashable, Codable {
    /// What the detector looks for: `detect`.
    public var task: String
    /// The SHA-256 of its model in hexadecimal; nil for a detector without a model.
    public var model: String?
    /// A digest of the findings.
    public var digest: String

    /// A basis from its parts.
    public init(task: String, model: String?, digest: String) {
        self.task = task
        self.model = model
        self.digest = digest
    }

    /// Whether it is of a detector with the same task and the same model, whatever its name.
    fileprivate func isOfTheDetector(of other: ReviewBasis) -> Bool { task == other.task && model == other.model }
}

extension FindingReview {
    /// Whether the findings that a run left, by detector, are those that were accepted.
    ///
    /// A review of before the basis was stored accepts a photo only where it holds a list for each detector: that list is
    /// what was accepted. Of all else nothing says what was there to see.
    public func accepts(_ found: [String: ReviewBasis]) -> Bool {
        guard isAccepted else { return false }
        let own = named(as: found)
        guard let basis = own.basis else {
            return Set(found.keys).isSubset(of: own.replaced) && own.tables.isEmpty
        }
        return found.allSatisfy { basis[$0.key] == $0.value }
    }

    /// Whether it says nothing but that the findings are right.
    public var isOnlyAcceptance: Bool { self == FindingReview(isAccepted: true, basis: basis) }

    /// The detectors that it speaks of.
    public var detectors: Set<String> { replaced.union(tables.keys) }

    /// The detectors whose findings it holds as a whole; tables are a part of what is read.
    private var replaced: Set<String> {
        [
            Set(detections.keys), Set(classes.keys), Set(poses.keys), Set(masks.keys), Set(texts.keys),
            Set(codes.keys), Set(pages.keys),
        ].reduce([]) { $0.union($1) }
    }

    /// The same review under the names that the detectors of a run have.
    ///
    /// A detector that has another name now is known by its task and its model, where only one can be meant.
    public func named(as found: [String: ReviewBasis]) -> FindingReview {
        let names = newNames(in: found)
        guard !names.isEmpty else { return self }
        func renamed<Value>(_ values: [String: Value]) -> [String: Value] {
            Dictionary(values.map { (names[$0.key] ?? $0.key, $0.value) }) { first, _ in first }
        }
        return FindingReview(
            isAccepted: isAccepted, detections: renamed(detections), classes: renamed(classes), poses: renamed(poses),
            masks: renamed(masks), texts: renamed(texts), codes: renamed(codes), tables: renamed(tables),
            pages: renamed(pages), basis: basis.map(renamed))
    }

    private func newNames(in found: [String: ReviewBasis]) -> [String: String] {
        guard let basis else { return [:] }
        // Under its name a detector of another task takes nothing that was said.
        let gone = basis.filter { found[$0.key]?.task != $0.value.task }
        let new = found.filter { name, its in
            basis[name].map { $0.task != its.task } ?? !detectors.contains(name)
        }
        var names: [String: String] = [:]
        for (name, former) in gone {
            let same = new.filter { $0.value.isOfTheDetector(of: former) }
            let rivals = gone.filter { $0.value.isOfTheDetector(of: former) }
            if same.count == 1, rivals.count == 1 { names[name] = same.first?.key }
        }
        return names
    }
}
