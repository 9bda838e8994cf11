import Storage

extension OpenRows: PhotoSetTable {
    func photoSets() -> [PhotoSet] {
        rows.photoSets.filter { !$0.key.hasPrefix(PhotoSet.markOfDrafts) }
            .map { PhotoSet(name: $0.key, count: $0.value.count) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    func contents(ofSet name: String, after content: String?, limit: Int) -> [String] {
        let later = (rows.photoSets[name] ?? []).filter { $0 > content ?? "" }
        return Array(later.sorted().prefix(limit))
    }

    func sets(ofContents contents: [String]) -> [String: [String]] {
        let wanted = Set(contents)
        return photoSets().reduce(into: [:]) { found, set in
            for content in wanted where rows.photoSets[set.name]?.contains(content) == true {
                found[content, default: []].append(set.name)
            }
        }
    }

    func add(_ contents: [String], toSet name: String) { rows.photoSets[name, default: []].formUnion(contents) }

    func drafts() -> [PhotoSet] {
        rows.photoSets.filter { $0.key.hasPrefix(PhotoSet.markOfDrafts) }
            .map { PhotoSet(name: $0.key, count: $0.value.count) }
    }

    func move(draft name: String, toSet set: String) {
        let gathered = rows.photoSets.removeValue(forKey: name) ?? []
        rows.photoSets[set, default: []].formUnion(gathered)
    }

    func take(draft name: String, outOfSet set: String) {
        take(Array(rows.photoSets.removeValue(forKey: name) ?? []), outOfSet: set)
    }

    func take(_ contents: [String], outOfSet name: String) {
        let left = (rows.photoSets[name] ?? []).subtracting(contents)
        rows.photoSets[name] = left.isEmpty ? nil : left
    }

    func clear(set name: String) { rows.photoSets[name] = nil }

    func rename(set name: String, to other: String) { rows.photoSets[other] = rows.photoSets.removeValue(forKey: name) }
}
