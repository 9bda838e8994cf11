/// The size of a canonical picture, and of the face in it.
public struct CanonicalView: Hashable, Sendable {
    /// The picture's side in pixels.
    public let side: Int
    /// The radius of the scoring area's edge, in pixels.
    public let outlineRadius: Double

    /// What the model for holes and cards looks at.
    public static let holes = CanonicalView(side: 1024, outlineRadius: 400)

    /// What the model for arrows looks at: nocks lie up to 1.7 radii from the centre, and an arrow of 5 mm on a face of 122 cm
    /// is 2.5 pixels wide.
    public static let arrows = CanonicalView(side: 2048, outlineRadius: 600)
}
