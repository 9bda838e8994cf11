import Query

/// A photo that fits a query.
public struct FoundPhoto: Sendable, Encodable {
    /// Its path on this host, as records have it.
    public let photo: String
    /// Where it stands.
    public let state: String
    /// How many findings it has.
    public let findings: Int
    /// What it is of all that `is:` asks, in the order of the words.
    public let marks: [String]

    /// A photo of which everything is known.
    init(_ subject: QuerySubject) {
        photo = subject.path
        state = subject.state.description
        findings = subject.record?.findings.count ?? 0
        var all = subject.record?.marks ?? []
        if subject.isDuplicate { all.insert(.duplicate) }
        marks = all.map(\.rawValue).sorted()
    }
}
