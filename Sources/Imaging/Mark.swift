import Findings

/// Something to draw on a photo, in pixels of the upright original.
public struct Mark: Hashable, Sendable {
    /// What is drawn.
    public enum Shape: Hashable, Sendable {
        /// A frame around a box; the line lies outside, so that what it marks stays visible.
        case box(Box)
        /// A thin line through points: a ring of a face, a shaft.
        case line([Point])
        /// A disc with a white middle at a point, as impacts are shown.
        case point(Point)
        /// The pixels of a mask, tinted, under every other shape; one of another size than the photo's is drawn at 0,0.
        case area(RunLengthMask)
        /// A closed line through points, as the edge of an area.
        case outline([Point])
        /// Joints, and lines between them; nil for a joint that is not seen, whose limbs are left out.
        ///
        /// Limbs are pairs of indexes into the points.
        case skeleton(points: [Point?], limbs: [[Int]])
        /// The small dots of a dense surface.
        case dots([Point])
        /// A plate in the top left corner with the label on it, filled from the left as far as a share from 0 to 1.
        ///
        /// The first of several is at the top; those that find no room in the picture are left out.
        case bar(Double)
        /// Nothing but the label, in a corner of the picture.
        case caption
    }

    /// What is drawn.
    public var shape: Shape
    /// The text on a plate beside it; nil or blank for none.
    public var label: String?
    /// What the plate stands beside where that is not the shape, in pixels of the upright original.
    public var anchor: Box?
    /// The colour of the shape and the plate.
    public var color: MarkColor

    /// A mark of any shape.
    public init(_ shape: Shape, label: String? = nil, color: MarkColor, anchor: Box? = nil) {
        self.shape = shape
        self.label = label
        self.anchor = anchor
        self.color = color
    }
}

extension Mark {
    /// A framed box with its label; each class index has a colour of its own.
    public init(box: Box, label: String? = nil, classIndex: Int) {
        self.init(.box(box), label: label, color: .ofClass(classIndex))
    }
}
