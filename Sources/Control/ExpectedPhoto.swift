import SystemPackage
import SystemValues

/// A photo that is, or will be, renamed into a watched folder once it is whole: what was sent to the page's server.
public struct ExpectedPhoto: Sendable, Hashable, Codable {
    /// Where it will lie, in JSON.
    private var path: RawPathText
    /// Its number in its file system, by which no other file is taken for it.
    public var inode: UInt64
    /// The file system's number.
    public var device: UInt64
    /// Its length in bytes.
    public var size: Int64
    /// Its SHA-256, as in records.
    public var content: String
    /// Whether it has its name by now; before that it is only told of.
    public var isThere: Bool
    /// Who shot its arrows; nil where nothing says it.
    public var archer: String?
    /// The session that it was sent for, where a user named that session; nil for its folder's.
    public var session: String?

    /// Where it will lie, without links.
    public var file: FilePath { path.file }
    /// Which file it is.
    public var number: FileNumber { FileNumber(device: device, inode: inode) }

    /// A photo from its parts.
    public init(
        file: FilePath, number: FileNumber, size: Int64, content: String, isThere: Bool = false, archer: String? = nil,
        session: String? = nil
    ) {
        path = RawPathText(file)
        (device, inode) = (number.device, number.inode)
        self.size = size
        self.content = content
        self.isThere = isThere
        self.archer = archer
        self.session = session
    }
}
