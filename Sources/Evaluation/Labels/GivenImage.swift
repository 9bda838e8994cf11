import Findings
import Geometry

/// A photo with what users say is in it, as a file of labels has it.
public struct GivenImage: Sendable, Hashable {
    /// More labels than any photo has.
    public static let mostLabels = 100_000
    /// The most bytes of a photo's name with its path.
    static let longestName = 4_096

    /// What it is called there, often with a path in front.
    public var name: String
    /// Its size there, without pixels where that is not said; nil where places are shares of its sides.
    public var size: PixelSize?
    /// What is in it, in the order of the file.
    public var labels: [GivenLabel]

    /// A photo from its parts.
    public init(name: String, size: PixelSize? = nil, labels: [GivenLabel] = []) {
        self.name = name
        self.size = size
        self.labels = labels
    }

    /// Its labels in pixels of the photo as it is; nil where the photo of the file, or a mask, has another shape.
    public func labels(in photo: PixelSize) -> [GivenLabel]? {
        guard labels.allSatisfy({ $0.mask?.size.isShaped(like: photo) ?? true }) else { return nil }
        guard let size else {
            return labels.map { $0.scaled(Double(photo.width), Double(photo.height), in: photo) }
        }
        if size == PixelSize(width: 0, height: 0) { return labels.map { $0.scaled(1, 1, in: photo) } }
        guard size.isShaped(like: photo) else { return nil }
        let (x, y) = (Double(photo.width) / Double(size.width), Double(photo.height) / Double(size.height))
        return labels.map { $0.scaled(x, y, in: photo) }
    }
}

extension PixelSize {
    /// Whether it is a photo's at another scale, but for rounding.
    fileprivate func isShaped(like photo: PixelSize) -> Bool {
        guard width > 0, height > 0 else { return false }
        let (x, y) = (Double(photo.width) / Double(width), Double(photo.height) / Double(height))
        return abs(x / y - 1) < 0.02
    }
}

/// An object as a file of labels has it.
public struct GivenLabel: Sendable, Hashable {
    /// The most bytes of a class's name.
    static let longestLabel = 1_000

    /// The class's name.
    public var label: String
    /// The upright box around it.
    public var box: Box
    /// Its pixels.
    public var mask: RunLengthMask?
    /// Its outline, each polygon as x and y in turn; empty where its pixels are known or nothing is.
    public var outline: [[Double]] = []
    /// Whether its pixels were filled from its outline, which says nothing of holes.
    public private(set) var isFilled = false
    /// The corners of a turned box, clockwise from the top left of what it frames.
    public var corners: [Point]?
    /// Its keypoints in the order of its class; those that the file leaves out lie at -1.
    public var keypoints: [Keypoint] = []

    /// An object from its parts.
    public init(
        label: String, box: Box, mask: RunLengthMask? = nil, outline: [[Double]] = [], corners: [Point]? = nil,
        keypoints: [Keypoint] = []
    ) {
        self.label = label
        self.box = box
        self.mask = mask
        self.outline = outline
        self.corners = corners
        self.keypoints = keypoints
    }

    /// An object of an outline, whose box is around that; nil where it has no three corners.
    public init?(label: String, outline: [[Double]]) {
        let points = outline.flatMap(Self.points)
        guard points.count >= 3, outline.allSatisfy({ $0.count >= 6 && $0.count % 2 == 0 }) else { return nil }
        self.init(label: label, box: Box(around: points), outline: outline)
    }

    /// The kinds of findings that it may be.
    public var form: GivenForm {
        let hasMask = mask != nil || !outline.isEmpty
        return GivenForm(
            (keypoints.isEmpty ? [] : [.pose]) + (hasMask ? [.mask] : []) + [.box],
            isTurned: corners != nil && keypoints.isEmpty)
    }

    /// Whether a part of it lies in the photo in whose pixels it is; what has no area lies where its point or line is.
    public func isInside(_ photo: PixelSize) -> Bool {
        if let mask, mask.area > 0 { return true }
        guard box.width == 0 || box.height == 0 else { return box.clipped(to: photo).area > 0 }
        return box.right >= 0 && box.bottom >= 0 && box.x <= Double(photo.width) && box.y <= Double(photo.height)
    }

    /// The points of a polygon.
    static func points(_ polygon: [Double]) -> [Point] {
        stride(from: 0, to: polygon.count - 1, by: 2).map { Point(x: polygon[$0], y: polygon[$0 + 1]) }
    }

    fileprivate func scaled(_ x: Double, _ y: Double, in photo: PixelSize) -> GivenLabel {
        var own = self
        own.box = Box(x: box.x * x, y: box.y * y, width: box.width * x, height: box.height * y)
        own.corners = corners?.map { Point(x: $0.x * x, y: $0.y * y) }
        own.keypoints = keypoints.map { keypoint in
            guard keypoint.x >= 0, keypoint.y >= 0 else { return keypoint }
            var own = keypoint
            own.point = Point(x: keypoint.x * x, y: keypoint.y * y)
            return own
        }
        let polygons = outline.map { $0.enumerated().map { $0.offset % 2 == 0 ? $0.element * x : $0.element * y } }
        own.isFilled = mask == nil && !polygons.isEmpty
        own.mask = mask?.scaled(to: photo) ?? (polygons.isEmpty ? nil : RunLengthMask(polygons: polygons, size: photo))
        own.outline = []
        return own
    }
}

/// The kinds of findings that an object of a file of labels may be.
public struct GivenForm: Sendable, Hashable {
    /// The one that says most of it first.
    public var kinds: [GivenKind]
    /// Whether it has the four corners of a turned box, which may be an outline of four corners too.
    public var isTurned: Bool

    /// A form from its parts.
    public init(_ kinds: [GivenKind], isTurned: Bool = false) { (self.kinds, self.isTurned) = (kinds, isTurned) }
}

/// What an object of a file of labels may be.
public enum GivenKind: String, Sendable, Hashable, CaseIterable {
    case box, mask, pose
}

/// What in a file of labels cannot be read.
public struct GivenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, to follow the file's name and a colon.
    public let description: String

    /// An error of a sentence.
    public init(_ description: String) { self.description = description }
}

extension StringProtocol {
    /// The beginning of a file's text, for a sentence on it: a letter with its accents may be longer than any line.
    var beginning: String { String(String.UnicodeScalarView(unicodeScalars.prefix(40))) }
}
