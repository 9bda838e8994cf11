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

    private static let builtInGlobs = NameMatcher(builtIn)
    private let own: NameMatcher
    private let ownPaths: [Glob]

    /// Makes the list with a user's globs added to the built-in ones.
    public init(adding patterns: [String] = []) {
        let globs = patterns.filter { !$0.isEmpty }
        own = NameMatcher(globs.filter { !Glob($0).matchesPath })
        ownPaths = globs.map(Glob.init).filter(\.matchesPath)
    }

    /// Whether a file or folder is left out, by its name and by its path below the root.
    public func ignores(name: some BidirectionalCollection<UInt8>, relative: [UInt8]) -> Bool {
        if name.first == RawPath.dot { return true }
        if Self.builtInGlobs.matches(name) || own.matches(name) { return true }
        return ownPaths.contains { $0.matches(relative) }
    }
}

/// Many name patterns at once: plain names, endings and beginnings are compared as bytes, only the rest as globs.
private struct NameMatcher: Sendable, Hashable {
    private var names: Set<[UInt8]> = []
    private var suffixes: [[UInt8]] = []
    private var prefixes: [[UInt8]] = []
    private var globs: [Glob] = []

    init(_ patterns: [String]) {
        let special = Set("*?[\\".utf8)
        for pattern in patterns {
            let bytes = Array(pattern.utf8)
            let inner = bytes.dropFirst().dropLast()
            let star = UInt8(ascii: "*")
            if !bytes.contains(where: special.contains) {
                names.insert(bytes)
            } else if inner.contains(where: special.contains) {
                globs.append(Glob(pattern))
            } else if bytes.first == star, let last = bytes.last, !special.contains(last) {
                suffixes.append(Array(bytes.dropFirst()))
            } else if bytes.last == star, let first = bytes.first, !special.contains(first) {
                prefixes.append(Array(bytes.dropLast()))
            } else {
                globs.append(Glob(pattern))
            }
        }
    }

    func matches(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        suffixes.contains { $0.count <= name.count && name.suffix($0.count).elementsEqual($0) }
            || prefixes.contains { name.starts(with: $0) }
            || (!names.isEmpty && names.contains(Array(name)))
            || globs.contains { $0.matches(name) }
    }
}
