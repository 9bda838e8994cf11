/// The picture formats that Quiver reads: an allow-list, recognised by content and never by a file's name.
public enum PhotoFormat: String, Sendable, Codable, CaseIterable {
    case jpeg, png, webp, gif, tiff, heic, avif
}
