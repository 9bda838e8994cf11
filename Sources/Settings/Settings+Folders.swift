import Findings
import SystemPackage

/// Settings of one watched folder: what its entry in `watch` has takes the place of what stands beside `watch`.
extension Settings {
    /// The keys that an entry of `watch` may have, beside those of the folder itself.
    static let folderKeys = keys.filter { $0.description.mayDifferByFolder }

    /// What holds for the photos of a watched folder; it has no list of folders.
    public func ofFolder(_ watch: Watch) -> Settings {
        var settings = watch.own ?? self
        (settings.watch, settings.others) = ([], [])
        return settings
    }

    /// What holds for the photos of some watched folders, each once and in their order; what stands beside `watch` where there are none.
    public func ofFolders(_ folders: [Watch]) -> [Settings] {
        // The command line may name 100,000 photos.
        guard folders.contains(where: { $0.own != nil }) else { return [ofFolder(Watch())] }
        return folders.map(ofFolder).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Why keys are the same for all watched folders, by how the key begins.
    static let reasonsToShare: [(key: String, reason: String)] = [
        ("watch", "a folder has no list of folders; add the folder to the list beside it"),
        ("queue", "all folders share one queue"),
        ("output.path", "all folders share one folder of results"),
        ("output.originals", "all folders share one folder of originals"),
        ("output.replace", "it is said of the folder of results, which all folders share"),
        ("output.confidenceLevels", "pages show the photos of all folders, and a colour means the same on all of them"),
        ("output.language", "the score sheets of all folders belong to one list"),
        ("limits", "pages that show a photo open it by the limits that it was processed by"),
        ("workers", "all folders share one set of workers"),
        ("when", "all folders share one set of workers; \"priority\" says which folder's photos are first"),
        ("retry", "what passes, such as a full disk, is the trouble of all folders"),
        ("intake", "one search serves all folders; \"settle\", \"ignore\" and \"recursive\" are a folder's own"),
        ("serve", "one page shows all folders"),
        ("rounds", "a round has one meaning everywhere; name it in the folder's \"scoring.round\""),
        ("sequences", "one list of questions is asked of all photos"),
        ("hooks", "one list has all hooks; name those of the folder in its \"hooks\""),
        ("log", "all folders share one log"),
        ("metrics", "one process tells its numbers"),
        ("cache", "all models share one folder of compiled models"),
    ]

    /// The sentence that refuses a key in an entry of `watch` that all folders share; nil where it is no such key or stands elsewhere.
    static func refusal(of path: String, at prefix: String, below group: String) -> String? {
        guard prefix.dropLast(group.count).wholeMatch(of: /watch\[[0-9]+\]\./) != nil,
            KeyTree(keys.map(\.description)).entry(path) != nil,
            let (key, reason) = reasonsToShare.first(where: { path == $0.key || path.hasPrefix($0.key + ".") })
        else { return nil }
        return "cannot differ by folder: \(reason)" + (key == "watch" ? "" : ". Set it beside \"watch\"")
    }

    /// Reads what watched folders have of their own; the folders then have it.
    ///
    /// A folder or photo that the command line names belongs to the entry that holds it.
    mutating func readFolders(
        _ fromFile: RawSettings, beside base: inout RawSettings, _ sources: SettingsSources, file: String?,
        exists: (FilePath) -> Bool
    ) -> FolderReadings {
        var configured = sources.paths.isEmpty ? watch : Self.configuredFolders(fromFile, sources)
        checkHooks(of: configured, &base, fromFile)
        var folders = FolderReadings()
        let own = fromFile.foldersWithOwn
        for entry in configured.indices where own.contains(entry) || configured[entry].hooks != nil {
            let own = SettingsReading(
                ofFolder: entry, in: fromFile, with: hooks(of: configured[entry]), beside: &base, sources, file: file,
                exists: exists)
            folders.readings[entry] = own
            configured[entry].own = own.settings
        }
        guard !folders.readings.isEmpty else { return folders }
        checkDetectors(of: configured, &base, fromFile)
        for index in watch.indices {
            let entry = sources.paths.isEmpty ? index : Self.entry(of: watch[index].path, among: configured)
            guard let entry, folders.readings[entry] != nil else { continue }
            folders.entries[index] = entry
            watch[index].hooks = configured[entry].hooks
            watch[index].takeOwn(of: configured[entry])
        }
        if !sources.paths.isEmpty { others = configured }
        return folders
    }

    /// Refuses a detector's name that means another one in another folder: tables, data sets and pages know detectors by their names.
    private func checkDetectors(of folders: [Watch], _ base: inout RawSettings, _ fromFile: RawSettings) {
        var known: [String: (detector: Detector, folder: Int)] = [:]
        for (index, watch) in folders.enumerated() {
            for (number, detector) in ofFolder(watch).detectors.enumerated() {
                guard let other = known[detector.name] else {
                    known[detector.name] = (detector, index)
                    continue
                }
                guard (other.detector.task, other.detector.model) != (detector.task, detector.model) else { continue }
                let isOwn = fromFile.counts["watch[\(index)].detectors"] != nil
                let place = (isOwn ? "watch[\(index)]." : "") + "detectors[\(number)]"
                let message =
                    "\(place).name: \"\(detector.name)\" is another detector's name in watch[\(other.folder)]; "
                    + "give each its own: tables and pages know detectors by their names"
                let position = fromFile["\(place).name"]?.node.position ?? fromFile.positions[place]
                base.problems.append(.init(.duplicate, message, at: position))
            }
        }
    }

    /// What watched folders have of their own.
    struct FolderReadings {
        /// By the entries of `watch` in the settings file.
        var readings: [Int: SettingsReading] = [:]
        /// The entries that folders and photos belong to, by their place in ``Settings/watch``.
        var entries: [Int: Int] = [:]
    }

    /// The hooks that are told of a folder's photos, and those that are told of other things.
    private func hooks(of watch: Watch) -> [Hook] {
        guard let names = watch.hooks else { return hooks }
        return hooks.filter { $0.on != .photo || names.contains($0.name) }
    }

    /// Refuses names of hooks that a folder cannot choose among.
    private func checkHooks(of folders: [Watch], _ base: inout RawSettings, _ fromFile: RawSettings) {
        for (index, watch) in folders.enumerated() {
            for name in watch.hooks ?? [] {
                let hook = hooks.first { $0.name == name }
                guard hook?.on != .photo else { continue }
                let known = hooks.filter { $0.on == .photo }.map(\.name)
                let message =
                    hook.map {
                        "the hook \"\(name)\" is told of each \($0.on.rawValue) and not of photos; leave it out"
                    }
                    ?? "there is no hook \"\(name)\"; "
                    + (known.isEmpty
                        ? "no hook is told of photos" : "told of photos are \(known.joined(separator: ", "))")
                let key = "watch[\(index)].hooks"
                base.problems.append(.init(.conflict, "\(key): \(message)", at: fromFile[key]?.node.position))
            }
        }
    }

    /// The entry among watched folders that a photo or folder belongs to, by how paths are written; nil for none.
    static func entry(of path: FilePath, among folders: [Watch]) -> Int? {
        let holding = folders.indices.filter { path.starts(with: folders[$0].path) }
        return holding.max { folders[$0].path.components.count < folders[$1].path.components.count }
    }
}

extension SettingsReading {
    /// - Parameters:
    ///   - hooks: Those that are told of the folder's photos, and of other things.
    ///   - base: What is read beside `watch`; it takes the mistakes.
    init(
        ofFolder entry: Int, in fromFile: RawSettings, with hooks: [Settings.Hook], beside base: inout RawSettings,
        _ sources: SettingsSources, file: String?, exists: (FilePath) -> Bool
    ) {
        let place = "watch[\(entry)]"
        let hasDetectors = fromFile.counts[place + ".detectors"] != nil
        self.init(
            fromFile.ofFolder(entry) ?? fromFile, sources, file: file, below: hasDetectors ? place + "." : "",
            exists: exists)
        settings.hooks = hooks
        (settings.watch, settings.others) = ([], [])
        source = (entry, fromFile)
        warnings = warnings.filter { $0.hasPrefix("detectors") }.map { "\(place).\($0)" }
        for problem in rawSettings.problems where !base.problems.contains(problem) {
            let own = problem.ofFolder(entry)
            if !base.problems.contains(own) { base.problems.append(own) }
        }
    }
}

extension KeyDescription {
    /// Whether a watched folder may have a value of its own.
    var mayDifferByFolder: Bool {
        traits.contains(.byFolder) || traits.contains(.changesAnswer) && !traits.contains(.shared)
    }

