import CLinux
import Glibc
import SystemPackage

/// Changing the names below a root.
extension RootFolder {
    /// Makes a folder and those above it, and waits until their names are on the disk.
    public func makeFolders(_ name: FilePath) throws(FolderError) {
        let doing = "make the folder"
        let parts = try parts(name, doing)
        // Nearly always it is there already, and one call tells.
        if let there = try? open(parts, Calls.placeOnly | O_DIRECTORY, doing) {
            close(there)
            return
        }
        var folder = self
        for part in parts {
            let single = FilePath(root: nil, [part])
            let (above, place) = (folder, folder.named([part]))
            do throws(Errno) {
                try Calls.makeFolder(above.number, single)
                try above.syncOwn()
            } catch  where error != .fileExists {
                throw FolderError(.system(error), doing, place)
            } catch {}
            // Passing through a folder needs no right to list it.
            let number = try above.open([part], Calls.placeOnly | O_DIRECTORY, doing)
            folder = try RootFolder(number, place, lookup)
        }
    }

    /// Gives a file another name, below this root or another one on the same device.
    /// - Parameter replacing: Whether a file that has the new name already is replaced; else it is the error
    ///   `fileExists`.
    public func rename(
        _ name: FilePath, to newName: FilePath, in other: RootFolder? = nil, replacing: Bool
    ) throws(FolderError) {
        let target = other ?? self
        let doing = "rename to"
        var trouble: FolderError?
        try withFolder(of: name, "rename") { (folder, last) throws(Errno) in
            do throws(FolderError) {
                try target.withFolder(of: newName, doing) { (newFolder, newLast) throws(Errno) in
                    if replacing {
                        try Calls.rename(folder, last, newFolder, newLast, flags: 0)
                    } else {
                        try Self.renameWithoutReplacing(folder, last, newFolder, newLast)
                    }
                }
            } catch {
                trouble = error
            }
        }
        if let trouble { throw trouble }
    }

    /// Removes a file, or the link itself; false where there is none.
    @discardableResult
    public func remove(_ name: FilePath) throws(FolderError) -> Bool {
        try remove(name, isFolder: false)
    }

    /// Removes a folder that is empty; false where there is none.
    @discardableResult
    public func removeFolder(_ name: FilePath) throws(FolderError) -> Bool {
        try remove(name, isFolder: true)
    }

    /// Waits until the names in a folder, the root itself by default, are on the disk.
    public func sync(_ name: FilePath? = nil) throws(FolderError) {
        let folder = try opened(name)
        do { try folder.syncOwn() } catch {
            throw FolderError(.system(error), "write to the folder", folder.path)
        }
    }

    private func syncOwn() throws(Errno) {
        do {
            // A description of its own, because an origin's gives no right to sync it.
            let copy = try Calls.open(number, ".", O_RDONLY | O_DIRECTORY)
            defer { close(copy) }
            try Calls.sync(copy)
        } catch  where [.invalidArgument, .notSupported].contains(error) {
            // Some file systems cannot sync a folder and say so; there is nothing more that one could do there.
        }
    }

    private func remove(_ name: FilePath, isFolder: Bool) throws(FolderError) -> Bool {
        do {
            try withFolder(of: name, "remove") { (folder, last) throws(Errno) in
                try Calls.remove(folder, last, isFolder: isFolder)
            }
            return true
        } catch  where error.isMissing {
            return false
        }
    }

    private static func renameWithoutReplacing(
        _ folder: CInt, _ name: FilePath, _ newFolder: CInt, _ newName: FilePath
    ) throws(Errno) {
        do {
            return try Calls.rename(folder, name, newFolder, newName, flags: CFILESYSTEM_RENAME_NOREPLACE)
        } catch  where ![.invalidArgument, .noFunction].contains(error) {
            throw error
        } catch {}
        // A file system that does not know the flag: a second name, and then the first one's end.
        do {
            try Calls.link(folder, name, newFolder, newName)
        } catch  where [.notPermitted, .notSupported, .tooManyLinks].contains(error) {
            // One without hard links either: nobody but us makes these names.
            guard (try? Calls.status(newFolder, newName)) == nil else { throw Errno.fileExists }
            return try Calls.rename(folder, name, newFolder, newName, flags: 0)
        }
        try Calls.remove(folder, name, isFolder: false)
    }
}
