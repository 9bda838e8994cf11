import SystemValues

/// What is left out of one root's tree: the ignore list, and folders and files that belong to someone else.
struct TreeRules: Sendable {
    /// Why a file or folder is left out.
    enum Omission: Hashable {
        /// By a pattern of the ignore list.
        case pattern(String)
        /// It belongs to someone else.
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
