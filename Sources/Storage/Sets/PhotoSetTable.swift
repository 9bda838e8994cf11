import Foundation

/// Looking at named sets of photos.
public protocol PhotoSetReading {
    /// Every set, by the bytes of their names.
    func photoSets() throws -> [PhotoSet]

    /// The next contents of a set behind a SHA-256, in the order of those; nil for the first.
    func contents(ofSet name: String, after content: String?, limit: Int) throws -> [String]

    /// The sets that photos are in, by the photos' SHA-256; photos that are in none are not named.
    func sets(ofContents contents: [String]) throws -> [String: [String]]
}

/// Rows of sets: a store that has these gets the verbs below.
public protocol PhotoSetTable: PhotoSetReading {
    /// Puts contents into a set; those that are in it stay there.
    func add(_ contents: [String], toSet name: String) throws

    /// Takes contents out of a set.
    func take(_ contents: [String], outOfSet name: String) throws

    /// Takes what was gathered under a name out of a set; it is under that name no more.
    func take(draft name: String, outOfSet set: String) throws

    /// Takes every content out of a set.
    func clear(set name: String) throws

    /// What was gathered for sets, under names that no set can have.
    func drafts() throws -> [PhotoSet]

    /// Puts what was gathered under a name into a set; it is under that name no more.
    func move(draft name: String, toSet set: String) throws

    /// Gives a set a name that no other one has.
    func rename(set name: String, to other: String) throws
}

/// What becomes of a set, and of its photos where it has the name already.
public enum PhotoSetChange: String, Hashable, Sendable, Codable, CaseIterable {
    /// It stays as it is, and the change is refused.
    case new
    /// The photos take its place.
    case replace
    /// The photos are put beside those that are in it.
    case add
    /// The photos are taken out of it.
    case remove
}

extension PhotoSetTable {
    /// Puts photos into a set, or takes them out; returns those of which that is a change.
    ///
    /// Of photos that are put in the place of others each one counts as changed.
    ///
    /// - Parameters:
    ///   - contents: The photos' SHA-256 in lower-case hexadecimal, 1 to ``PhotoSet/mostAtOnce`` of them.
    ///   - change: What becomes of them, and of a set of this name.
    ///   - draft: More photos that are put in or taken out with them, which were gathered before.
    /// - Returns: Of the contents that are named here, and of nothing that was gathered.
    /// - Throws: ``PhotoSetError``.
    @discardableResult
    public func choose(
        _ contents: [String], as name: String, _ change: PhotoSetChange, with draft: PhotoSetDraft? = nil
    ) throws -> [String] {
        try PhotoSet.check(name: name)
        try PhotoSet.check(contents: contents)
        if let draft { try check(draft) }
        let standing = try standingSet(named: name)?.name
        if standing == nil, change != .remove { try refuseSameName(as: name, but: nil) }
        switch (change, standing) {
        case (.new, let standing?):
            throw PhotoSetError(
                .taken, "There is a set '\(standing)' already. Name another one, or replace it with --replace.")
        case (.remove, nil): throw PhotoSetError.missing(name)
        case (.remove, let standing?):
            let changed = try there(contents, in: standing, is: true)
            try take(changed, outOfSet: standing)
            if let draft { try take(draft: draft.name, outOfSet: standing) }
            return changed
        case (.replace, let standing?): try clear(set: standing)
        case (.new, nil), (.replace, nil), (.add, _): break
        }
        let changed = try standing.map { try there(contents, in: $0, is: false) } ?? contents
        let set = standing ?? PhotoSet.kept(name)
        try add(changed, toSet: set)
        if let draft { try move(draft: draft.name, toSet: set) }
        return changed
    }

    /// Gives a set another name; returns how many photos are in it.
    ///
    /// - Throws: ``PhotoSetError`` where there is none, or another one has the name.
    @discardableResult
    public func renameSet(named name: String, to other: String) throws -> Int {
        try PhotoSet.check(name: other)
        guard let set = try standingSet(named: name) else { throw PhotoSetError.missing(name) }
        try refuseSameName(as: other, but: set.name)
        let new = PhotoSet.kept(other)
        if new != set.name { try rename(set: set.name, to: new) }
        return set.count
    }

    /// Removes a set, and none of its photos; returns how many were in it.
    ///
    /// - Throws: ``PhotoSetError`` where there is none.
    @discardableResult
    public func removeSet(named name: String) throws -> Int {
        guard let set = try standingSet(named: name) else { throw PhotoSetError.missing(name) }
        try clear(set: set.name)
        return set.count
    }

    /// Those of some contents that are in a set, or that are not.
    private func there(_ contents: [String], in name: String, is isThere: Bool) throws -> [String] {
        let sets = try sets(ofContents: contents)
        return contents.filter { (sets[$0]?.contains(name) ?? false) == isThere }
    }

    /// Refuses a name that queries do not tell from another set's.
    private func refuseSameName(as name: String, but own: String?) throws {
        let same = try photoSets().first { $0.name != own && PhotoSet.folded($0.name) == PhotoSet.folded(name) }
        guard let same else { return }
        throw PhotoSetError(
            .taken,
            "There is a set '\(same.name)', which is the same name in queries. Name another one, or write this one so.")
    }
}

extension PhotoSetReading {
    /// The set of a name, however its letters are composed and whatever blanks stand around it; nil where there is none.
    public func standingSet(named name: String) throws -> PhotoSet? {
        let all = try photoSets()
        // An earlier version kept blanks.
        return all.first { PhotoSet.composed($0.name) == PhotoSet.composed(name) }
            ?? all.first { PhotoSet.kept($0.name) == PhotoSet.kept(name) }
    }

    /// All contents of a set.
    public func contents(ofSet name: String) throws -> [String] {
        try contents(ofSet: name, after: nil, limit: Int(Int32.max))
    }
}

extension PhotoSet {
    /// The longest name in bytes.
    public static let longestName = 200
    /// The most photos that one request puts into a set.
    public static let mostAtOnce = 10_000

    /// A name as it is kept: without blanks around it, as those of sessions, and composed (NFC), since stores compare bytes.
    public static func kept(_ name: String) -> String {
        composed(name).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    static func composed(_ name: String) -> String { name.precomposedStringWithCanonicalMapping }

    /// A name as queries compare it: upper and lower case are the same.
    static func folded(_ name: String) -> String { kept(name.lowercased()) }

    /// Whether a text is a SHA-256 in lower-case hexadecimal.
    static func isContent(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }

    /// Refuses photos that one request cannot name.
    ///
    /// - Throws: ``PhotoSetError``.
    static func check(contents: [String]) throws(PhotoSetError) {
        guard (1...mostAtOnce).contains(contents.count), contents.allSatisfy(isContent) else {
            throw PhotoSetError(
                .impossible,
                "Name the photos of a set by their SHA-256 in lower-case hexadecimal, 1 to \(mostAtOnce) at once.")
        }
    }

    /// Refuses a name that no terminal shows, no query has, or no database keeps.
    ///
    /// - Throws: ``PhotoSetError``.
    public static func check(name: String) throws(PhotoSetError) {
        let isShown = name.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
        }
        guard isShown, !name.contains("*"), name.contains(where: { !$0.isWhitespace }),
            name.utf8.count <= longestName
        else {
            throw PhotoSetError(
                .impossible,
                "A set's name has 1 to \(longestName) bytes, without stars and without characters that control a terminal."
            )
        }
    }
}
