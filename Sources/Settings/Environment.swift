import Findings
import SystemPackage

/// Settings from the environment: a key's name in capitals, `QUIVER_OUTPUT_PATH` for `output.path`.
enum Environment {
    /// Variables that begin as settings do but are none.
    static let others: Set<String> = [
        "QUIVER_CONFIG", "QUIVER_STATE", "QUIVER_OPENVINO", "QUIVER_CASES",
        // What the program of a hook is told, which may call Quiver itself.
        "QUIVER_HOOK", "QUIVER_HOOK_PROCESS", "QUIVER_EVENT", "QUIVER_MESSAGE", "QUIVER_ATTEMPT",
    ]

    /// Every key that a variable may set, as `override` takes it, and the variable; a list's keys without number.
    static let names: [(key: String, variable: String)] = Settings.keys.map(\.description).flatMap { key in
        let paths = key.items?.map { "\(key.path).\($0.path)" } ?? [key.path]
        return paths.map { ($0, name(of: $0)) }
    }

    /// `detectors.0.maxDetections` is `QUIVER_DETECTORS_0_MAX_DETECTIONS`.
    static func name(of key: String) -> String {
        var name = "QUIVER_"
        for character in key {
            if character == "." {
                name += "_"
            } else {
                if character.isUppercase { name += "_" }
                name += character.uppercased()
            }
        }
        return name
    }

    /// The key of a variable, numbers included, nil where it sets none.
    static func key(of variable: String) -> String? {
        var plain = variable
        var number: Substring?
        if let match = variable.firstMatch(of: /_([0-9]+)_/) {
            number = match.1
            plain.replaceSubrange(match.range, with: "_")
        }
        guard let key = names.first(where: { $0.variable == plain })?.key else { return nil }
        guard let number else { return key }
        guard
            let list = Settings.keys.map(\.description).first(where: { $0.items != nil && key.hasPrefix($0.path + ".") }
            )
        else { return nil }
        return list.path + ".\(number)" + key.dropFirst(list.path.count)
    }
}

extension RawSettings {
    /// Takes the environment's settings, those for every item of a list before those for one; returns warnings.
    mutating func read(environment: [String: String], in folder: FilePath) -> [String] {
        var warnings: [String] = []
        var numbered: [(String, String, String)] = []
        for (variable, value) in environment.sorted(by: { $0.key < $1.key })
        where variable.hasPrefix("QUIVER_") && !value.isEmpty && !Environment.others.contains(variable) {
            guard let key = Environment.key(of: variable) else {
                // Other programs may own the name, so an unknown one is not an error.
                let near = Suggestion.nearest(to: variable, among: Environment.names.map(\.variable))
                if let near { warnings.append("environment \(variable) sets nothing; did you mean \(near)?") }
                continue
            }
            if key.contains(where: \.isNumber) {
                numbered.append((key, variable, value))
            } else {
                _ = override(key: key, value, origin: .environment(variable), folder: folder)
            }
        }
        for (key, variable, value) in numbered {
            _ = override(key: key, value, origin: .environment(variable), folder: folder)
        }
        return warnings
    }
}
