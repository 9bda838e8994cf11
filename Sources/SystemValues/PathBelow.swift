import Foundation
import SystemPackage

/// A path below a folder that cannot lead out of it: names only, neither a beginning `/` nor `..`.
///
/// What a database, a record or a mark says of a place below the results may be a stranger's word. Made into this first,
/// it names something in that folder or nothing at all.
public struct PathBelow: Hashable, Sendable {
    /// The relative path.
    public let path: FilePath

    /// The way that bytes name; nil where they name none below a folder.
    public init?(_ bytes: some Collection<UInt8>) {
        let names = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let areNames = names.allSatisfy { name in
            !name.isEmpty && !name.contains(0) && !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8)
        }
        guard areNames else { return nil }
        path = FilePath(rawBytes: Array(bytes))
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
