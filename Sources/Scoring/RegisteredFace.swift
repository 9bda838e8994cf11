import Findings
import Foundation

/// A face that was found in a photo, with the map between the photo and its plane.
public struct RegisteredFace: Sendable, Hashable, Codable {
    /// What is printed.
    public var family: FaceFamily
    /// From upright pixels to the face's plane: centre 0,0, full-face radius 1, y down.
    public var homography: Homography
    /// The scoring area's edge in the photo.
    public var outline: Ellipse
    /// How far the ring edges lie from where the map puts them, in ring widths (root mean square).
    public var residual: Double
    /// 0 to 1: how sure it is that this is a face, registered well enough to score on.
    public var confidence: Double
    /// How its rings leave the map: measured on cards, whose paper curls; nil where it lies flat.
    public var bend: RingBend?

    /// A face of that print, with its map and how well the rings agree with it.
    public init(
        family: FaceFamily, homography: Homography, outline: Ellipse, residual: Double, confidence: Double,
        bend: RingBend? = nil
    ) {
        self.family = family
        self.homography = homography
        self.outline = outline
        self.residual = residual
        self.confidence = confidence
        self.bend = bend
    }

    /// Where a pixel of the upright photo lies on the face among its printed rings.
    func place(of pixel: Point) -> Point {
        let place = homography.map(pixel)
        return bend?.flattened(place) ?? place
    }

    /// The centre in pixels of the upright photo.
    public var center: Point { homography.inverse?.map(Point(x: 0, y: 0)) ?? Point(x: outline.cx, y: outline.cy) }
}

/// The faces of one photo, as its record names them.
public struct TargetDetection: Sendable, Hashable, Codable {
    /// The detector that scored findings stand under where none of the settings looks for targets; no other has its name.
    public static let detector = "scoring"

    /// The largest first; empty where none was found.
    public var faces: [Face]
    /// Why there is none, in a sentence for the user; nil where there is one.
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
        /// Whether the type's size was assumed, because a photo does not show it and the settings did not name it.
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

        /// A face of that type, with its map and how well the rings agree with it.
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

extension Homography {
    /// The width of one pixel at a point, as a length in the other plane: the root of the area that the map gives to it.
    func scale(at point: Point) -> Double {
        let weight = weight(at: point)
        // The determinant of a projective map's derivative is that of its matrix over the third power of the weight.
        return abs(determinant / (weight * weight * weight)).squareRoot()
    }

    /// Whether two points lie on one side of the line that the map sends to infinity: the horizon of the face's plane.
    public func keepsTogether(_ a: Point, _ b: Point) -> Bool {
        weight(at: a) * weight(at: b) > 0
    }

    /// The third homogeneous coordinate of a mapped point: its sign distinguishes the sides of the horizon.
    public func weight(at point: Point) -> Double {
        rows[6] * point.x + rows[7] * point.y + rows[8]
    }

    private var determinant: Double {
        rows[0] * (rows[4] * rows[8] - rows[5] * rows[7]) - rows[1] * (rows[3] * rows[8] - rows[5] * rows[6])
            + rows[2] * (rows[3] * rows[7] - rows[4] * rows[6])
    }
}
