/// Which watch number stands for which folder, both ways.
struct WatchMap {
    struct Folder: Hashable {
        let root: Int
        let relative: [UInt8]
    }

    private var folders: [Int32: Folder] = [:]
    private var watches: [Folder: Int32] = [:]

    var count: Int { folders.count }

    private var counts: [Int: Int] = [:]

    /// How many folders of a root are watched.
    func count(ofRoot root: Int) -> Int { counts[root] ?? 0 }

    subscript(_ watch: Int32) -> Folder? { folders[watch] }

    /// Notes a watch; a folder that was moved keeps its number and changes its place here.
    mutating func set(_ watch: Int32, _ folder: Folder) {
        if folders[watch] == folder { return }
        remove(watch)
        if let old = watches[folder] { remove(old) }
        folders[watch] = folder
        watches[folder] = watch
        counts[folder.root, default: 0] += 1
    }

    /// Forgets one watch that has ended.
    mutating func remove(_ watch: Int32) {
        guard let folder = folders.removeValue(forKey: watch) else { return }
        counts[folder.root, default: 0] -= 1
        if watches[folder] == watch { watches[folder] = nil }
    }

    /// Forgets a folder and all below it, and gives their numbers so that the kernel can be told.
    mutating func removeTree(_ top: Folder) -> [Int32] {
        let gone = folders.filter { $0.value.root == top.root && RawPath.isInside($0.value.relative, top.relative) }
        for watch in gone.keys { remove(watch) }
        return Array(gone.keys)
    }
}
