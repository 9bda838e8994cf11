import Findings
import JSONTree

extension Record {
    /// The record as JSON with its findings in another frame than the pixels that it holds.
    ///
    /// For callers that hand findings to other libraries: Quiver itself reads records in pixels only. Another frame than
    /// pixels is named under `coordinates`, behind `image`; where that key is missing, everything is in pixels. It is for
    /// boxes, corners, keypoints, meshes and polygons; depths become shares of the width. These stay as they are:
    /// - `targetDetection` and `arrows`, in pixels: arrows have `normalizedX` and `normalizedY`, and faces their
    ///   `homography`, as a normalised form of their own, which is that of the target.
    /// - the run lengths of masks, from the top left corner: they are a picture and no coordinates.
    /// - a record without an image, as it is not known then what a share is one of.
    ///
    /// Numbers are rounded to millionths and not cut off: a box at the photo's edge may pass it by a rounding, as it may
    /// in pixels, and keypoints may lie outside.
    public func json(in frame: CoordinateFrame) -> JSONValue { json.record(in: frame) }
}

extension JSONValue {
    /// A record's JSON, as ``Record/json`` gives it, in another frame; one that names a frame already stays as it is.
    func record(in frame: CoordinateFrame) -> JSONValue {
        guard frame != .pixels, self["coordinates"] == nil,
            case .integer(let width)? = self["image"]?["width"], width > 0,
            case .integer(let height)? = self["image"]?["height"], height > 0
        else { return self }
        let places = FramedPlaces(frame, in: PixelSize(width: width, height: height))
        guard case .object(let members)? = Record.format.move?(self, places) else { return self }
        return .object(
            members.flatMap { member in
                member.name == "image" ? [member, Member("coordinates", .string(frame.rawValue))] : [member]
            })
    }
}
