import SystemPackage

/// Which file it is: two paths and descriptors that give the same number lead to one file or folder.
public struct FileNumber: Sendable, Hashable {
    /// The file system's number, which may differ after a reboot or a new mount.
    public let device: UInt64
    /// The file's number in its file system.
    public let inode: UInt64

    /// A number of the two that `stat` gives.
    public init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }

    /// The number of what lies at a path at this moment, links followed; nil where nothing does.
    public init?(at path: FilePath) {
        guard let status = try? Syscalls.status(path, follow: true) else { return nil }
        self = status.number
    }
}

/// What `stat` says about one state of one file: equal identities mean that it was not written to in between.
///
/// The change time guards against writers that set the modification time back (`cp -p`, `rsync -t`, unpackers). It also
/// moves on a rename or a `chmod`, and the device's number with a reboot or a new mount: ``continues(_:)`` and
/// ``isSameContent(as:)`` ask less than equality. A worker gets the file's number, size and modification time alone,
/// so only these three are in the JSON.
public struct FileIdentity: Sendable, Hashable, Codable {
    /// The device number, which may differ after a reboot or a new mount.
    public var device: UInt64 = 0
    /// The inode number on that device; 0 where it says nothing, see ``InodeNumbers``.
    public var inode: UInt64
    /// The length in bytes.
    public var size: Int64
    /// The modification time in nanoseconds since 1970; a writer may set it back.
    public var mtimeNanoseconds: Int64
    /// The inode's change time in nanoseconds since 1970, which no program can set back; 0 where it was not noted.
    public var ctimeNanoseconds: Int64 = 0

    private enum CodingKeys: String, CodingKey { case inode, size, mtimeNanoseconds }

    /// Makes an identity from the facts of a `stat`.
    public init(
        device: UInt64, inode: UInt64, size: Int64, mtimeNanoseconds: Int64, ctimeNanoseconds: Int64 = 0
    ) {
        self.device = device
        self.inode = inode
        self.size = size
        self.mtimeNanoseconds = mtimeNanoseconds
        self.ctimeNanoseconds = ctimeNanoseconds
    }

    /// Which file it is, in whatever state.
    public var number: FileNumber { FileNumber(device: device, inode: inode) }

    /// Whether the other one has the same bytes of the same file, whatever its name and permissions are and wherever it
    /// is mounted.
    ///
    /// An own number of 0 says nothing, and agrees with any.
    public func isSameContent(as other: FileIdentity) -> Bool {
        (inode == 0 || inode == other.inode) && size == other.size && mtimeNanoseconds == other.mtimeNanoseconds
    }

    /// Whether it is the file in the state that was noted before: what `isSameContent` asks, and that nothing about the
    /// file was changed in between, as far as that was noted.
    public func continues(_ former: FileIdentity) -> Bool {
        isSameContent(as: former)
            && (former.ctimeNanoseconds == 0 || former.ctimeNanoseconds == ctimeNanoseconds)
    }

    /// The identity without its change time, which a rename or a `chmod` moves.
    public var withoutChangeTime: FileIdentity {
        var identity = self
        identity.ctimeNanoseconds = 0
        return identity
    }

    /// The later of the two times, after which nothing happened to the file.
    public var lastTouchedNanoseconds: Int64 { max(mtimeNanoseconds, ctimeNanoseconds) }
}

extension FileStatus {
    /// Which file it is, in whatever state.
    public var number: FileNumber { FileNumber(device: device, inode: inode) }

    /// Which file it is, in this state.
    public var identity: FileIdentity {
        FileIdentity(
            device: device, inode: inode, size: size, mtimeNanoseconds: modified.wrappedNanoseconds,
            ctimeNanoseconds: changed.wrappedNanoseconds)
    }
}
