import Findings
import JSONTree
import SystemPackage

/// A value that was given for a key, not yet read.
struct RawValue {
    let node: JSONNode
    let origin: Origin
    /// What relative paths in it are relative to.
    let folder: FilePath
}

/// All that was given, by full key: `letterbox.size`, `detectors[0].confidence`.
struct RawSettings {
    var values: [String: RawValue] = [:]
    /// How many items each list has.
    var counts: [String: Int] = [:]
    /// Where lists and their items stand in the file, for what is missing from them.
    var positions: [String: JSONNode.Position] = [:]
    var problems: [SettingsError.Problem] = []

    /// Mistakes that are reported; a file with more is another kind of file.
    static let mostProblems = 50

    subscript(path: String) -> RawValue? { values[path] }

    /// Takes a value unless a stronger one is there.
    mutating func set(_ path: String, _ given: RawValue) {
        if let present = values[path] {
            if present.origin.strength > given.origin.strength { return }
            if path.hasSuffix("].task"), present.node.content != given.node.content {
                forgetModel(of: String(path.dropLast("task".count)), weakerThan: given.origin)
            }
        }
        if path.hasSuffix("].task"), case .option = given.origin { forgetScoring(for: given, in: values[path]) }
        values[path] = given
    }

    /// What belongs to a detector's model goes with its task: `--task hands` is not meant for the file's detector of objects.
    private mutating func forgetModel(of detector: String, weakerThan origin: Origin) {
        for key in [
            "name", "model", "landmarks", "words", "layout", "precision", "mean", "std", "confidence", "iou", "classes",
            "thresholds", "ignore",
        ] where values[detector + key].map({ $0.origin.strength < origin.strength }) ?? false {
            values[detector + key] = nil
        }
    }

    /// Scoring goes with the task as well: `--task text` is not meant for targets that the file has scored.
    private mutating func forgetScoring(for given: RawValue, in present: RawValue?) {
        let former = present?.node.content ?? .string(DetectorTask.detect.rawValue)
        guard former != given.node.content else { return }
        // A round says the face too.
        for key in ["scoring.face", "scoring.round"]
        where values[key].map({ $0.origin.strength < given.origin.strength }) ?? false {
            values[key] = nil
        }
    }

    mutating func removeAll(under prefix: String) {
        values = values.filter { !$0.key.hasPrefix(prefix) }
    }

    /// Notes what is wrong with a value.
    mutating func reject(_ path: String, _ mismatch: TypeMismatch, of given: RawValue) {
        let place = path + mismatch.place
        var message = "\(place): \(mismatch.message)"
        switch given.origin {
        case .environment(let name): message = "environment \(name) (\(place)): \(mismatch.message)"
        case .option(let name): message = "\(name) (\(place)): \(mismatch.message)"
        default: break
        }
        problems.append(.init(.wrongValue, message, at: mismatch.node.position ?? given.node.position))
    }
}

extension RawSettings {
    /// Takes the paths of the command line in place of the watched folders.
    mutating func read(paths: [FilePath], in folder: FilePath) {
        guard !paths.isEmpty else { return }
        removeAll(under: "watch[")
        counts["watch"] = paths.count
        for (index, path) in paths.enumerated() {
            set(
                "watch[\(index)].path",
                RawValue(node: JSONNode(.string(path.string)), origin: .option("PATH"), folder: folder))
        }
    }

    /// Takes what the command line sets.
    mutating func read(options: [SettingsOption], in folder: FilePath) {
        for option in options {
            let key = option.key.replacing(/\[(\d+)\]/) { ".\($0.1)" }
            let isKnown = override(key: key, option.value, origin: .option(option.name), folder: folder)
            if !isKnown {
                let near = Suggestion.nearest(to: option.key, among: Environment.names.map(\.key))
                let message =
                    "\(option.name): unknown key \"\(option.key)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? "")
                problems.append(.init(.unknownKey, message))
            }
        }
    }

    /// Gives a value to a key: `output.path`, `detectors.confidence` (every one) or `detectors.1.confidence`.
    ///
    /// Returns false where there is no such key.
    mutating func override(key: String, _ text: String, origin: Origin, folder: FilePath) -> Bool {
        for description in Settings.keys.map(\.description) {
            guard let items = description.items else {
                guard description.path == key else { continue }
                set(key, RawValue(node: description.shape.node(text), origin: origin, folder: folder))
                return true
            }
            guard key.hasPrefix(description.path + ".") else { continue }
            var rest = key.dropFirst(description.path.count + 1)
            let digits = rest.prefix { $0.isNumber }
            if !digits.isEmpty { rest = rest.dropFirst(digits.count + 1) }
            guard let item = items.first(where: { $0.path == rest }) else { return false }
            let given = RawValue(node: item.shape.node(text), origin: origin, folder: folder)
            override(item, of: description, index: Int(digits), with: given)
            return true
        }
        return false
    }

    private mutating func override(
        _ item: KeyDescription, of list: KeyDescription, index: Int?, with given: RawValue
    ) {
        let count = counts[list.path] ?? list.defaultCount
        guard let index else {
            guard count <= 1 || !item.traits.contains(.single) else {
                let message =
                    "\(given.origin) sets the \(item.path) of one, but \(list.path) holds \(count); "
                    + "set it in the settings file, or with \(Environment.name(of: "\(list.path).0.\(item.path)"))"
                problems.append(.init(.conflict, message))
                return
            }
            // What an item cannot do without makes one where there is none: QUIVER_WATCH_PATH=drop is enough.
            let last = count == 0 && !item.traits.isDisjoint(with: [.required, .makesItem]) ? 1 : count
            counts[list.path] = last
            for index in 0..<last { set("\(list.path)[\(index)].\(item.path)", given) }
            return
        }
        guard index <= count else {
            let message = "\(given.origin) names \(list.path)[\(index)], but there are \(count), numbered from 0"
            problems.append(.init(.conflict, message))
            return
        }
        counts[list.path] = max(count, index + 1)
        set("\(list.path)[\(index)].\(item.path)", given)
    }
}
