import Findings

/// The faces of one photo, as its record names them.
public struct TargetDetection: Sendable, Hashable, Codable {
    /// The largest first; empty where none was found.
    public var faces: [Face]
    /// Why there is none, in a sentence for people; nil where there is one.
    public var reason: String?

    /// The faces of a photo, or the reason why there are none.
    public init(faces: [Face], reason: String? = nil) {
        self.faces = faces
        self.reason = reason
    }

    /// One face or spot.
    public struct Face: Sendable, Hashable, Codable {
        /// What is printed, with its size.
        public var type: FaceType
        /// Whether the type's size was assumed, because a photo does not show it and the settings did not say.
        public var sizeAssumed: Bool
        /// In pixels of the upright photo.
        public var center: Point
        /// From upright pixels to the face's plane: centre 0,0, full-face radius 1, y down.
        public var homography: Homography
        /// The scoring area's edge in the photo.
        public var outline: Ellipse
        /// In ring widths.
        public var residual: Double
        /// 0 to 1.
        public var confidence: Double

        /// A face from its parts.
        public init(
            type: FaceType, sizeAssumed: Bool, center: Point, homography: Homography, outline: Ellipse,
            residual: Double, confidence: Double
        ) {
            self.type = type
            self.sizeAssumed = sizeAssumed
            self.center = center
            self.homography = homography
            self.outline = outline
            self.residual = residual
            self.confidence = confidence
        }
    }
}
