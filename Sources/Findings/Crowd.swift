/// More people in a photo, or in a part of it, than a detector's settings call a few.
public struct Crowd: Sendable, Hashable, Codable {
    /// Faces that were found; nil where none were looked for.
    public var faces: Int?
    /// People whose keypoints were found; nil where none were looked for.
    public var bodies: Int?
    /// The pixels that show any of them, which stands for the masks of each; nil where no masks were asked for.
    public var mask: RunLengthMask?

    /// Counts of one photo.
    public init(faces: Int? = nil, bodies: Int? = nil, mask: RunLengthMask? = nil) {
        self.faces = faces
        self.bodies = bodies
        self.mask = mask
    }

    /// The crowd that a detector of faces or of people found; nil where it found a few, or looked for something else.
    ///
    /// - Parameter few: Over so many are a crowd.
    public init?(_ found: FindingList, of task: DetectorTask, over few: Int) {
        let count = found.items.count
        guard count > few else { return nil }
        switch task {
        case .faces: self.init(faces: count)
        case .pose: self.init(bodies: count)
        default: return nil
        }
    }

    /// The same crowd in the photo, where it was found in a region: its mask is drawn anew at the photo's size.
    public func mapped(from region: Region, in photo: PixelSize) -> Crowd {
        var crowd = self
        crowd.mask = mask?.mapped(from: region, in: photo)
        return crowd
    }
}

extension Crowd {
    package static let format = ValueFormat.object(
        Crowd(),
        [
            RecordKey("faces", optional: \.faces, .whole(from: 0)),
            RecordKey("bodies", optional: \.bodies, .whole(from: 0)),
            RecordKey("mask", optional: \.mask, .runLengths),
        ])
}
