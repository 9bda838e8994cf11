import Glibc

/// What `fstat` returned for a file.
public struct FileStatus: Sendable, Hashable {
    /// What sort of file it is.
    public enum Kind: String, Sendable, Hashable {
        case regular = "a regular file"
        case folder = "a folder"
        case link = "a symbolic link"
        case special = "a special file"
    }

    /// A moment by a file system's clock, which may be any: nothing here is ever multiplied or added.
    public struct Time: Sendable, Hashable {
        /// Whole seconds since 1970, negative before.
        public let seconds: Int64
        /// Nanoseconds beyond the whole seconds.
        public let nanoseconds: Int64

        init(_ time: timespec) {
            seconds = Int64(time.tv_sec)
            nanoseconds = Int64(time.tv_nsec)
        }
    }

    /// What sort of file it is.
    public let kind: Kind
    /// The number of the file system that holds it.
    public let device: UInt64
    /// The file's number in its file system.
    public let inode: UInt64
    /// In bytes.
    public let size: Int64
    /// The number of names that the file has.
    public let names: UInt64
    /// The number of the user who owns it.
    public let owner: UInt32
    /// The number of the group that it belongs to.
    public let group: UInt32
    /// The permission bits.
    public let mode: UInt32
    /// When the content changed.
    public let modified: Time
    /// When anything about the file changed.
    public let changed: Time

    init(_ raw: stat) {
        kind =
            switch raw.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .special
            }
        device = UInt64(raw.st_dev)
        inode = UInt64(raw.st_ino)
        size = Int64(raw.st_size)
        names = UInt64(raw.st_nlink)
        owner = raw.st_uid
        group = raw.st_gid
        mode = raw.st_mode & 0o7777
        modified = Time(raw.st_mtim)
        changed = Time(raw.st_ctim)
    }

    /// What shows that a file was written anew, as one text: its number, its size and when its content changed.
    public var version: String { "\(inode) \(size) \(modified.seconds).\(modified.nanoseconds)" }
}

/// Times of files as one number.
///
/// A file system may say any time at all, and a photo dated in the year 2400 must not end a run: what 64 bits cannot hold
/// wraps, the same everywhere, since such numbers are only ever asked whether they differ.
public enum FileTime {
    /// Nanoseconds since 1970 out of the two numbers of a `timespec`.
    public static func nanoseconds(seconds: Int, nanoseconds: Int) -> Int64 {
        Int64(seconds) &* 1_000_000_000 &+ Int64(nanoseconds)
    }
}

extension FileStatus.Time {
    /// The moment as one number; see ``FileTime``.
    public var wrappedNanoseconds: Int64 { FileTime.nanoseconds(seconds: Int(seconds), nanoseconds: Int(nanoseconds)) }
}
