import Glibc
import SystemPackage

/// The way from a root to what lies below it.
extension RootFolder {
    /// A relative path's parts, of which none leads upwards.
    func parts(_ name: FilePath, _ doing: String) throws(FolderError) -> [FilePath.Component] {
        try check(name.rawBytes, name, doing)
        return Array(name.components)
    }

    /// Refuses the bytes of a path that is not relative or leads upwards.
    private func check(_ bytes: [UInt8], _ name: FilePath, _ doing: String) throws(FolderError) {
        guard PathBelow.isWay(bytes) else { throw FolderError(.outside, doing, named(name)) }
    }

    /// Opens what a path below the root names; a link on the way, or in the end, is refused by its name.
    func open(_ name: FilePath, _ flags: CInt, mode: mode_t = 0, _ doing: String) throws(FolderError) -> CInt {
        try check(name.rawBytes, name, doing)
        return try open(checked: name, flags, mode: mode, doing)
    }

    /// The same for a path that is known to be one, or may lead upwards.
    ///
    /// It is passed on as it is: to take it apart and to put it together again costs more than the call.
    private func open(checked name: FilePath, _ flags: CInt, mode: mode_t = 0, _ doing: String) throws(FolderError)
        -> CInt
    {
        do {
            switch lookup {
            case .components: return try openByComponents(Array(name.components), flags, mode)
            case .kernel:
                do {
                    return try Syscalls.openBeneath(number, name, flags | O_NOFOLLOW, mode: mode)
                } catch  where Self.isNoAnswer(error) {
                    return try openByComponents(Array(name.components), flags, mode)
                }
            }
        } catch {
            throw failure(error, name, doing)
        }
    }

    /// Lends the folder that a path's last part lies in.
    func withFolder<Value>(
        of name: FilePath, _ doing: String,
        _ body: (_ folder: CInt, _ last: FilePath) throws(Errno) -> Value
    ) throws(FolderError) -> Value {
        let bytes = name.rawBytes
        try check(bytes, name, doing)
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
            do { return try body(number, name) } catch { throw failure(error, name, doing) }
        }
        let above = FilePath(rawBytes: bytes[..<slash])
        let folder = try open(checked: above, Syscalls.placeOnly | O_DIRECTORY, doing)
        defer { close(folder) }
        do { return try body(folder, FilePath(rawBytes: bytes[(slash + 1)...])) } catch {
            throw failure(error, name, doing)
        }
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
    private func failure(_ error: Errno, _ name: FilePath, _ doing: String) -> FolderError {
        let whole = named(name)
        guard [.tooManySymbolicLinkLevels, .notDirectory].contains(error) else {
            return FolderError(.system(error), doing, whole)
        }
        let parts = Array(name.components)
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
        var way = path.lexicallyNormalized()
        way.root = nil
        return (try RootFolder(number, start, .kernel), way)
    }

    /// Opens a folder whose path holds no link anywhere.
    public convenience init(withoutLinks path: FilePath) throws(FolderError) {
        let origin = try Self.origin(of: path)
        let way = origin.way
        let number =
            way.isEmpty || way == "."
            ? try origin.root.reopened() : try origin.root.open(checked: way, O_RDONLY | O_DIRECTORY, "open the folder")
        try self.init(number, path, .kernel)
    }

    /// The same folder through a descriptor that can list and sync it.
    private func reopened() throws(FolderError) -> CInt {
        do { return try Syscalls.open(FilePath("."), in: number, O_RDONLY | O_DIRECTORY) } catch {
            throw FolderError(.system(error), "open the folder", path)
        }
    }
}
