import Findings
import JSONTree
import SystemPackage

extension RawSettings {
    /// The most objects in one list: more watched folders are not listed by hand.
    private static let mostItems = 1_000

    /// Takes every value of a settings file, and notes keys that no table knows.
    mutating func read(file node: JSONNode, named name: String, in folder: FilePath) {
        guard case .object(let members) = node.content else {
            let message = "found \(node.content.spoken), expected an object: { \"detectors\": [ … ] }"
            problems.append(.init(.wrongValue, message, at: node.position))
            return
        }
        let tree = KeyTree(Settings.keys.map(\.description))
        take(members, known: tree, at: "", below: "", file: name, folder: folder)
    }

    /// - Parameters:
    ///   - prefix: What stands before the names in full: `detectors[0].`
    ///   - group: The part of the prefix that belongs to the table: empty there, `letterbox.` in a group.
    private mutating func take(
        _ members: [JSONNode.Member], known tree: KeyTree, at prefix: String, below group: String,
        file: String, folder: FilePath
    ) {
        // "$schema" lets editors complete and check the file.
        for member in members where !(prefix.isEmpty && member.name == "$schema") {
            guard problems.count <= Self.mostProblems else { return }
            let (path, node) = (prefix + member.name, member.node)
            switch tree.entry(group + member.name) {
            case .key(let key):
                take(node, of: key, at: path, file: file, folder: folder)
            case .group:
                guard case .object(let inner) = node.content else {
                    let message =
                        "\(path): found \(node.content.spoken), expected an object with "
                        + tree.names(in: group + member.name + ".").map { "\"\($0)\"" }.joined(separator: ", ")
                    problems.append(.init(.wrongValue, message, at: node.position))
                    continue
                }
                take(inner, known: tree, at: path + ".", below: group + member.name + ".", file: file, folder: folder)
            case nil:
                if let refusal = Settings.refusal(of: group + member.name, at: prefix, below: group) {
                    problems.append(.init(.conflict, "\(path): \(refusal)", at: member.position))
                    continue
                }
                let message = "unknown key \"\(path)\"" + Suggestion.sentence(for: member.name, in: tree, group, prefix)
                problems.append(.init(.unknownKey, message, at: member.position))
            }
        }
    }

    private mutating func take(
        _ node: JSONNode, of key: KeyDescription, at path: String, file: String, folder: FilePath
    ) {
        let origin = Origin.file(file, line: node.position?.line ?? 1)
        guard let items = key.items else {
            set(path, RawValue(node: node, origin: origin, folder: folder))
            return
        }
        guard case .array(let nodes) = node.content else {
            problems.append(
                .init(.wrongValue, "\(path): found \(node.content.spoken), expected \(key.expected)", at: node.position)
            )
            return
        }
        guard nodes.count <= Self.mostItems else {
            let message = "\(path): found \(nodes.count) items; a settings file may have at most \(Self.mostItems)"
            problems.append(.init(.wrongValue, message, at: node.position))
            return
        }
        counts[path] = nodes.count
        positions[path] = node.position
        for (index, node) in nodes.enumerated() {
            positions["\(path)[\(index)]"] = node.position
            guard case .object(let members) = node.content else {
                let message =
                    "\(path)[\(index)]: found \(node.content.spoken), expected an object as in \(key.expected)"
                problems.append(.init(.wrongValue, message, at: node.position))
                continue
            }
            take(
                members, known: KeyTree(key.known(items)), at: "\(path)[\(index)].", below: "", file: file,
                folder: folder)
        }
    }
}

/// The keys of one table, found by path.
struct KeyTree {
    let keys: [KeyDescription]

    enum Entry {
        case key(KeyDescription)
        case group
    }

    init(_ keys: [KeyDescription]) { self.keys = keys }

    func entry(_ path: String) -> Entry? {
        if let key = keys.first(where: { $0.path == path }) { return .key(key) }
        return keys.contains { $0.path.hasPrefix(path + ".") } ? .group : nil
    }

    /// The names that may stand in a group, in the table's order; the group ends in a dot unless it is the top.
    func names(in group: String) -> [String] {
        var names: [String] = []
        for key in keys where key.path.hasPrefix(group) {
            let name = String(key.path.dropFirst(group.count).prefix { $0 != "." })
            if !names.contains(name) { names.append(name) }
        }
        return names
    }
}
