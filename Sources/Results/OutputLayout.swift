import Findings
import SystemPackage
import SystemValues

/// Which files a run writes for which photos: the tree of the inputs again, in the folder of the results.
///
/// `photos/day1/a.jpg` becomes `out/day1/a.jpg.json`, a file that was named itself `out/a.jpg.json`. Where several
/// folders are taken from, each has a folder of its own name in front. Two photos never share a name, whatever they
/// and their folders are called, and the names do not depend on what else lies in the folders, so that they are the
/// same after a restart. Paths are absolute, and the caller has resolved links.
public struct OutputLayout: Sendable {
    /// A folder or a file that photos are taken from.
    public struct Root: Sendable, Hashable {
        /// An absolute path without `.` and `..`.
        public let path: FilePath
        /// False for a photo that was named itself.
        public let isFolder: Bool

        /// A root at an absolute path, whose `.` and `..` are resolved without a look at the disk.
        public init(_ path: FilePath, isFolder: Bool) {
            self.path = path.lexicallyNormalized()
            self.isFolder = isFolder
        }
    }

    /// The folder of the results.
    public let output: FilePath
    /// The folder of copies of the originals, nil for none.
    public let originals: FilePath?
    private let prefixes: RootPrefixes
    /// Whether characters that FAT and its like refuse are escaped in all names.
    private let isPlain: Bool
    /// Names in the folder of the results that lead to inputs or copies, and so cannot be output folders.
    private let taken: Set<[UInt8]>

    /// Decides the names; throws where results would overwrite inputs.
    /// - Parameter isPlain: Whether characters that FAT and its like refuse are escaped in all names.
    public init(
        output: FilePath, roots: [Root], originals: FilePath? = nil, isPlain: Bool = false
    ) throws(ResultsError) {
        self.isPlain = isPlain
        let output = output.lexicallyNormalized()
        let originals = originals?.lexicallyNormalized()
        for folder in roots where folder.isFolder {
            if folder.path == output { throw .overlap(folder.path, "the folder of the results", "--output") }
            // Copies keep their names, so they may not even come to lie above the folder.
            if let originals, folder.path.starts(with: originals) {
                throw .overlap(folder.path, "in the folder of copies", "output.originals")
            }
        }
        self.output = output
        self.originals = originals
        let places = roots.map(\.path) + [originals].compactMap { $0 }
        taken = Set(places.compactMap { Self.firstName(of: $0, below: output) })
        prefixes = RootPrefixes(roots, besides: taken)
        let tables = OutputFormat.all.compactMap(\.table).map { output.appending($0.name) }
        let inputs = Set(roots.filter { !$0.isFolder }.map(\.path))
        for input in inputs {
            guard let names = names(of: input) else { continue }
            for path in names.all + tables where inputs.contains(path) {
                throw .overlap(path, "a file that Quiver would write", "--output")
            }
        }
    }

    /// Names beside records that are there, for photos of no root.
    public init(of output: FilePath) {
        self.output = output.lexicallyNormalized()
        originals = nil
        isPlain = false
        taken = []
        prefixes = RootPrefixes([], besides: [])
    }

    /// The names for a photo, nil for one that lies in none of the roots.
    /// - Parameter isPrefixed: Whether the name of the photo's folder stands in front even where it is the only one.
    public func names(of photo: FilePath, isPrefixed: Bool = false) -> OutputNames? {
        key(for: photo, isPrefixed: isPrefixed).map { OutputNames(key: $0, output: output, originals: originals) }
    }

    /// All names of a photo that was registered under a record's path, by this run or an earlier one.
    /// - Parameter relative: The path below the folder of the results.
    public func names(of photo: FilePath, record relative: [UInt8]) -> OutputNames {
        let record = output.pushing(FilePath(rawBytes: relative))
        for isPrefixed in [false, true] {
            if let names = names(of: photo, isPrefixed: isPrefixed), names.record == record { return names }
        }
        return OutputNames(besideRecord: record)
    }

