/// A folder below a root, with everything that lies in it and deeper.
public struct FolderPlace: Hashable, Sendable {
    /// The root's path.
    public let root: [UInt8]
    /// The folder's path below the root, without slashes at its ends; empty for the whole root.
    public let folder: [UInt8]

    /// The folder at a path below a root.
    public init(root: [UInt8], folder: [UInt8] = []) {
        self.root = root
        self.folder = folder
    }

    /// Whether a file lies in it.
    public func holds(_ place: Place) -> Bool { place.root == root && place.folder.isWithin(folder) }
}
