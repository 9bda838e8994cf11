/// A photo's record, as searching knows it.
public struct IndexedRecord: Hashable, Sendable {
    /// The photo's path, as the record has it.
    public var photo: String
    /// The name of what users correct where they correct this photo; its revision is asked for by it.
    public var subject: String
    /// What was found in the photo.
    public var found: [IndexedFinding]

    /// A record from its parts.
    public init(photo: String, subject: String = "", found: [IndexedFinding]) {
        self.photo = photo
        self.subject = subject
        self.found = found
    }
}
