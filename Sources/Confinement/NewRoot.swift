import CLinux
import Glibc
import SystemPackage
import SystemValues

/// A root of its own for a process: nothing in it but the allowed folders under their old names, and no network.
///
/// For kernels without Landlock. Namespaces hold for all threads that start afterwards, and can only be made while there is
/// one; so what the start needs is in the first root too. A second one, which all threads change to when the start is
/// over, is without it: what is open or mapped by then stays so.
struct NewRoot {
    /// Any folder that is on every machine: the new root is put together on top of it, out of sight of all others.
    private static let base: FilePath = "/usr"

    private let reads: [FilePath]
    private let writes: [FilePath]
    private let devices: Bool

    /// The root for the start of a confined process.
    init(_ confinement: Confinement) {
        reads = (confinement.reads + confinement.startReads + Confinement.libraryStarts).map(\.absolute)
        writes = (confinement.writes + confinement.startWrites).map(\.absolute)
        devices = confinement.usesDevices
    }

    /// The root for what follows the start.
    init(afterStart confinement: Confinement) {
        reads = confinement.reads.map(\.absolute)
        writes = confinement.writes.map(\.absolute)
        devices = confinement.usesDevices
    }

    /// Makes namespaces and changes the root, for a process of one thread.
    func enter() throws(ConfinementError) {
        let user = getuid()
        let group = getgid()
        let isRoot = SandboxCalls.capabilities & CSANDBOX_CAP_SYS_ADMIN != 0
        try SandboxCalls.check(csandbox_unshare(isRoot ? 0 : 1), .fileSystem, "make namespaces")
        if !isRoot { try Self.keepIdentity(user: user, group: group) }
        try SandboxCalls.check(csandbox_mounts_private(), .fileSystem, "take the mounts out of others' sight")
        try change()
    }

    /// Changes the root of every thread, within namespaces of one's own.
    func change() throws(ConfinementError) {
        let folder = getcwd(nil, 0)
        defer { free(folder) }
        let copies = try copyTrees()
        defer { for copy in copies { close(copy.tree) } }
        let links = (reads + writes).reduce(into: Links()) { $0.add(towards: $1) }
        try SandboxCalls.check(csandbox_mount_empty(Self.base.string), .fileSystem, "make an empty root")
        for link in links.found {
            let place = Self.inside(link.key)
            Self.make(place.removingLastComponent(), isFolder: true)
            _ = place.withPlatformString { place in link.value.withPlatformString { symlink($0, place) } }
        }
        for copy in copies {
            let place = Self.inside(copy.path)
            Self.make(place, isFolder: copy.isFolder)
            try place.attach(copy.tree)
        }
        // Where a further root is put together, and where the process stands.
        Self.make(Self.inside(Self.base), isFolder: true)
        if let folder { Self.make(Self.inside(FilePath(platformString: folder)), isFolder: true) }
        try SandboxCalls.check(csandbox_change_root(Self.base.string), .fileSystem, "change the root")
        if let folder { chdir(folder) }
    }

    private struct Copy {
        var path: FilePath
        var tree: Int32
        var isFolder: Bool
    }

    /// Copies of the mounts to show, those above before those below.
    private func copyTrees() throws(ConfinementError) -> [Copy] {
        let writable = Set(writes.compactMap(\.realPath))
        let all = writable.union(reads.compactMap(\.realPath)).sorted { $0.components.count < $1.components.count }
        var copies: [Copy] = []
        for path in all {
            // What lies below a folder that is shown already needs a copy of its own only to be written to.
            let isShown = copies.contains { path.starts(with: $0.path) }
            if isShown, !writable.contains(path) { continue }
            let tree = path.withPlatformString { csandbox_tree_open($0) }
            try SandboxCalls.check(tree, .fileSystem, "take \(path) along")
            try SandboxCalls.check(
                csandbox_tree_restrict(tree, writable.contains(path) ? 0 : 1, devices ? 1 : 0), .fileSystem,
                "make \(path) read-only")
            copies.append(Copy(path: path, tree: tree, isFolder: path.isFolder))
        }
        return copies
    }

    /// The user and group of the process: without this every file would seem to belong to the user `nobody`.
    private static func keepIdentity(user: uid_t, group: gid_t) throws(ConfinementError) {
        let lines = [("setgroups", "deny"), ("uid_map", "\(user) \(user) 1"), ("gid_map", "\(group) \(group) 1")]
        for (name, line) in lines {
            let file = open("/proc/self/\(name)", O_WRONLY | O_CLOEXEC)
            defer { close(file) }
            let count = line.withCString { write(file, $0, strlen($0)) }
            try SandboxCalls.check(count < 0 ? -errno : 0, .fileSystem, "stay the same user in new namespaces")
        }
    }

    private static func inside(_ path: FilePath) -> FilePath {
        var place = base
        place.components.append(contentsOf: path.components)
        return place
    }

    private static func make(_ place: FilePath, isFolder: Bool) {
        var folder = place
        folder.removeLastComponent()
        if folder.components.count > base.components.count { make(folder, isFolder: true) }
        if isFolder {
            _ = place.withPlatformString { mkdir($0, 0o755) }
        } else {
            let file = place.withPlatformString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644) }
            if file >= 0 { close(file) }
        }
    }
}

/// The links that paths lead through, such as `/lib`, with where each points: their names have to work in the new root.
private struct Links {
    private(set) var found: [FilePath: FilePath] = [:]

    mutating func add(towards path: FilePath) {
        var place = FilePath("/")
        for component in path.components {
            place.append(component)
            guard found[place] == nil, let target = place.linkTarget else { continue }
            found[place] = target
            add(towards: place.removingLastComponent().pushing(target))
        }
    }
}

extension FilePath {
    /// Where a link points; nil for what is no link.
    fileprivate var linkTarget: FilePath? {
        try? Syscalls.target(AT_FDCWD, self)
    }

    fileprivate var absolute: FilePath {
        guard isRelative, let folder = getcwd(nil, 0) else { return self }
        defer { free(folder) }
        return FilePath(platformString: folder).pushing(self)
    }

    fileprivate func attach(_ tree: Int32) throws(ConfinementError) {
        let answer = withPlatformString { csandbox_tree_attach(tree, $0) }
        try SandboxCalls.check(answer, .fileSystem, "show \(self) in the new root")
    }
}
