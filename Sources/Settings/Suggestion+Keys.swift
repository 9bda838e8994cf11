import Findings

extension Suggestion {
    /// A sentence that names the nearest right key, or the keys that may stand there.
    static func sentence(for name: String, in tree: KeyTree, _ group: String, _ prefix: String) -> String {
        let siblings = tree.names(in: group)
        if let near = nearest(to: name, among: siblings) { return "; did you mean \"\(prefix)\(near)\"?" }
        // A right name in the wrong place.
        let everywhere = Settings.keys.map(\.description).flatMap { key in
            [key.path] + (key.items ?? []).map { "\(key.path)[0].\($0.path)" }
        }
        let lastNames = everywhere.map { path in path.split(separator: ".").last.map(String.init) ?? path }
        if let near = nearest(to: name, among: lastNames), let index = lastNames.firstIndex(of: near) {
            return "; did you mean \"\(everywhere[index])\"?"
        }
        return "; the keys here are " + siblings.map { "\"\($0)\"" }.joined(separator: ", ")
    }
}
