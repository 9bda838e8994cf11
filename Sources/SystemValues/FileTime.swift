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
