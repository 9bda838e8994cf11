import JSONTree
import SystemPackage

/// A value that somebody gave for a key, not yet read.
struct RawValue {
    let node: JSONNode
    let origin: Origin
    /// What relative paths in it are relative to.
    let folder: FilePath
}

/// All that was given, by full key: `letterbox.size`, `detectors[0].confidence`.
struct RawSettings {
    private var values: [String: RawValue] = [:]
    /// How many items each list has.
    var counts: [String: Int] = [:]
    /// Where lists and their items stand in the file, for what is missing from them.
    var positions: [String: JSONNode.Position] = [:]
    var problems: [SettingsError.Problem] = []

    /// Mistakes that are told of; a file with more is another kind of file.
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
        values[path] = given
    }

    /// What belongs to a detector's model goes with its task: `--task hands` is not meant for the file's detector of objects.
    private mutating func forgetModel(of detector: String, weakerThan origin: Origin) {
        for key in [
            "name", "model", "landmarks", "layout", "precision", "mean", "std", "confidence", "iou", "classes",
            "thresholds",
        ] where values[detector + key].map({ $0.origin.strength < origin.strength }) ?? false {
            values[detector + key] = nil
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
