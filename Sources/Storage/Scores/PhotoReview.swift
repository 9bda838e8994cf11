import Findings
import Scoring

/// The manual review of a photo, as one value.
///
/// An edit, its undo and its redo each replace it as a whole, so that no sequence of them can leave a mixture behind.
public struct PhotoReview: Sendable, Hashable, Codable {
    /// The arrows that a user spoke of; one that the model read and that is not here counts as it was read.
    public var arrows: [Arrow]
    /// Who shot which arrow, where a user said so.
    public var archers: [Assignment]
    /// The faces that a user put in their place; an index behind the model's faces adds one.
    public var faces: [Face]
    /// Whether a user has seen everything: nothing of the photo needs review any more.
    public var isConfirmed: Bool
    /// Whether the photo is no end: a warm-up, a neighbour's face.
    public var isSkipped: Bool

    /// A review from its parts, by default an empty one.
    public init(
        arrows: [Arrow] = [], archers: [Assignment] = [], faces: [Face] = [], isConfirmed: Bool = false,
        isSkipped: Bool = false
    ) {
        self.arrows = arrows
        self.archers = archers
        self.faces = faces
        self.isConfirmed = isConfirmed
        self.isSkipped = isSkipped
    }

    /// What a user says of one arrow.
    public struct Arrow: Sendable, Hashable, Codable {
        /// From 1 within its photo; a number that the model has not read adds an arrow.
        public var number: Int
        /// What the arrow really is.
        public var value: Correction.Value

        /// An arrow from its parts.
        public init(number: Int, value: Correction.Value) {
            self.number = number
            self.value = value
        }
    }

    /// Who shot an arrow.
    public struct Assignment: Sendable, Hashable, Codable {
        /// From 1 within its photo.
        public var number: Int
        /// The archer's name.
        public var archer: String

        /// An assignment from its parts.
        public init(number: Int, archer: String) {
            self.number = number
            self.archer = archer
        }
    }

    /// Where a face really lies.
    public struct Face: Sendable, Hashable, Codable {
        /// The index among the photo's faces.
        public var index: Int
        /// What is printed, and its size.
        public var type: FaceType
        /// From pixels of the upright photo to the face's plane.
        public var homography: Homography

        /// A face from its parts.
        public init(index: Int, type: FaceType, homography: Homography) {
            self.index = index
            self.type = type
            self.homography = homography
        }
    }
}

/// A photo's review with what it stands on.
public struct ReviewedPhoto: Sendable, Hashable, Codable {
    /// The photo, as its record names it.
    public var photo: String
    /// Grows with every change of the photo in the book.
    public var revision: Int
    /// What users said.
    public var review: PhotoReview
    /// What the model read last, by the arrow's number.
    public var readings: [Int: DetectedArrow]

    /// A reviewed photo from its parts.
    public init(photo: String, revision: Int, review: PhotoReview, readings: [Int: DetectedArrow]) {
        self.photo = photo
        self.revision = revision
        self.review = review
        self.readings = readings
    }
}

/// What the book keeps of a review beside the arrows.
public struct ReviewMarks: Sendable, Hashable, Codable {
    /// Grows with every change of the photo in the book.
    public var revision: Int
    /// As in ``PhotoReview``.
    public var faces: [PhotoReview.Face]
    /// As in ``PhotoReview``.
    public var isConfirmed: Bool
    /// As in ``PhotoReview``.
    public var isSkipped: Bool
    /// Who shot the photo's arrows, where it was sent with a name; nil for none.
    ///
    /// What a user says of an arrow goes before.
    public var archer: String?

    /// Marks from their parts, by default none.
    public init(
        revision: Int = 0, faces: [PhotoReview.Face] = [], isConfirmed: Bool = false, isSkipped: Bool = false,
        archer: String? = nil
    ) {
        self.archer = archer
        self.revision = revision
        self.faces = faces
        self.isConfirmed = isConfirmed
        self.isSkipped = isSkipped
    }

    /// Whether a user said anything.
    package var isSaid: Bool { isConfirmed || isSkipped || !faces.isEmpty }

    /// The marks for a photo that was read again: corrected faces stay on the faces that lie nearest.
    func moved(from old: [TargetDetection.Face], to new: [TargetDetection.Face]) -> ReviewMarks {
        var (marks, added) = (self, 0)
        for index in marks.faces.indices {
            guard let inverse = marks.faces[index].homography.inverse,
                let outline = Ellipse(ofUnitCircleUnder: inverse)
            else { continue }
            let center = inverse.map(Point(x: 0, y: 0))
            let nearest = new.indices.min {
                new[$0].center.distance(to: center) < new[$1].center.distance(to: center)
            }
            let isSeen = nearest.map { new[$0].center.distance(to: center) < min(outline.a, outline.b) } ?? false
            // A face that a user added stays one behind those that the model sees, unless it now sees that one.
            if !old.indices.contains(marks.faces[index].index), !isSeen {
                marks.faces[index].index = new.count + added
                added += 1
            } else {
                marks.faces[index].index = nearest ?? 0
            }
        }
        return marks
    }
}
