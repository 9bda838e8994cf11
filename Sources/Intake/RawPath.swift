import SystemPackage
import SystemValues

/// Paths as the kernel has them: bytes, which need not be UTF-8.
///
/// Foundation lists names through `String`, which repairs ill-formed bytes: such a file can be listed and never opened.
/// Here every name stays the bytes that `readdir` and inotify gave.
enum RawPath {
    static let slash = UInt8(ascii: "/")
    static let dot = UInt8(ascii: ".")

    /// Joins a folder's path and a name; either may be empty.
    static func join(_ folder: [UInt8], _ name: some Collection<UInt8>) -> [UInt8] {
        guard !folder.isEmpty else { return Array(name) }
        guard !name.isEmpty else { return folder }
        var joined = [UInt8]()
        joined.reserveCapacity(folder.count + 1 + name.count)
        joined += folder
        if folder.last != slash { joined.append(slash) }
        joined += name
        return joined
    }

    /// The part after the last slash.
    static func lastComponent(_ path: [UInt8]) -> ArraySlice<UInt8> {
        path.lastIndex(of: slash).map { path[($0 + 1)...] } ?? path[...]
    }

    /// Whether `path` is `folder` or lies in it; the empty folder holds everything.
    static func isInside(_ path: some Collection<UInt8>, _ folder: [UInt8]) -> Bool {
        guard !folder.isEmpty else { return true }
        guard path.starts(with: folder) else { return false }
        let rest = path.dropFirst(folder.count)
        return rest.isEmpty || rest.first == slash || folder.last == slash
    }

    /// The absolute path without links, with what is not there yet added: the output folder may be made later.
    static func resolved(_ path: [UInt8]) -> [UInt8] { FilePath(rawBytes: path).resolvedPath.rawBytes }
}
