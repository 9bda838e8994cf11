import SystemPackage
import SystemValues

/// A folder that is held open while files are placed below its path: they are reached from its descriptor.
///
/// A share may go between the look whether it is there and the writing. By path, the file would then land below the
/// mount point, where it is hidden once the share is back; from the descriptor it lands in the folder that was looked at.
public struct HeldFolder: Sendable {
    let path: FilePath
    let root: RootFolder

    @TaskLocal static var current: HeldFolder?

    /// Holds a folder at its path, which leads through no links.
    public init(_ root: RootFolder, at path: FilePath) {
        self.root = root
        self.path = path.lexicallyNormalized()
    }

    /// Runs a body that blocks, in which everything below the path is reached from the folder.
    public func run<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        let result: Result<Value, Failure> = Self.$current.withValue(self) {
            do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// The folder and the way from it, where a path lies below one that is held.
    static func origin(of path: FilePath) -> (root: RootFolder, way: FilePath)? {
        guard let held = current else { return nil }
        var way = path.lexicallyNormalized()
        guard way.removePrefix(held.path), !way.isEmpty else { return nil }
        return (held.root, way)
    }
}
