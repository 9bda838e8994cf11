extension Settings {
    /// The keys as a table in Markdown, for the documentation's page `Settings`.
    public static var reference: String {
        let rows = keys.map(\.description).flatMap { key -> [String] in
            guard let items = key.items else { return [row(key, path: key.path)] }
            return ["| `\(key.path)` | | \(key.about) |"] + items.map { row($0, path: "\(key.path)[].\($0.path)") }
        }
        return (["| key | default | what it does |", "| --- | --- | --- |"] + rows).joined(separator: "\n") + "\n"
    }

    private static func row(_ key: KeyDescription, path: String) -> String {
        let fallback =
            switch path {
            case _ where key.traits.contains(.required): "required"
            case "queue": "beside the results"
            case "cache": "`~/.cache/quiver`"
            case "detectors[].model", "scoring.model", "scoring.holeModel": "the one that comes with Quiver"
            default: "`\(key.fallback.line)`"
            }
        return "| `\(path)` | \(fallback) | \(key.about) |"
    }
}
