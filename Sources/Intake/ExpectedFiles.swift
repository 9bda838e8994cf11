import SystemPackage
import SystemValues

/// Files that are renamed into a watched folder once they are whole: the one thing that makes the settle time needless.
///
/// Who expects a file names it by what no other file has: its number and its size. Another one under its name settles like
/// any file, and so does this one where it has grown or shrunk. It is looked into and hashed as all are.
struct ExpectedFiles {
    /// What tells an expected file from others.
    struct Whole: Sendable {
        let number: FileNumber
        let size: Int64
    }

    /// More than are under way at the same moment; the oldest settle like any other.
    private static let most = 4_096

    private var files: [RootedPath: Whole] = [:]
    private var order: [RootedPath] = []

    /// Expects a file under a name.
    mutating func insert(_ place: RootedPath, _ whole: Whole) {
        if files.updateValue(whole, forKey: place) == nil { order.append(place) }
        if order.count > Self.most { files[order.removeFirst()] = nil }
    }

    /// Whether a file is the one that is expected under its name.
    func contains(_ file: Arrival) -> Bool {
        guard !files.isEmpty, let whole = files[file.place] else { return false }
        return whole.number == file.identity.number && whole.size == file.identity.size
    }

    /// Expects nothing under a name any more.
    mutating func remove(_ place: RootedPath) {
        guard !files.isEmpty, files.removeValue(forKey: place) != nil else { return }
        order.removeAll { $0 == place }
    }
}

extension Watcher {
    /// Lets a file be taken at once that is, or will be, renamed into a watched folder once it is whole.
    ///
    /// May be called from any thread: before the rename, and once more behind it where the file system tells of no changes.
    /// - Parameters:
    ///   - path: Where it will lie, without links.
    ///   - number: Which file it is.
    /// - Returns: Whether a watched folder takes a file of that name.
    @discardableResult
    public func expect(_ path: FilePath, number: FileNumber, size: Int64) -> Bool {
        guard let place = place(of: path) else { return false }
        control.expect(.init(place: place, whole: .init(number: number, size: size)))
        return true
    }

    /// Looks again at a file that was taken and is another one since, also where no event tells of it: its time alone may
    /// have been set.
    ///
    /// May be called from any thread.
    public func lookAgain(at path: FilePath) {
        if let place = place(of: path) { control.expect(.init(place: place)) }
    }

    /// Where a file lies among the watched folders; nil where none takes one of its name.
    private func place(of path: FilePath) -> RootedPath? {
        let bytes = path.rawBytes
        // Of two roots of which one holds the other, the inner one's files are its own.
        let holding = roots.indices.filter { RawPath.isInside(bytes, roots[$0].path.rawBytes) }
            .max { roots[$0].path.rawBytes.count < roots[$1].path.rawBytes.count }
        guard let holding else { return nil }
        let root = roots[holding]
        let relative = Array(bytes.dropFirst(root.path.rawBytes.count).drop { $0 == RawPath.slash })
        let parts = relative.split(separator: RawPath.slash)
        let ignore = IgnoreList(adding: root.ignore)
        guard !parts.isEmpty, root.recursive || parts.count == 1,
            parts.allSatisfy({ ignore.pattern(leavingOut: $0, relative: relative) == nil })
        else { return nil }
        return RootedPath(root: holding, relative: relative)
    }
}
