/// Names that are never pictures to work on: temporary names of uploads and editors, hidden files, what operating
/// systems and NAS boxes leave behind, and our own annotated pictures; with a user's own globs in addition.
///
/// A pattern without a slash is compared with each name, of files and of folders; one with a slash with the path below
/// the root.
public struct IgnoreList: Sendable, Hashable {
    /// The built-in patterns; every name that begins with a dot is ignored as well.
    public static let builtIn = [
        "*.part", "*.partial", "*.crdownload", "*.download", "*.filepart", "*.tmp", "*.temp", "*.!ut", "*.opdownload",
        "*.swp", "*.swx", "*~", "*#", "~$*", "~syncthing~*",
        "Thumbs.db", "ehthumbs.db", "desktop.ini", "Desktop.ini", "__MACOSX", "lost+found",
        "@eaDir", "@Recycle", "@Recently-Snapshot", "#recycle", "#snapshot", "$RECYCLE.BIN",
        "System Volume Information",
        "*.annotated.jpg",
    ]

    /// Stands for the hidden files among the patterns.
    public static let hidden = ".*"

    private static let builtInGlobs = NameMatcher(builtIn)
    private let own: NameMatcher
    private let ownPaths: [NamedGlob]

    /// Makes the list with a user's globs added to the built-in ones.
    public init(adding patterns: [String] = []) {
        let globs = patterns.filter { !$0.isEmpty }
        own = NameMatcher(globs.filter { !Glob($0).matchesPath })
        ownPaths = globs.map(NamedGlob.init).filter(\.glob.matchesPath)
    }

    /// The pattern by which a file or folder is left out, by its name and by its path below the root; nil where none
    /// does.
    public func pattern(leavingOut name: some BidirectionalCollection<UInt8>, relative: [UInt8]) -> String? {
        if name.first == RawPath.dot { return Self.hidden }
        return Self.builtInGlobs.match(name) ?? own.match(name)
            ?? ownPaths.first { $0.glob.matches(relative) }?.pattern
    }
}

/// A glob with the text that it was made from.
private struct NamedGlob: Sendable, Hashable {
    let pattern: String
    let glob: Glob

    init(_ pattern: String) {
        self.pattern = pattern
        glob = Glob(pattern)
    }
}

/// Many name patterns at once: plain names, endings and beginnings are compared as bytes, only the rest as globs.
private struct NameMatcher: Sendable, Hashable {
    private struct Part: Sendable, Hashable {
        let bytes: [UInt8]
        let pattern: String
    }

    private var names: [[UInt8]: String] = [:]
    private var suffixes: [Part] = []
    private var prefixes: [Part] = []
    private var globs: [NamedGlob] = []

    init(_ patterns: [String]) {
        let special = Set("*?[\\".utf8)
        for pattern in patterns {
            let bytes = Array(pattern.utf8)
            let inner = bytes.dropFirst().dropLast()
            let star = UInt8(ascii: "*")
            if !bytes.contains(where: special.contains) {
                names[bytes] = pattern
            } else if inner.contains(where: special.contains) {
                globs.append(NamedGlob(pattern))
            } else if bytes.first == star, let last = bytes.last, !special.contains(last) {
                suffixes.append(Part(bytes: Array(bytes.dropFirst()), pattern: pattern))
            } else if bytes.last == star, let first = bytes.first, !special.contains(first) {
                prefixes.append(Part(bytes: Array(bytes.dropLast()), pattern: pattern))
            } else {
                globs.append(NamedGlob(pattern))
            }
        }
    }

    /// The first pattern that matches.
    func match(_ name: some BidirectionalCollection<UInt8>) -> String? {
        for part in suffixes
        where part.bytes.count <= name.count && name.suffix(part.bytes.count).elementsEqual(part.bytes) {
            return part.pattern
        }
        for part in prefixes where name.starts(with: part.bytes) { return part.pattern }
        if !names.isEmpty, let pattern = names[Array(name)] { return pattern }
        return globs.first { $0.glob.matches(name) }?.pattern
    }
}
