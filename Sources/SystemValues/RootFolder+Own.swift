import Glibc
import SystemPackage

/// Folders that only their maker enters, made and emptied.
extension RootFolder {
    /// Makes a folder that is this user's alone, and opens it; what has its name already is the error `fileExists`.
    public func makeOwnFolder(_ name: FilePath) throws(FolderError) -> RootFolder {
        try withFolder(of: name, "make the folder") { (folder, last) throws(Errno) in
            try Calls.makeFolder(folder, last, mode: 0o700)
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
