import Glibc
import SystemPackage
import SystemValues

/// Putting sidecars where others lie which a program may change at the same moment: nothing that it writes is lost.
extension FileCalls {
    /// Gives a temp file the place of a file as it was looked at, or removes the temp file.
    ///
    /// - Returns: False where another file lies there by now, which stays.
    static func replace(
        _ temporary: FilePath, at target: FilePath, asItWas former: FileStatus
    ) throws(ResultsError) -> Bool {
        let own = status(temporary)
        let isExchanged: Bool
        do throws(ResultsError) { isExchanged = try exchange(temporary, target) } catch {
            remove(temporary)
            throw error
        }
        guard isExchanged else {
            // Not by this file system: the look before is all that there is.
            do throws(ResultsError) { try place(temporary, at: target, replacing: true) } catch {
                remove(temporary)
                throw error
            }
            return true
        }
        if isSame(status(temporary), as: former) {
            remove(temporary)
            return true
        }
        _ = try exchange(temporary, target)
        // Otherwise another program was between both again: what it wrote last stands there, and what was before it lies aside.
        guard let own else { return false }
        if isSame(status(temporary), as: own) { remove(temporary) } else { _ = try exchange(temporary, target) }
        return false
    }

    /// Removes a file as it was looked at.
    ///
    /// - Returns: False where another file lies there by now, which stays.
    static func remove(_ target: FilePath, asItWas former: FileStatus) throws(ResultsError) -> Bool {
        let aside = AtomicFile.temporary(for: target)
        try place(target, at: aside, replacing: false)
        if isSame(status(aside), as: former) {
            remove(aside)
            return true
        }
        try place(aside, at: target, replacing: false)
        return false
    }

    /// Gives a new file the rights of the one whose place it takes, and no user further ones.
    static func takeRights(of former: FileStatus, _ file: FileDescriptor) {
        // Root's export leaves it the user's; a user can give it to a group of the user's own alone.
        if former.owner != geteuid() { _ = fchown(file.rawValue, former.owner, gid_t.max) }
        let isOfGroup = fchown(file.rawValue, uid_t.max, former.group) == 0
        let mode = former.mode & 0o777
        // Of another group no more than everybody has.
        _ = fchmod(file.rawValue, isOfGroup ? mode : mode & 0o707 | (mode & 0o007) << 3)
    }

    private static func exchange(_ path: FilePath, _ target: FilePath) throws(ResultsError) -> Bool {
        do throws(FolderError) {
            let (root, way) = try origin(of: path)
            let (targetRoot, targetWay) = try origin(of: target)
            return try root.exchange(way, with: targetWay, in: targetRoot)
        } catch {
            throw ResultsError(error, "write", target)
        }
    }

    /// Whether it is the same file with the same content; another name changes neither.
    private static func isSame(_ status: FileStatus?, as other: FileStatus) -> Bool {
        guard let status else { return false }
        return status.device == other.device && status.inode == other.inode && status.size == other.size
            && status.modified == other.modified
    }
}
