/// Where a file lies, in the file system's raw bytes: names need not be UTF-8.
public struct Place: Hashable, Sendable {
    /// The folder that is watched or was given.
    public let root: [UInt8]
    /// The way from the root to the file, without a leading slash.
    public let path: [UInt8]

    /// A file below a root.
    public init(root: [UInt8], path: [UInt8]) {
        self.root = root
        self.path = path
    }
}

extension Place {
    /// Whether this host has the root: one of another host alone stands here by its name.
    public var isOnThisHost: Bool { root.first == UInt8(ascii: "/") }

    /// The folder below the root, without slashes at its ends; empty for the root itself.
    public var folder: [UInt8] {
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return [] }
        return Array(path[..<slash])
    }

    /// The last part of the path.
    public var name: [UInt8] {
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return Array(path[(slash + 1)...])
    }

    /// The file called `name` in `folder` below the root.
    public init(root: [UInt8], folder: [UInt8], name: [UInt8]) {
        self.init(root: root, path: folder.isEmpty ? name : folder + [UInt8(ascii: "/")] + name)
    }
}

extension [UInt8] {
    /// Whether this folder is the given one or lies below it.
    func isWithin(_ folder: [UInt8]) -> Bool {
        folder.isEmpty || self == folder || starts(with: folder + [UInt8(ascii: "/")])
    }
}

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
