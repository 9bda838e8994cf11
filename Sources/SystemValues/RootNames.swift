import SystemPackage

/// Paths as all hosts of a queue know them: the name of a folder of photos in the place of where this host has it.
///
/// What is stored is `club:` for the folder itself and `club:/2026/1.jpg` for what lies in it. Since a name has neither
/// slash nor colon, that is never an absolute path. A path below no named folder is stored as it is, and a stored path of a
/// name that this host does not know stays what it is when it is read.
public struct RootNames: Hashable, Sendable {
    /// A folder that lies in another one goes before it.
    private let roots: [Root]

    /// Names of an address; without any, every path is stored as it is.
    public init(_ names: [RootName]) {
        roots = names.map(Root.init).sorted { a, b in
            a.path.count == b.path.count ? a.mark.lexicographicallyPrecedes(b.mark) : a.path.count > b.path.count
        }
    }

    /// A folder's raw path as it is stored.
    public func stored(_ folder: [UInt8]) -> [UInt8] {
        for root in roots {
            guard let rest = folder.rest(behind: root.path) else { continue }
            return root.mark + (rest == [slash] ? [] : rest)
        }
        return folder
    }

    /// A stored folder's raw path on this host.
    public func local(_ folder: [UInt8]) -> [UInt8] {
        guard let (root, rest) = split(folder) else { return folder }
        return root.path.isEmpty && rest.isEmpty ? [slash] : root.path + rest
    }

    /// Whether this host has the place of a stored folder: it is absolute, or its name is one of these.
    public func isHere(_ folder: [UInt8]) -> Bool { local(folder).first == slash }

    /// A path as the score book has it, as it is stored there.
    public func stored(_ path: String) -> String {
        guard !roots.isEmpty else { return path }
        let text = Array(path.utf8)
        for root in roots {
            guard let rest = root.rest(of: text) else { continue }
            return String(decoding: root.mark + rest, as: UTF8.self)
        }
        return path
    }

    /// A stored path of the score book as it is on this host.
    public func local(_ path: String) -> String {
        guard !roots.isEmpty, let (root, rest) = split(Array(path.utf8)) else { return path }
        let text = root.text(before: rest)
        return text.isEmpty ? "/" : String(decoding: text, as: UTF8.self)
    }

    /// The folder whose name a stored path begins with, and what is behind its colon; nil where it begins with none.
    private func split(_ stored: [UInt8]) -> (root: Root, rest: [UInt8])? {
        for root in roots where stored.starts(with: root.mark) {
            let rest = Array(stored.dropFirst(root.mark.count))
            if rest.isEmpty || rest.first == slash { return (root, rest) }
        }
        return nil
    }
}

private let slash = UInt8(ascii: "/")

/// A named folder, in the forms that its path has.
private struct Root: Hashable, Sendable {
    /// The name with its colon.
    let mark: [UInt8]
    /// Without a slash at its end, and so empty for the root of the file system.
    let path: [UInt8]
    /// The path within the text of a path that is UTF-8; nil where no such path lies in the folder.
    let plain: [UInt8]?
    /// The path within the text of a path that is not UTF-8, see ``PercentEscape/exact(_:)``.
    let escaped: [UInt8]

    init(_ name: RootName) {
        mark = Array(name.name.utf8) + [UInt8(ascii: ":")]
        let bytes = name.path.rawBytes
        path = bytes == [slash] ? [] : bytes
        plain = String(validating: path, as: UTF8.self) == nil ? nil : path
        escaped = Array(PercentEscape.text(of: path) { $0 == "%" }.utf8)
    }

    /// What a text has behind the folder, as its own text; nil where it names nothing in the folder.
    ///
    /// The whole of a path is escaped where any part of it is not UTF-8. Hosts agree on the rest alone, so it is as it would
    /// be without the folder.
    func rest(of text: [UInt8]) -> [UInt8]? {
        guard let plain else {
            return text.rest(behind: escaped).map { Array(PercentEscape.exact(PercentEscape.bytes(of: $0)).text.utf8) }
        }
        if let rest = text.rest(behind: plain) { return rest }
        return text.rest(behind: escaped).flatMap { $0.isEscapedText ? $0 : nil }
    }

    /// The text of the folder with the rest behind it, as ``rest(of:)`` gives that.
    func text(before rest: [UInt8]) -> [UInt8] {
        if plain == escaped { return escaped + rest }
        if rest.isEscapedText { return escaped + rest }
        return plain.map { $0 + rest } ?? escaped + Array(PercentEscape.text(of: rest) { $0 == "%" }.utf8)
    }
}

extension [UInt8] {
    /// What is behind a folder's path, from its slash on: empty for the folder itself, nil where the folder does not hold it.
    fileprivate func rest(behind folder: [UInt8]) -> [UInt8]? {
        guard !isEmpty, starts(with: folder) else { return nil }
        let rest = dropFirst(folder.count)
        return rest.isEmpty || rest.first == slash ? Array(rest) : nil
    }

    /// Whether it is the text of bytes that are not UTF-8.
    fileprivate var isEscapedText: Bool {
        contains(UInt8(ascii: "%")) && String(validating: PercentEscape.bytes(of: self), as: UTF8.self) == nil
    }
}
