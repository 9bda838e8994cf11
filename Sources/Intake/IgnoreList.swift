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

/// A file name pattern over raw bytes: `*` and `?` within one name, `**` across folders, `[a-z]` and `[!a-z]` sets.
///
/// The C library's `fnmatch` depends on the locale and refuses names that are not UTF-8, hence our own.
struct Glob: Sendable, Hashable {
    private enum Piece: Hashable {
        case byte(UInt8)
        case any
        case run
        case deepRun
        /// `**/` where a folder's name may begin, and the same within such a name: always in this order.
        case folders, folderName
        case set(ranges: [ClosedRange<UInt8>], negated: Bool)
    }

    private let pieces: [Piece]
    /// True where the pattern speaks of a whole path below the root and not of one name.
    let matchesPath: Bool

    init(_ pattern: String) {
        var bytes = Array(pattern.utf8)
        while bytes.count > 1, bytes.last == RawPath.slash { bytes.removeLast() }
        matchesPath = bytes.contains(RawPath.slash)
        if bytes.first == RawPath.slash { bytes.removeFirst() }
        pieces = Glob.parse(bytes)
    }

    private static func parse(_ bytes: [UInt8]) -> [Piece] {
        var pieces: [Piece] = []
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "*"):
                var stars = 0
                while index < bytes.count, bytes[index] == UInt8(ascii: "*") {
                    stars += 1
                    index += 1
                }
                // "**/" also stands for no folder at all.
                if stars > 1, index < bytes.count, bytes[index] == RawPath.slash {
                    index += 1
                    pieces += [.folders, .folderName]
                } else {
                    pieces.append(stars > 1 ? .deepRun : .run)
                }
            case UInt8(ascii: "?"):
                pieces.append(.any)
                index += 1
            case UInt8(ascii: "\\") where index + 1 < bytes.count:
                pieces.append(.byte(bytes[index + 1]))
                index += 2
            case UInt8(ascii: "["):
                guard let (piece, next) = parseSet(bytes, at: index + 1) else { fallthrough }
                pieces.append(piece)
                index = next
            default:
                pieces.append(.byte(bytes[index]))
                index += 1
            }
        }
        return pieces
    }

    private static func parseSet(_ bytes: [UInt8], at start: Int) -> (Piece, next: Int)? {
        var index = start
        let negated = index < bytes.count && (bytes[index] == UInt8(ascii: "!") || bytes[index] == UInt8(ascii: "^"))
        if negated { index += 1 }
        var ranges: [ClosedRange<UInt8>] = []
        while index < bytes.count, bytes[index] != UInt8(ascii: "]") || ranges.isEmpty {
            let low = bytes[index]
            if index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "-"), bytes[index + 2] != UInt8(ascii: "]") {
                ranges.append(min(low, bytes[index + 2])...max(low, bytes[index + 2]))
                index += 3
            } else {
                ranges.append(low...low)
                index += 1
            }
        }
        return index < bytes.count ? (.set(ranges: ranges, negated: negated), index + 1) : nil
    }

    /// Whether all of `text` matches, in time proportional to both lengths at worst.
    func matches(_ text: some Collection<UInt8>) -> Bool {
        var reachable = [Bool](repeating: false, count: pieces.count + 1)
        var next = reachable
        reachable[0] = true
        closeOverRuns(&reachable)
        for byte in text {
            for index in next.indices { next[index] = false }
            for (index, piece) in pieces.enumerated() where reachable[index] {
                switch piece {
                case .byte(let wanted): if byte == wanted { next[index + 1] = true }
                case .any: if byte != RawPath.slash { next[index + 1] = true }
                case .run: if byte != RawPath.slash { next[index] = true }
                case .deepRun: next[index] = true
                case .folders: if byte != RawPath.slash { next[index + 1] = true }
                case .folderName: next[byte == RawPath.slash ? index - 1 : index] = true
                case .set(let ranges, let negated):
                    if byte != RawPath.slash, ranges.contains(where: { $0.contains(byte) }) != negated {
                        next[index + 1] = true
                    }
                }
            }
            closeOverRuns(&next)
            swap(&reachable, &next)
        }
        return reachable[pieces.count]
    }

    private func closeOverRuns(_ reachable: inout [Bool]) {
        for (index, piece) in pieces.enumerated() where reachable[index] {
            switch piece {
            case .run, .deepRun: reachable[index + 1] = true
            case .folders: reachable[index + 2] = true
            case .byte, .any, .folderName, .set: break
            }
        }
    }
}
