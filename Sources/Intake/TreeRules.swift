import SystemValues

/// What is left out of one root's tree: what the ignore list names, and places that are excluded by their paths.
struct TreeRules: Sendable {
    /// Why a file or folder is left out.
    enum Omission: Hashable {
        /// By a pattern of the ignore list.
        case pattern(String)
        /// It is one of the excluded places, such as the results or a database.
        case excluded
    }

    let ignoreList: IgnoreList
    let followLinks: Bool
    /// Paths below the root that are never entered or taken.
    let excluded: Set<[UInt8]>
    /// The excluded places as the kernel knows them, since a link may lead to one by another path.
    let excludedFolders: Set<FileNumber>
    /// Databases below the root; what lies beside one by its name is left out with it.
    private let databases: [[UInt8]]

    /// Works out which of the excluded places lie below `root`.
    ///
    /// A place that is the root itself or holds it (results written beside the photos) excludes nothing: there the
    /// names of our own pictures on the ignore list prevent the loop.
    init(root: [UInt8], ignore: [String] = [], rules: IntakeRules, alsoExcluded: [[UInt8]] = []) {
        ignoreList = IgnoreList(adding: ignore)
        followLinks = rules.followLinks
        let base = RawPath.resolved(root)
        var paths: Set<[UInt8]> = []
        var folders: Set<FileNumber> = []
        let silent = rules.silent.map(\.rawBytes)
        for place in rules.excluded.map(\.rawBytes) + alsoExcluded {
            let isSilent = silent.contains { RawPath.isInside(place, $0) && !RawPath.isInside(root, $0) }
            let path = isSilent ? place : RawPath.resolved(place)
            if RawPath.isInside(base, path) { continue }
            if !isSilent, let status = try? Syscalls.status(path, follow: true), status.kind == .folder {
                folders.insert(status.number)
            }
            if RawPath.isInside(path, base) { paths.insert(Self.relative(path, base)) }
        }
        excluded = paths
        excludedFolders = folders
        databases = rules.databases.map(\.resolvedPath.rawBytes)
            .filter { RawPath.isInside($0, base) && $0 != base }.map { Self.relative($0, base) }
    }

    /// Whether a file or folder is left out.
    func leavesOut(name: some BidirectionalCollection<UInt8>, relative: [UInt8]) -> Bool {
        omission(name: name, relative: relative) != nil
    }

    /// Why a file or folder is left out; nil where it is not.
    func omission(name: some BidirectionalCollection<UInt8>, relative: [UInt8]) -> Omission? {
        if !excluded.isEmpty, excluded.contains(relative) { return .excluded }
        if databases.contains(where: { Self.belongs(relative, to: $0) }) { return .excluded }
        return ignoreList.pattern(leavingOut: name, relative: relative).map(Omission.pattern)
    }

    /// Whether a path is a database or one of the files beside it, such as `q.sqlite-wal` and `q.sqlite.lock`.
    private static func belongs(_ path: [UInt8], to database: [UInt8]) -> Bool {
        guard path.starts(with: database) else { return false }
        let end = path[database.count...]
        guard let first = end.first else { return true }
        return [UInt8(ascii: "-"), RawPath.dot].contains(first) && !end.contains(RawPath.slash)
            && !PictureNames.claimsPicture(RawPath.lastComponent(path))
    }

    private static func relative(_ path: [UInt8], _ base: [UInt8]) -> [UInt8] {
        Array(path.dropFirst(base.last == RawPath.slash ? base.count : base.count + 1))
    }
}

/// The one list of name endings that claim to be a picture.
///
/// A file that ends so is always taken, read or not: a broken `a.jpg` gets a failed record instead of silence, and so
/// does a `b.psd` in a format that is not read.
public enum PictureNames {
    /// The endings, in lower case and without the dot.
    public static let extensions: Set<String> = Set(
        """
        jpg jpeg jpe jfif jif mpo png apng gif webp tif tiff heic heif hif avif avifs pdf \
        bmp dib jp2 j2k j2c jpc jpf jpx jpm jxl jxr wdp hdp psd psb tga icb vda vst pcx dcx ico cur icns \
        sgi rgb rgba bw pbm pgm ppm pnm pam pfm fli flc blp dds ftex ftc ftu msp spider spi im xbm xpm xv pcd pict pct \
        eps svg svgz wmf emf qoi exr hdr rgbe fits fit fts gbr pat gpl ras sun cel wal xcf kra ora \
        cr2 cr3 crw nef nrw arw srf sr2 raf orf rw2 rwl dng pef srw x3f 3fr fff iiq kdc dcr erf mef mos mrw raw
        """.split(separator: " ").map(String.init))

    private static let longest = extensions.map(\.utf8.count).max() ?? 0

    /// Whether a file's name ends in one of the endings; a name that is only an ending (`.jpg`) does not.
    public static func claimsPicture(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        let ending = name.suffix(longest + 1)
        guard let dot = ending.lastIndex(of: RawPath.dot), dot != name.startIndex else { return false }
        let letters = ending[ending.index(after: dot)...]
        guard !letters.isEmpty, letters.allSatisfy({ $0 < 0x80 }) else { return false }
        return extensions.contains(String(decoding: letters.map(lowercase), as: UTF8.self))
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

/// The kind of a file that is no picture, for counting: the ending of its name.
enum UnreadKind {
    /// The most kinds that are told apart; what is met beyond them is ``others``.
    static let limit = 50
    /// The kinds beyond the limit.
    static let others = "of other kinds"

    private static let longest = 12

    /// The kind of a file: ".txt" or "without an ending".
    static func of(_ name: some BidirectionalCollection<UInt8>) -> String {
        guard let dot = name.lastIndex(of: RawPath.dot), dot != name.startIndex else { return "without an ending" }
        let letters = name[name.index(after: dot)...]
        guard (1...longest).contains(letters.count), letters.allSatisfy(isPlain) else { return "without an ending" }
        return "." + String(decoding: letters, as: UTF8.self).lowercased()
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        let character = Character(UnicodeScalar(byte))
        return character.isASCII && (character.isLetter || character.isNumber)
    }
}

extension ScanTally {
    /// Counts a file that is no picture; returns the kind that it counts as where it is the first of that.
    mutating func countUnread(_ kind: String) -> String? {
        let counted = unread[kind] != nil || unread.count < UnreadKind.limit ? kind : UnreadKind.others
        unread[counted, default: 0] += 1
        return unread[counted] == 1 ? counted : nil
    }
}