    /// What the names for a photo are made from: the folders below the results and the photo's own name.
    func key(for photo: FilePath, isPrefixed: Bool = false) -> [UInt8]? {
        let photo = photo.lexicallyNormalized()
        guard let (root, prefix) = prefixes.root(of: photo, isPrefixed: isPrefixed) else { return nil }
        let depth = root.isFolder ? root.path.components.count : photo.components.count - 1
        var parts = photo.components.dropFirst(depth).map { $0.rawBytes }
        guard let name = parts.popLast() else { return nil }
        let plain = { (name: [UInt8]) in isPlain ? PlainName.escaped(name) : name }
        let folders = parts.enumerated().map { index, part in
            OutputName.folder(plain(part), reserved: index == 0 && prefix == nil && taken.contains(part))
        }
        let all = [prefix].compactMap { $0.map(plain) } + folders + [plain(name)]
        return Array(all.joined(separator: [UInt8(ascii: "/")]))
    }

    /// The first step from a folder to a path inside it, nil where the path is not inside.
    private static func firstName(of path: FilePath, below folder: FilePath) -> [UInt8]? {
        guard path.starts(with: folder), path.components.count > folder.components.count else { return nil }
        return path.components.dropFirst(folder.components.count).first.map { $0.rawBytes }
    }
}

extension FilePath {
    /// The path with more names, in the system's bytes.
    func appending(raw name: some Collection<UInt8>) -> FilePath { pushing(FilePath(rawBytes: name)) }
}

extension ResultsError {
    static func overlap(_ path: FilePath, _ what: String, _ setting: String) -> ResultsError {
        ResultsError(
            .overlap,
            "\(EscapedName.printable(path)) is both an input and \(what); name another folder with \(setting)",
            fault: .input)
    }
}

/// The folder that stands before the names of a root's photos, so that several roots do not meet.
///
/// A folder needs one where there is any other root; a file only where another that was named has its name. Runs over
/// thousands of files that a shell has spelt out are looked up, not searched.
struct RootPrefixes: Sendable {
    /// Deepest first, so that the first one that holds a photo is its own.
    private var folders: [(root: OutputLayout.Root, prefix: [UInt8])] = []
    private var files: [FilePath: [UInt8]?] = [:]
    /// Whether there is one root alone, whose name need not stand in front.
    private let isAlone: Bool

    init(_ roots: [OutputLayout.Root], besides taken: Set<[UInt8]>) {
        var seen: Set<OutputLayout.Root> = []
        let roots = roots.filter { seen.insert($0).inserted }
        isAlone = roots.count == 1
        var used = taken
        let twins = Dictionary(grouping: roots.lazy.filter { !$0.isFolder }, by: \.path.lastComponent)
        var parents: [FilePath: [UInt8]] = [:]
        for root in roots {
            let parent = root.path.removingLastComponent()
            if root.isFolder {
                folders.append((root, Self.unused(root, &used)))
            } else if (twins[root.path.lastComponent]?.count ?? 0) > 1 {
                let prefix = parents[parent] ?? Self.unused(root, &used)
                parents[parent] = prefix
                files[root.path] = prefix
            } else {
                files.updateValue(nil, forKey: root.path)
            }
        }
        folders.sort { $0.root.path.components.count > $1.root.path.components.count }
    }

    /// The root that a photo belongs to; a file that was named itself is its own.
    /// - Parameter isPrefixed: Whether a folder's name stands in front in any case.
    func root(of photo: FilePath, isPrefixed: Bool) -> (root: OutputLayout.Root, prefix: [UInt8]?)? {
        if let prefix = files[photo] { return (OutputLayout.Root(photo, isFolder: false), prefix) }
        guard let folder = folders.first(where: { photo.starts(with: $0.root.path) }) else { return nil }
        return (folder.root, isAlone && !isPrefixed ? nil : folder.prefix)
    }

    /// The name of a root's folder, from the second on with its number.
    private static func name(of root: OutputLayout.Root, number: Int) -> [UInt8] {
        let folder = root.isFolder ? root.path : root.path.removingLastComponent()
        let own = folder.lastComponent?.rawBytes ?? Array("root".utf8)
        return OutputName.folder(number == 1 ? own : OutputName.file(own, end: "-\(number)"))
    }

    private static func unused(_ root: OutputLayout.Root, _ used: inout Set<[UInt8]>) -> [UInt8] {
        var number = 1
        while !used.insert(name(of: root, number: number)).inserted { number += 1 }
        return name(of: root, number: number)
    }
}
