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
        if let there = try? open(name, Syscalls.placeOnly | O_DIRECTORY, doing) {
            close(there)
            return
        }
        var folder = self
        for part in parts {
            let single = FilePath(root: nil, [part])
            let (above, place) = (folder, folder.named([part]))
            do throws(Errno) {
                try Syscalls.makeFolder(above.number, single)
                try above.syncOwn()
            } catch  where error != .fileExists {
                throw FolderError(.system(error), doing, place)
            } catch {}
            // Passing through a folder needs no right to list it.
            let number = try above.open(single, Syscalls.placeOnly | O_DIRECTORY, doing)
            folder = try RootFolder(number, place, lookup)
        }
    }

    /// Gives a file another name, below this root or another one on the same device.
    /// - Parameter replacing: Whether a file that has the new name already is replaced; else it is the error
    ///   `fileExists`.
    public func rename(
        _ name: FilePath, to newName: FilePath, in other: RootFolder? = nil, replacing: Bool
    ) throws(FolderError) {
        try rename(name, to: newName, in: other ?? self) { (folder, last, newFolder, newLast) throws(Errno) in
            if replacing {
                try Syscalls.rename(folder, last, newFolder, newLast, flags: 0)
            } else {
                try Self.renameWithoutReplacing(folder, last, newFolder, newLast)
            }
        }
    }

    /// Has two files exchange their names in one step, so that what had either name is lost by nothing.
    ///
    /// - Returns: False where the file system does not know that.
    public func exchange(
        _ name: FilePath, with newName: FilePath, in other: RootFolder? = nil
    ) throws(FolderError) -> Bool {
        var isKnown = true
        try rename(name, to: newName, in: other ?? self) { (folder, last, newFolder, newLast) throws(Errno) in
            do throws(Errno) {
                try Syscalls.rename(folder, last, newFolder, newLast, flags: CFILESYSTEM_RENAME_EXCHANGE)
            } catch  where [.invalidArgument, .noFunction, .notSupported].contains(error) {
                isKnown = false
            }
        }
        return isKnown
    }

    private func rename(
        _ name: FilePath, to newName: FilePath, in target: RootFolder,
        _ body: (CInt, FilePath, CInt, FilePath) throws(Errno) -> Void
    ) throws(FolderError) {
        var trouble: FolderError?
        try withFolder(of: name, "rename") { (folder, last) throws(Errno) in
            do throws(FolderError) {
                try target.withFolder(of: newName, "rename to") { (newFolder, newLast) throws(Errno) in
                    try body(folder, last, newFolder, newLast)
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
            let copy = try Syscalls.open(FilePath("."), in: number, O_RDONLY | O_DIRECTORY)
            defer { close(copy) }
            try Syscalls.sync(copy)
        } catch  where [.invalidArgument, .notSupported].contains(error) {
            // Some file systems cannot sync a folder and say so; there is nothing more that one could do there.
        }
    }

    private func remove(_ name: FilePath, isFolder: Bool) throws(FolderError) -> Bool {
        do {
            try withFolder(of: name, "remove") { (folder, last) throws(Errno) in
                try Syscalls.remove(folder, last, isFolder: isFolder)
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
            return try Syscalls.rename(folder, name, newFolder, newName, flags: CFILESYSTEM_RENAME_NOREPLACE)
        } catch  where ![.invalidArgument, .noFunction].contains(error) {
            throw error
        } catch {}
        // A file system that does not know the flag: a second name, and then the first one's end.
        do {
            try Syscalls.link(folder, name, newFolder, newName)
        } catch  where [.notPermitted, .notSupported, .tooManyLinks].contains(error) {
            // One without hard links either: only this process makes these names.
            guard (try? Syscalls.status(newName, in: newFolder, follow: false)) == nil else { throw Errno.fileExists }
            return try Syscalls.rename(folder, name, newFolder, newName, flags: 0)
        }
        try Syscalls.remove(folder, name, isFolder: false)
    }
}

/// Symbolic links below a root, which are made and read, and never followed.
extension RootFolder {
    /// Makes a link; a file that has its name already is an error.
    public func makeLink(_ name: FilePath, to target: FilePath) throws(FolderError) {
        try withFolder(of: name, "make the link") { (folder, last) throws(Errno) in
            try Syscalls.makeLink(folder, last, to: target)
        }
    }

    /// Where a link leads, as it says itself; nil for anything but a link.
    public func target(of name: FilePath) throws(FolderError) -> FilePath? {
        do {
            return try withFolder(of: name, "read the link") { (folder, last) throws(Errno) in
                try Syscalls.target(folder, last)
            }
        } catch  where error.isMissing || error.reason == .system(.invalidArgument) {
            return nil
        }
    }
}

/// Folders that only their maker enters, made and emptied.
extension RootFolder {
    /// Makes a folder that is this user's alone, and opens it; what has its name already is the error `fileExists`.
    public func makeOwnFolder(_ name: FilePath) throws(FolderError) -> RootFolder {
        try withFolder(of: name, "make the folder") { (folder, last) throws(Errno) in
            try Syscalls.makeFolder(folder, last, mode: 0o700)
        }
        return try folder(name)
    }

    /// Removes all that lies in the folder, however deep, as far as it can be removed; the folder stays.
    ///
    /// Folders in folders are brought up first, so that neither their number nor their depth costs descriptors.
    public func removeContents() {
        var number = 0
        while true {
            let before = (try? names()) ?? []
            var left = 0
            for (name, kind) in before {
                let way = FilePath(root: nil, [name])
                guard kind == .folder else {
                    if (try? remove(way)) == nil { left += 1 }
                    continue
                }
                if (try? removeFolder(way)) != nil { continue }
                if !emptyFolder(way, &number) { left += 1 }
            }
            // What is left is not ours to remove, or there is nothing.
            if left == before.count { return }
        }
    }

    /// Brings folders in a folder up into this one and removes its files; false where nothing could be done.
    private func emptyFolder(_ way: FilePath, _ number: inout Int) -> Bool {
        // A folder may have been made without any right for its owner.
        _ = way.withPlatformString { fchmodat(self.number, $0, 0o700, 0) }
        guard let folder = try? folder(way), let names = try? folder.names() else { return false }
        var isChanged = false
        for (name, kind) in names {
            let inner = FilePath(root: nil, [name])
            if kind == .folder {
                number += 1
                let up = FilePath("up-\(number)-\(UInt32.random(in: 0...UInt32.max))")
                if (try? folder.rename(inner, to: up, in: self, replacing: false)) != nil { isChanged = true }
            } else if (try? folder.remove(inner)) != nil {
                isChanged = true
            }
        }
        return (try? removeFolder(way)) != nil || isChanged
    }
}
