import SystemPackage
import SystemValues

/// A picture of a folder of results that a record names.
///
/// A record may be a stranger's: what it names is looked for in the folder alone, and no link is followed there.
public enum ResultsPicture {
    /// More than any picture of a page.
    private static let largest = 1 << 30

    /// A picture's bytes; nil where none lies there, or what lies there is no file of the folder.
    ///
    /// - Parameters:
    ///   - name: Its path in the folder, as a record names it.
    ///   - folder: The folder of results, which links may lead to.
    public static func bytes(of name: String, in folder: FilePath) -> [UInt8]? {
        guard let way = PathBelow(name.utf8) else { return nil }
        return FileCalls.beginning(of: folder.resolvedPath.pushing(way.path), limit: largest)
    }
}
