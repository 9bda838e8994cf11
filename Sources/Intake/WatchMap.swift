/// Which watch number stands for which folder, both ways.
struct WatchMap {
    struct Folder: Hashable {
        let root: Int
        let relative: [UInt8]

        /// The folder itself and all above it, up to its root.
        fileprivate var line: [Folder] {
            let cuts = relative.indices.filter { $0 > 0 && relative[$0] == UInt8(ascii: "/") }
            let above = cuts.map { Folder(root: root, relative: Array(relative[..<$0])) }
            return above + [self] + (relative.isEmpty ? [] : [Folder(root: root, relative: [])])
        }
    }

    private var folders: [Int32: Folder] = [:]
    private var watches: [Folder: Int32] = [:]
    /// How many watches there are at each folder and below it.
    private var below: [Folder: Int] = [:]

    var count: Int { folders.count }

    /// How many folders of a root are watched.
    func count(ofRoot root: Int) -> Int { below[Folder(root: root, relative: [])] ?? 0 }

    subscript(_ watch: Int32) -> Folder? { folders[watch] }

    /// Notes a watch; a folder that was moved keeps its number and changes its place here.
    mutating func set(_ watch: Int32, _ folder: Folder) {
        if folders[watch] == folder { return }
        remove(watch)
        if let old = watches[folder] { remove(old) }
        folders[watch] = folder
        watches[folder] = watch
        for place in folder.line { below[place, default: 0] += 1 }
    }

    /// Forgets one watch that has ended.
    mutating func remove(_ watch: Int32) {
        guard let folder = folders.removeValue(forKey: watch) else { return }
        for place in folder.line {
            let left = (below[place] ?? 0) - 1
            below[place] = left > 0 ? left : nil
        }
        if watches[folder] == watch { watches[folder] = nil }
    }

    /// Forgets a folder and all below it, and gives their numbers so that the kernel can be told.
    ///
    /// A tree that is removed folder by folder, from below, costs one look for each.
    mutating func removeTree(_ top: Folder) -> [Int32] {
        guard let count = below[top] else { return [] }
        if count == 1, let watch = watches[top] {
            remove(watch)
            return [watch]
        }
        let gone = folders.filter { $0.value.root == top.root && RawPath.isInside($0.value.relative, top.relative) }
        for watch in gone.keys { remove(watch) }
        return Array(gone.keys)
    }
}
