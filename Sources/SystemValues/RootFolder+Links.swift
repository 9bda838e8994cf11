import Glibc
import SystemPackage

/// Symbolic links below a root, which are made and read, and never followed.
extension RootFolder {
    /// Makes a link; a file that has its name already is an error.
    public func makeLink(_ name: FilePath, to target: FilePath) throws(FolderError) {
        try withFolder(of: name, "make the link") { (folder, last) throws(Errno) in
            try Calls.makeLink(folder, last, to: target)
        }
    }

    /// Where a link leads, as it says itself; nil for anything but a link.
    public func target(of name: FilePath) throws(FolderError) -> FilePath? {
        do {
            return try withFolder(of: name, "read the link") { (folder, last) throws(Errno) in
                try Calls.target(folder, last)
            }
        } catch  where error.isMissing || error.reason == .system(.invalidArgument) {
            return nil
        }
    }
}
