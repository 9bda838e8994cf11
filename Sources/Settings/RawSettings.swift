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
        if let present = values[path], present.origin.strength > given.origin.strength { return }
        values[path] = given
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
