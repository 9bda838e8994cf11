import Glibc
import SystemPackage

extension FilePath {
    /// The absolute path with the links of those folders resolved that are there already.
    ///
    /// What a person names may lead through links; what is done below it afterwards may not.
    public var resolvedPath: FilePath {
        var (above, missing) = (self, [FilePath.Component]())
        while true {
            let start = above.isEmpty ? FilePath(".") : above
            if let resolved = start.withPlatformString({ realpath($0, nil) }) {
                defer { free(resolved) }
                return FilePath(platformString: resolved).appending(missing.reversed())
            }
            guard let last = above.lastComponent, above.removeLastComponent() else { return self }
            missing.append(last)
        }
    }
}
