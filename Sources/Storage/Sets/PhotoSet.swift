import Findings

/// A named set of photos, as `quiver select` chooses them; on the page it is a tag that photos have.
///
/// Its photos are known by their content, as reviews are: they stay in it where they are renamed or processed again.
public struct PhotoSet: Hashable, Sendable {
    /// The set's name.
    public var name: String
    /// How many contents are in it.
    public var count: Int

    /// A set by its name.
    public init(name: String, count: Int) {
        self.name = name
        self.count = count
    }
}

/// Some photos of a set, as a queue goes from one store into another.
public struct KeptSetPhotos: Hashable, Sendable {
    /// The set's name.
    public var name: String
    /// The photos' SHA-256 in hexadecimal.
    public var contents: [String]

    /// Photos of a set.
    public init(name: String, contents: [String]) {
        self.name = name
        self.contents = contents
    }
}

/// Why a set was not changed, renamed or removed.
public struct PhotoSetError: ReportableError, Hashable {
    /// What kind of error.
    public enum Code: String, Sendable, CaseIterable {
        /// There is a set of this name.
        case taken = "setTaken"
        /// There is none of this name.
        case missing = "unknownSet"
        /// No set can have this name, or no photo this content.
        case impossible
    }

    /// What kind of error.
    public let code: Code
    /// What is wrong, and what to do.
    public let message: String

    /// An error from its parts.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The refusal of a name that no set has.
    public static func missing(_ name: String) -> PhotoSetError {
        PhotoSetError(.missing, "There is no set '\(name)'. 'quiver sets list' shows all sets.")
    }

    /// The same of a name that a query asks for, with the names that there are.
    public static func missing(_ name: String, among names: [String]) -> PhotoSetError {
        let none = "There is no set '\(name.plainName)'"
        guard !names.isEmpty else {
            return PhotoSetError(
                .missing, "\(none), and no other one; 'quiver sets add NAME --where QUERY' makes one.")
        }
        let near = Suggestion.nearest(to: name, among: names).map { "; did you mean '\($0.plainName)'?" } ?? "."
        let shown = names.prefix(mostNames).map { "'\($0.plainName)'" }.joined(separator: ", ")
        let others = names.count > mostNames ? " and others" : ""
        return PhotoSetError(.missing, "\(none)\(near) The sets are \(shown)\(others).")
    }

    /// Names that a sentence has at most.
    private static let mostNames = 20

    /// The code as text.
    public var codeName: String { code.rawValue }
    /// What is wrong, and what to do.
    public var description: String { message }
    /// The request is at fault.
    public var fault: Fault { .input }
}
