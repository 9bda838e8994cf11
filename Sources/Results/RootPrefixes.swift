import SystemPackage
import SystemValues

/// The folder that stands before the names of a root's photos, so that several roots do not meet.
///
/// A folder has one where there is any other root; a file only where another that was named has its name. Runs over
/// thousands of files that a shell has spelt out are looked up, not searched.
struct RootPrefixes: Sendable {
    /// Deepest first, so that the first one that holds a photo is its own.
    private var folders: [(root: OutputLayout.Root, prefix: [UInt8]?)] = []
    private var files: [FilePath: [UInt8]?] = [:]

    init(_ roots: [OutputLayout.Root], besides taken: Set<[UInt8]>) {
        var seen: Set<OutputLayout.Root> = []
        let roots = roots.filter { seen.insert($0).inserted }
        var used = taken
        let twins = Dictionary(grouping: roots.lazy.filter { !$0.isFolder }, by: \.path.lastComponent)
        var parents: [FilePath: [UInt8]] = [:]
        for root in roots {
            let parent = root.path.removingLastComponent()
            if root.isFolder {
                folders.append((root, roots.count > 1 ? Self.unused(root, &used) : nil))
            } else if (twins[root.path.lastComponent]?.count ?? 0) > 1 {
                let prefix = parents[parent] ?? Self.unused(root, &used)
                parents[parent] = prefix
                files[root.path] = prefix
            } else {
                files.updateValue(nil, forKey: root.path)
            }
        }
        folders.sort { $0.root.path.components.count > $1.root.path.components.count }
    }

    /// The root that a photo belongs to; a file that was named itself is its own.
    func root(of photo: FilePath) -> (root: OutputLayout.Root, prefix: [UInt8]?)? {
        if let prefix = files[photo] { return (OutputLayout.Root(photo, isFolder: false), prefix) }
        return folders.first { photo.starts(with: $0.root.path) }
    }

    /// The name of a root's folder, from the second on with its number.
    static func name(of root: OutputLayout.Root, number: Int) -> [UInt8] {
        let folder = root.isFolder ? root.path : root.path.removingLastComponent()
        let own = folder.lastComponent?.rawBytes ?? Array("root".utf8)
        return OutputName.folder(number == 1 ? own : OutputName.file(own, end: "-\(number)"))
    }

    private static func unused(_ root: OutputLayout.Root, _ used: inout Set<[UInt8]>) -> [UInt8] {
        var number = 1
        while !used.insert(name(of: root, number: number)).inserted { number += 1 }
        return name(of: root, number: number)
    }
}