    /// The keys of each item in the settings file: an entry of `watch` has more than the environment and the command line know.
    func known(_ items: [KeyDescription]) -> [KeyDescription] {
        guard path == "watch" else { return items }
        return items
            + Settings.folderKeys.map { key in
                var description = key.description
                description.traits.insert(.inherited)
                return description
            }
    }
}

extension RawSettings {
    /// The entries of `watch` that say something of their photos.
    var foldersWithOwn: Set<Int> {
        let plain = Set(Settings.Watch.keys.map(\.description.path))
        return (Array(values.keys) + counts.keys).reduce(into: []) { entries, key in
            guard key.hasPrefix("watch["), let end = key.firstIndex(of: "]"),
                let entry = Int(key[key.index(key.startIndex, offsetBy: 6)..<end]),
                !plain.contains(String(key[end...].dropFirst(2)))
            else { return }
            entries.insert(entry)
        }
    }

    /// What is given for the photos of a watched folder, as if it stood beside `watch`; nil where its entry says nothing of them.
    ///
    /// A list takes the place of the whole list, and a folder with detectors of its own has scoring of its own or none: what looks
    /// at scans is not meant for targets.
    func ofFolder(_ index: Int) -> RawSettings? {
        let prefix = "watch[\(index)]."
        let plain = Set(Settings.Watch.keys.map(\.description.path))
        let paths = values.keys.filter { $0.hasPrefix(prefix) && !plain.contains(String($0.dropFirst(prefix.count))) }
        let lists = counts.filter { $0.key.hasPrefix(prefix) }
        guard !paths.isEmpty || !lists.isEmpty else { return nil }
        var own = self
        own.problems = []
        // Questions about photos that follow each other are asked of all folders.
        own.removeAll(under: "sequences[")
        own.counts["sequences"] = nil
        for (path, count) in lists {
            let list = String(path.dropFirst(prefix.count))
            own.removeAll(under: list + "[")
            own.positions = own.positions.filter { !$0.key.hasPrefix(list + "[") }
            own.counts[list] = count
        }
        if lists.keys.contains(prefix + "detectors") { own.removeAll(under: "scoring.") }
        for path in paths { own.values[String(path.dropFirst(prefix.count))] = values[path] }
        for (path, position) in positions where path.hasPrefix(prefix) {
            own.positions[String(path.dropFirst(prefix.count))] = position
        }
        return own
    }
}

extension SettingsError.Problem {
    /// The same of a watched folder's own settings.
    func ofFolder(_ index: Int) -> SettingsError.Problem {
        let first = message.prefix { $0.isLetter }
        let isKey = Settings.folderKeys.contains { $0.description.path.prefix { $0.isLetter } == first }
        return SettingsError.Problem(
            code, "watch[\(index)]" + (isKey ? "." : ": ") + message, line: line, column: column)
    }
}
