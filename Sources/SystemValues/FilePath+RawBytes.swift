import Glibc
import SystemPackage

extension FilePath {
    /// The path's bytes as the system knows them, without the terminating zero.
    package var rawBytes: [UInt8] {
        withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0))).map { UInt8(bitPattern: $0) } }
    }

    /// A path of the system's bytes, up to the first zero.
    package init(rawBytes bytes: some Sequence<UInt8>) {
        let characters = bytes.map { CInterop.PlatformChar(bitPattern: $0) } + [0]
        self = characters.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { FilePath(platformString: $0) } ?? FilePath()
        }
    }
}

extension FilePath {
    /// The bytes behind the last slash.
    package var lastName: [UInt8] {
        let bytes = rawBytes
        return bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(bytes[($0 + 1)...]) } ?? bytes
    }
}

extension FilePath.Component {
    /// The name's bytes as the system knows them.
    package var rawBytes: [UInt8] {
        withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0))).map { UInt8(bitPattern: $0) } }
    }
}

extension FilePath {
    /// The absolute path without links; nil where there is no such file.
    package var realPath: FilePath? { Syscalls.realPath(self).map { FilePath(rawBytes: $0) } }

    /// The absolute path with the links of those folders resolved that are there already.
    ///
    /// What a user names may lead through links; what is done below it afterwards may not.
    public var resolvedPath: FilePath {
        var (above, missing) = (self, [FilePath.Component]())
        while true {
            if let resolved = (above.isEmpty ? FilePath(".") : above).realPath {
                return resolved.appending(missing.reversed())
            }
            guard let last = above.lastComponent, above.removeLastComponent() else { return self }
            missing.append(last)
        }
    }

    /// Whether anything lies at the path, a link without an end included.
    package var exists: Bool { (try? Syscalls.status(self, follow: false)) != nil }

    /// The rights of what lies at the path; nil where nothing does.
    package var mode: UInt32? { (try? Syscalls.status(self, follow: true))?.mode }

    /// Whether a folder lies at the path, or a link leads to one.
    package var isFolder: Bool { (try? Syscalls.status(self, follow: true))?.kind == .folder }
}
