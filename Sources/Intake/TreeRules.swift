/// What is left out of one root's tree: the ignore list, and folders and files that belong to someone else.
struct TreeRules: Sendable {
    let ignoreList: IgnoreList
    let followLinks: Bool
    /// Paths below the root that are never entered or taken.
    let excluded: Set<[UInt8]>
    /// The excluded places as the kernel knows them, since a link may lead to one by another path.
    let excludedFolders: Set<FolderID>

    /// Works out which of the excluded places lie below `root`.
    ///
    /// A place that is the root itself or holds it (results written beside the photos) excludes nothing: there the
    /// names of our own pictures on the ignore list prevent the loop.
    init(root: [UInt8], rules: IntakeRules, alsoExcluded: [[UInt8]] = []) {
        ignoreList = IgnoreList(adding: rules.ignore)
        followLinks = rules.followLinks
        let base = Self.canonicalEvenIfMissing(root)
        var paths: Set<[UInt8]> = []
        var folders: Set<FolderID> = []
        for place in rules.excluded.map(\.rawBytes) + alsoExcluded {
            let path = Self.canonicalEvenIfMissing(place)
            if RawPath.isInside(base, path) { continue }
            if let status = try? Kernel.status(path, follow: true), status.kind == .folder {
                folders.insert(FolderID(status.identity))
            }
            if RawPath.isInside(path, base) {
                paths.insert(Array(path.dropFirst(base.last == RawPath.slash ? base.count : base.count + 1)))
            }
        }
        excluded = paths
        excludedFolders = folders
    }

    /// Whether a file or folder is left out.
    func leavesOut(name: some BidirectionalCollection<UInt8>, relative: [UInt8]) -> Bool {
        ignoreList.ignores(name: name, relative: relative) || (!excluded.isEmpty && excluded.contains(relative))
    }

    /// The canonical path of what exists of a path, with the rest added: the output folder may be made later.
    static func canonicalEvenIfMissing(_ path: [UInt8]) -> [UInt8] {
        var existing = path.isEmpty ? [RawPath.dot] : path
        var rest: [ArraySlice<UInt8>] = []
        while true {
            if let canonical = Kernel.canonical(existing) {
                return rest.reversed().reduce(canonical) { RawPath.join($0, $1) }
            }
            while existing.count > 1, existing.last == RawPath.slash { existing.removeLast() }
            guard let slash = existing.lastIndex(of: RawPath.slash) else {
                rest.append(existing[...])
                existing = [RawPath.dot]
                if Kernel.canonical(existing) == nil { return path }
                continue
            }
            rest.append(existing[(slash + 1)...])
            existing = slash == 0 ? [RawPath.slash] : Array(existing[..<slash])
        }
    }
}

/// A folder as the kernel knows it.
struct FolderID: Sendable, Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ identity: FileIdentity) {
        device = identity.device
        inode = identity.inode
    }
}
