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

    /// Takes every content out of a set.
    func clear(set name: String) throws

    /// What was gathered for sets, under names that no set can have.
    func drafts() throws -> [PhotoSet]

    /// Puts what was gathered under a name into a set; it is under that name no more.
    func move(draft name: String, toSet set: String) throws
}

/// What becomes of a set that has the name already.
public enum PhotoSetChange: String, Hashable, Sendable, Codable, CaseIterable {
    /// It stays as it is, and the change is refused.
    case new
    /// The photos take its place.
    case replace
    /// The photos are put beside those that are in it.
    case add
}

extension PhotoSetTable {
    /// Puts photos into a set; returns how many were named.
    ///
    /// - Parameters:
    ///   - contents: The photos' SHA-256 in lower-case hexadecimal, 1 to ``PhotoSet/mostAtOnce`` of them.
    ///   - change: What becomes of a set of this name.
    ///   - draft: More photos of the set, which were gathered before.
    /// - Throws: ``PhotoSetError``.
    @discardableResult
    public func choose(
        _ contents: [String], as name: String, _ change: PhotoSetChange, with draft: PhotoSetDraft? = nil
    ) throws -> Int {
        try PhotoSet.check(name: name)
        try PhotoSet.check(contents: contents)
        if let draft { try check(draft) }
        let all = try photoSets()
        let standing = all.first { PhotoSet.composed($0.name) == PhotoSet.composed(name) }?.name
        if standing == nil, let other = all.first(where: { PhotoSet.folded($0.name) == PhotoSet.folded(name) }) {
            throw PhotoSetError(
                .taken,
                "There is a set '\(other.name)', which is the same name in queries. Name another one, or write this one so."
            )
        }
        switch (change, standing) {
        case (.new, let standing?):
            throw PhotoSetError(
                .taken, "There is a set '\(standing)' already. Name another one, or replace it with --replace.")
        case (.replace, let standing?): try clear(set: standing)
        case (.new, nil), (.replace, nil), (.add, _): break
        }
        let set = standing ?? PhotoSet.composed(name)
        try add(contents, toSet: set)
        if let draft { try move(draft: draft.name, toSet: set) }
        return contents.count + (draft?.count ?? 0)
    }

    /// Removes a set, and none of its photos; returns how many were in it.
    ///
    /// - Throws: ``PhotoSetError`` where there is none.
    @discardableResult
    public func removeSet(named name: String) throws -> Int {
        guard let set = try photoSets().first(where: { PhotoSet.composed($0.name) == PhotoSet.composed(name) }) else {
            throw PhotoSetError(.missing, "There is no set '\(name)'. 'quiver select --list' shows all sets.")
        }
        try clear(set: set.name)
        return set.count
    }
}

extension PhotoSetReading {
    /// All contents of a set.
    public func contents(ofSet name: String) throws -> [String] {
        try contents(ofSet: name, after: nil, limit: Int(Int32.max))
    }
}

extension PhotoSet {
    /// The longest name in bytes.
    static let longestName = 200
    /// The most photos that one request puts into a set.
    public static let mostAtOnce = 10_000

    /// A name as it is kept: composed (NFC), since stores compare bytes.
    static func composed(_ name: String) -> String { name.precomposedStringWithCanonicalMapping }

    /// A name as queries compare it: upper and lower case are the same.
    static func folded(_ name: String) -> String { composed(name.lowercased()) }

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
