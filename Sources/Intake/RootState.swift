import Glibc
import SystemPackage
import SystemValues

/// What the watcher's thread knows of one root.
struct RootState {
    enum Standing: Hashable {
        case present
        /// The reason, for people.
        case suspended(String)
    }

    let config: WatchedRoot
    let path: [UInt8]
    var rules: TreeRules
    var standing = Standing.suspended("not looked at yet")
    /// The folder that was watched last; another one at the same path is not trusted blindly.
    var folder: FolderID?
    /// Its watch has ended: a folder that was removed and made anew may have the same number.
    var isDisturbed = false
    var mount: MountTable.Mount?
    /// Folders whose trees give no events, by their paths below the root; the empty path is the root itself.
    var polled: Set<[UInt8]> = []
    var pollReason = ""
    var nextPoll: Duration = .zero
    var lastScanNanoseconds: Int64?

    /// The canonical path, once the root was there.
    var canonical: [UInt8] = []

    static let folderFlags = O_RDONLY | O_DIRECTORY | O_NONBLOCK

    var isPresent: Bool { standing == .present }

    mutating func poll(_ relative: [UInt8], reason: String) {
        pollReason = reason
        if polled.contains(where: { RawPath.isInside(relative, $0) }) { return }
        polled = polled.filter { !RawPath.isInside($0, relative) }
        // Many scattered folders are simpler and hardly dearer to poll as a whole.
        if polled.count >= 256 { polled = [[]] } else { polled.insert(relative) }
    }

    func status(watchedFolders: Int) -> RootStatus {
        var status = RootStatus(path: config.path)
        status.fileSystem = mount?.type ?? ""
        status.watchedFolders = watchedFolders
        status.lastScanNanoseconds = lastScanNanoseconds
        switch standing {
        case .suspended(let reason):
            status.mode = .suspended
            status.reason = reason
        case .present:
            status.mode = polled.isEmpty ? .events : watchedFolders == 0 ? .polling : .mixed
            status.reason = polled.isEmpty ? "" : pollReason
        }
        return status
    }
}

extension RootState {
    /// The states of all roots, of which one is to be watched; a root inside it is left out of its tree.
    ///
    /// The others are not asked for: one that does not answer is no matter of this one.
    static func make(_ roots: [WatchedRoot], own: Int, _ rules: IntakeRules) -> [RootState] {
        let path = roots[own].path.rawBytes
        let rules = TreeRules(
            root: path, ignore: roots[own].ignore, rules: rules, alsoExcluded: roots.map(\.path.rawBytes))
        return roots.map { RootState(config: $0, path: $0.path.rawBytes, rules: rules) }
    }
}
