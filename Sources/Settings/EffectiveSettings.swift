import Foundation
import JSONTree
import SystemPackage

/// Settings that hold, and where each of them comes from.
public struct EffectiveSettings: Sendable {
    /// The settings that hold.
    public let settings: Settings
    /// The settings file that was read, nil where there was none.
    public let file: FilePath?
    /// What stood in that file.
    public let content: Data?
    /// Whether the caller named that file; else it lay in the current folder.
    public let isNamed: Bool
    /// What was not wrong enough to refuse, for the standard error stream.
    public let warnings: [String]
    /// Those of them that every command says: what is to be known of the queue that was meant.
    public let queueWarnings: [String]
    /// Every key in the table's order.
    public let entries: [Entry]

    /// One key with its effective value and origin.
    public struct Entry: Sendable {
        /// The full key: `detectors[0].confidence`.
        public let path: String
        /// The effective value, as the settings file would write it.
        public let value: JSONValue
        /// Where the value comes from.
        public let origin: Origin
    }

    init(
        settings: Settings, file: FilePath?, content: Data?, isNamed: Bool, warnings: [String],
        queueWarnings: [String] = [], rawSettings: RawSettings,
        derived: [String: Origin], folders: Settings.FolderReadings = .init()
    ) {
        self.settings = settings
        self.file = file
        self.content = content
        self.isNamed = isNamed
        self.warnings = warnings + queueWarnings
        self.queueWarnings = queueWarnings
        let shared = Settings.keys.flatMap { $0.show(settings, "") }.map { shown in
            let origin = derived[shown.path] ?? rawSettings[shown.path]?.origin ?? .builtIn
            return Entry(path: shown.path, value: shown.value, origin: origin)
        }
        self.folders = folders.readings.mapValues { own in
            EffectiveSettings(
                settings: own.settings, file: file, content: content, isNamed: isNamed, warnings: [],
                rawSettings: own.rawSettings, derived: own.derived)
        }
        entriesOfFolders = folders.entries
        // What a folder has of its own follows what is said of the folder itself.
        entries = shared.indices.flatMap { index -> [Entry] in
            let (entry, place) = (shared[index], shared[index].path.prefix { $0 != "." })
            let isLast = !(index + 1 < shared.count && shared[index + 1].path.hasPrefix(place + "."))
            guard isLast, place.hasPrefix("watch["), let number = Int(place.dropFirst(6).dropLast()),
                let own = folders.entries[number].flatMap({ folders.readings[$0] })
            else { return [entry] }
            return [entry] + own.ownEntries(at: number)
        }
    }

    /// The settings that hold for each entry of `watch` that has some of its own.
    private let folders: [Int: EffectiveSettings]
    /// The entries of watched folders, by their place in `watch`.
    private let entriesOfFolders: [Int: Int]

    /// The settings that hold for what lies in a folder; nil where no watched folder holds it.
    ///
    /// - Parameter path: Absolute.
    public func ofFolder(_ path: FilePath) -> EffectiveSettings? {
        let index = Settings.entry(of: path.lexicallyNormalized(), among: settings.watch)
        return index.map { entriesOfFolders[$0].flatMap { folders[$0] } ?? self }
    }

    /// Where a key's value comes from, nil for a key that is not there.
    public func origin(of path: String) -> Origin? {
        entries.first { $0.path == path }?.origin
    }

    /// One line for each key: its name, its value as JSON, its origin.
    public var text: String {
        let widths = (
            entries.map(\.path.count).max() ?? 0, min(entries.map(\.value.line.count).max() ?? 0, 48)
        )
        return entries.map { entry in
            let cells = [(entry.path, widths.0), (entry.value.line, widths.1)].map { text, width in
                text + String(repeating: " ", count: max(width - text.count, 0))
            }
            return "\(cells[0])  \(cells[1])  \(entry.origin)\n"
        }.joined()
    }

    /// The same as JSON: an object from each key to its value and origin.
    public var json: String {
        let members = entries.map { entry -> JSONValue.Member in
            var value: JSONValue = ["value": entry.value, "origin": .string(entry.origin.description)]
            if case .file(_, let line) = entry.origin {
                value = ["value": entry.value, "origin": .string(entry.origin.description), "line": .integer(line)]
            }
            return JSONValue.Member(entry.path, value)
        }
        let file: JSONValue = .init(file?.string)
        return JSONValue.object([.init("file", file), .init("settings", .object(members))]).document + "\n"
    }
}

extension SettingsReading {
    /// What a watched folder has in place of what stands beside `watch`.
    fileprivate func ownEntries(at index: Int) -> [EffectiveSettings.Entry] {
        guard let source else { return [] }
        let prefix = "watch[\(source.entry)]."
        return Settings.folderKeys.flatMap { $0.show(settings, "") }.filter { shown in
            let list = shown.path.prefix { $0 != "[" }
            let isList = list.count < shown.path.count && source.file.counts[prefix + list] != nil
            return isList || source.file[prefix + shown.path] != nil
        }.map { shown in
            let origin = derived[shown.path] ?? rawSettings[shown.path]?.origin ?? .builtIn
            return EffectiveSettings.Entry(path: "watch[\(index)].\(shown.path)", value: shown.value, origin: origin)
        }
    }
}

/// Where an effective value comes from, from the weakest to the strongest.
public enum Origin: Sendable, Hashable, CustomStringConvertible {
    /// Built in.
    case builtIn
    /// Built in, following another setting: the queue lies beside the results.
    case derived(from: String)
    /// The settings file, by its name, and the line.
    case file(String, line: Int)
    /// An environment variable, by its name.
    case environment(String)
    /// An option of the command line, with its dashes; "PATH" for the paths.
    case option(String)

    /// For output: `default`, the file's name, `environment NAME` or the option.
    public var description: String {
        switch self {
        case .builtIn: "default"
        case .derived(let other): "default, from \(other)"
        case .file(let name, _): name
        case .environment(let name): "environment \(name)"
        case .option(let name): name
        }
    }

    /// The stronger origin wins.
    var strength: Int {
        switch self {
        case .builtIn, .derived: 0
        case .file: 1
        case .environment: 2
        case .option: 3
        }
    }
}
