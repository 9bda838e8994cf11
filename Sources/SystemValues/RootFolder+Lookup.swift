import Glibc
import SystemPackage

/// The way from a root to what lies below it.
extension RootFolder {
    /// A relative path's parts, of which none leads upwards.
    func parts(_ name: FilePath, _ doing: String) throws(FolderError) -> [FilePath.Component] {
        let parts = Array(name.components)
        guard name.root == nil, !parts.isEmpty, parts.allSatisfy({ $0.kind == .regular }) else {
            throw FolderError(.outside, doing, named(name.components))
        }
        return parts
    }

    /// Opens what a path below the root names; a link on the way, or in the end, is refused by its name.
    func open(_ parts: [FilePath.Component], _ flags: CInt, mode: mode_t = 0, _ doing: String) throws(FolderError)
        -> CInt
    {
        let name = FilePath(root: nil, parts)
        do {
            switch lookup {
            case .components: return try openByComponents(parts, flags, mode)
            case .kernel:
                do {
                    return try Syscalls.openBeneath(number, name, flags | O_NOFOLLOW, mode: mode)
                } catch  where Self.isNoAnswer(error) {
                    return try openByComponents(parts, flags, mode)
                }
            }
        } catch {
            throw failure(error, parts, doing)
        }
    }

    /// Lends the folder that a path's last part lies in.
    func withFolder<Value>(
        of name: FilePath, _ doing: String,
        _ body: (_ folder: CInt, _ last: FilePath) throws(Errno) -> Value
    ) throws(FolderError) -> Value {
        var above = try parts(name, doing)
        let all = above
        let last = FilePath(root: nil, above.suffix(1))
        above.removeLast()
        let folder = above.isEmpty ? number : try open(above, Syscalls.placeOnly | O_DIRECTORY, doing)
        defer { if !above.isEmpty { close(folder) } }
        do { return try body(folder, last) } catch { throw failure(error, all, doing) }
    }

    /// An old kernel, a filter of system calls that does not know the call, or a folder that was moved out of the root
    /// at this moment.
    private static func isNoAnswer(_ error: Errno) -> Bool {
        [.noFunction, .notPermitted, .resourceTemporarilyUnavailable, .improperLink].contains(error)
    }

    private func openByComponents(_ parts: [FilePath.Component], _ flags: CInt, _ mode: mode_t) throws(Errno) -> CInt {
        var folder = number
        defer { if folder != number { close(folder) } }
        for part in parts.dropLast() {
            let next = try Syscalls.open(
                FilePath(root: nil, [part]), in: folder, Syscalls.placeOnly | O_DIRECTORY | O_NOFOLLOW)
            if folder != number { close(folder) }
            folder = next
        }
        return try Syscalls.open(FilePath(root: nil, parts.suffix(1)), in: folder, flags | O_NOFOLLOW, mode: mode)
    }

    /// Tells a link on the way from everything else that stops one, and names it.
    private func failure(_ error: Errno, _ parts: [FilePath.Component], _ doing: String) -> FolderError {
        let whole = named(parts)
        guard [.tooManySymbolicLinkLevels, .notDirectory].contains(error) else {
            return FolderError(.system(error), doing, whole)
        }
        for count in parts.indices.map({ $0 + 1 }) {
            guard let status = try? statusByComponents(Array(parts.prefix(count))) else { break }
            if status.kind == .link { return FolderError(.link, doing, named(parts.prefix(count))) }
            if status.kind != .folder, count < parts.count {
                return FolderError(.system(.notDirectory), doing, named(parts.prefix(count)))
            }
        }
        // The kernel met a link that has been taken away again meanwhile.
        return FolderError(error == .tooManySymbolicLinkLevels ? .link : .system(error), doing, whole)
    }

    private func statusByComponents(_ parts: [FilePath.Component]) throws(Errno) -> FileStatus {
        let place = try openByComponents(parts, Syscalls.placeOnly, 0)
        defer { close(place) }
        return try Syscalls.status(place)
    }
}

extension RootFolder {
    /// Where a path begins, and the way from there: for paths whose links were resolved once, so that any link in them
    /// has been planted since.
    ///
    /// The origin cannot be listed or synced. It is opened each time and not kept, because a process that gives its
    /// rights up gets another origin.
    public static func origin(of path: FilePath) throws(FolderError) -> (root: RootFolder, way: FilePath) {
        let start: FilePath = path.isAbsolute ? "/" : "."
        let number: CInt
        do {
            number = try Syscalls.open(start, Syscalls.placeOnly | O_DIRECTORY)
        } catch {
            throw FolderError(.system(error), "open the folder", start)
        }
        // Without links a `..` means what it says, so it may be taken out beforehand.
        return (try RootFolder(number, start, .kernel), FilePath(root: nil, path.lexicallyNormalized().components))
    }

    /// Opens a folder whose path holds no link anywhere.
    public convenience init(withoutLinks path: FilePath) throws(FolderError) {
        let origin = try Self.origin(of: path)
        let parts = Array(origin.way.components)
        let number =
            parts.isEmpty
            ? try origin.root.reopened() : try origin.root.open(parts, O_RDONLY | O_DIRECTORY, "open the folder")
        try self.init(number, path, .kernel)
    }

    /// The same folder through a descriptor that can list and sync it.
    private func reopened() throws(FolderError) -> CInt {
        do { return try Syscalls.open(FilePath("."), in: number, O_RDONLY | O_DIRECTORY) } catch {
            throw FolderError(.system(error), "open the folder", path)
        }
    }
}
