import Foundation
import Glibc
import SystemPackage

extension FilePath {
    /// The path's bytes as the system knows them, without the terminating zero.
    package var rawBytes: [UInt8] {
        withPlatformString { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }

    /// A path of the system's bytes, up to the first zero.
    ///
    /// Each row of a queue has one: bytes that lie in one piece are copied as they are, once.
    package init(rawBytes bytes: some Sequence<UInt8>) {
        self =
            bytes.withContiguousStorageIfAvailable(Self.path) ?? Array(bytes).withUnsafeBufferPointer(Self.path)
    }

    private static func path(_ bytes: UnsafeBufferPointer<UInt8>) -> FilePath {
        withUnsafeTemporaryAllocation(of: CInterop.PlatformChar.self, capacity: bytes.count + 1) { characters in
            let end = characters.initialize(fromContentsOf: bytes.lazy.map(CInterop.PlatformChar.init(bitPattern:)))
            characters.initializeElement(at: end, to: 0)
            return characters.baseAddress.map { FilePath(platformString: $0) } ?? FilePath()
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
        withPlatformString { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
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

/// A path below a folder that cannot lead out of it: names only, neither a beginning `/` nor `..`.
///
/// What a database, a record or a mark says of a place below the results is untrusted. Made into this first,
/// it names something in that folder or nothing at all.
public struct PathBelow: Hashable, Sendable {
    /// The relative path.
    public let path: FilePath

    /// The way that bytes name; nil where they name none below a folder.
    public init?(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard Self.isWay(bytes) else { return nil }
        path = FilePath(rawBytes: bytes)
    }

    /// Whether bytes name such a way.
    ///
    /// In one pass and without a copy: every row that is read from a queue is asked.
    package static func isWay(_ bytes: [UInt8]) -> Bool {
        // Of the name so far.
        var (length, areDots) = (0, true)
        var isName: Bool { length > 2 || length > 0 && !areDots }
        for byte in bytes {
            switch byte {
            case 0: return false
            case UInt8(ascii: "/"):
                guard isName else { return false }
                (length, areDots) = (0, true)
            default:
                length += 1
                areDots = areDots && byte == UInt8(ascii: ".")
            }
        }
        return isName
    }

    /// The way that a path names; nil where it names none below a folder.
    public init?(_ path: FilePath) { self.init(path.rawBytes) }

    /// The relative path's bytes.
    public var bytes: [UInt8] { path.rawBytes }
}

/// A path in JSON: text where it is UTF-8, else `{"base64": "…"}` of its bytes.
package struct RawPathText: Codable, Sendable, Hashable {
    package var file: FilePath

    package init(_ file: FilePath) { self.file = file }

    private enum CodingKeys: String, CodingKey { case base64 }

    package init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            file = FilePath(text)
        } else {
            file = FilePath(
                rawBytes: try decoder.container(keyedBy: CodingKeys.self).decode(Data.self, forKey: .base64))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        let bytes = file.rawBytes
        if let text = String(validating: bytes, as: UTF8.self) {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        } else {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(Data(bytes), forKey: .base64)
        }
    }
}
