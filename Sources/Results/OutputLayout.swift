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

    /// The names for a photo, nil for one that lies in none of the roots.
    public func names(of photo: FilePath) -> OutputNames? {
        key(for: photo).map { OutputNames(key: $0, output: output, originals: originals) }
    }

    /// What the names for a photo are made from: the folders below the results and the photo's own name.
    ///
    /// Kept with a job it gives the same names in a later run that takes from other roots. Where an earlier run has
    /// given the key to another photo, a higher attempt makes another: first with the root's name in front, then with
    /// a number behind that.
    public func key(for photo: FilePath, attempt: Int = 0) -> [UInt8]? {
        let photo = photo.lexicallyNormalized()
        guard let (root, usual) = prefixes.root(of: photo) else { return nil }
        let depth = root.isFolder ? root.path.components.count : photo.components.count - 1
        var parts = photo.components.dropFirst(depth).map { $0.rawBytes }
        guard let name = parts.popLast() else { return nil }
        let prefix = attempt == 0 ? usual : RootPrefixes.name(of: root, number: attempt)
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
