import Glibc
import SystemPackage

extension RootFolder {
    /// Where a path begins, and the way from there: for paths whose links were resolved once, so that any link in them
    /// has been planted since.
    ///
    /// The origin cannot be listed or synced. It is opened each time and not kept, because a process that gives its
    /// rights up gets another origin.
    public static func origin(of path: FilePath) throws(FolderError) -> (root: RootFolder, way: FilePath) {
        let start: FilePath = path.isAbsolute ? "/" : "."
        let number: CInt
        do {
            number = try Calls.open(AT_FDCWD, start, Calls.placeOnly | O_DIRECTORY)
        } catch {
            throw FolderError(.system(error), "open the folder", start)
        }
        // Without links a `..` means what it says, so it may be taken out beforehand.
        return (try RootFolder(number, start, .kernel), FilePath(root: nil, path.lexicallyNormalized().components))
    }

    /// Opens a folder whose path holds no link anywhere.
    public convenience init(withoutLinks path: FilePath) throws(FolderError) {
        let origin = try Self.origin(of: path)
        let parts = Array(origin.way.components)
        let number =
            parts.isEmpty
            ? try origin.root.reopened() : try origin.root.open(parts, O_RDONLY | O_DIRECTORY, "open the folder")
        try self.init(number, path, .kernel)
    }

    /// The same folder through a descriptor that can list and sync it.
    private func reopened() throws(FolderError) -> CInt {
        do { return try Calls.open(number, ".", O_RDONLY | O_DIRECTORY) } catch {
            throw FolderError(.system(error), "open the folder", path)
        }
    }
}
