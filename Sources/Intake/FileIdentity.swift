/// What `stat` says about one state of one file: equal identities mean that nobody has written to it in between.
///
/// The change time guards against writers that set the modification time back (`cp -p`, `rsync -t`, unpackers). It also
/// moves on a rename or a `chmod`, so compare with ``isSameContent(as:)`` when asking whether a file is already known.
public struct FileIdentity: Sendable, Hashable, Codable {
    /// The device number, which may differ after a reboot or a new mount.
    public var device: UInt64
    /// The inode number on that device.
    public var inode: UInt64
    /// The length in bytes.
    public var size: Int64
    /// The modification time in nanoseconds since 1970.
    public var mtimeNanoseconds: Int64
    /// The inode's change time in nanoseconds since 1970.
    public var ctimeNanoseconds: Int64

    /// Makes an identity from the five facts of a `stat`.
    public init(device: UInt64, inode: UInt64, size: Int64, mtimeNanoseconds: Int64, ctimeNanoseconds: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.mtimeNanoseconds = mtimeNanoseconds
        self.ctimeNanoseconds = ctimeNanoseconds
    }

    /// Whether both describe the same bytes of the same file, whatever its name and permissions are and wherever it is
    /// mounted.
    public func isSameContent(as other: FileIdentity) -> Bool {
        inode == other.inode && size == other.size && mtimeNanoseconds == other.mtimeNanoseconds
    }

    /// Whether both are the same file, which may have been written to in between.
    func isSameFile(as other: FileIdentity) -> Bool {
        device == other.device && inode == other.inode
    }

    /// The later of the two times, after which nothing happened to the file.
    var lastTouchedNanoseconds: Int64 { max(mtimeNanoseconds, ctimeNanoseconds) }
}
