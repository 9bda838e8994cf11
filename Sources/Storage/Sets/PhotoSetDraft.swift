/// Photos of a set that no single request can name: they are gathered in parts that no reader sees, and become a set with the last.
public struct PhotoSetDraft: Hashable, Sendable, Codable {
    /// What tells the draft from others: 1 to 64 letters from a to z and digits, by chance.
    public var id: String
    /// How many photos its parts have had so far.
    public var count: Int

    /// A draft that nothing was gathered in yet, or so many photos.
    public init(id: String, count: Int = 0) {
        self.id = id
        self.count = count
    }

    /// What a draft's rows are kept by: no set can have a name with a star.
    var name: String { PhotoSet.markOfDrafts + id }
}

extension PhotoSet {
    /// What the names of drafts begin with in a store.
    public static let markOfDrafts = "*"
}

extension PhotoSetTable {
    /// Puts more photos into a draft; the first ones take the place of any other draft, which a process that ended has left.
    ///
    /// - Parameter contents: The photos' SHA-256 in lower-case hexadecimal, none of them twice, as many as
    ///   ``choose(_:as:_:with:)`` takes.
    /// - Throws: ``PhotoSetError``.
    @discardableResult
    public func gather(_ contents: [String], in draft: PhotoSetDraft) throws -> Int {
        try PhotoSet.check(contents: contents)
        if draft.count == 0 {
            guard (1...64).contains(draft.id.utf8.count),
                draft.id.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) })
            else {
                throw PhotoSetError(.impossible, "A draft's id has 1 to 64 letters from a to z and digits.")
            }
            try letGoDrafts()
        } else {
            try check(draft)
        }
        try add(contents, toSet: draft.name)
        return contents.count
    }

    /// Lets go what was gathered in a draft whose choice was refused.
    public func letGo(_ draft: PhotoSetDraft) throws { try clear(set: draft.name) }

    /// Lets go whatever was gathered.
    public func letGoDrafts() throws {
        for draft in try drafts() { try clear(set: draft.name) }
    }

    /// Sees that a draft has what was gathered in it.
    func check(_ draft: PhotoSetDraft) throws {
        guard try drafts().contains(where: { $0.name == draft.name && $0.count == draft.count }) else {
            throw PhotoSetError(
                .missing,
                "What was gathered is not there any more: another choice of many photos began, or the queue was pruned. "
                    + "Nothing was changed. Choose again.")
        }
    }
}
