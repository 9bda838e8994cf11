import Foundation
import SystemPackage

extension Confinement: Codable {
    private enum CodingKeys: String, CodingKey {
        case mode, reads, writes, startReads, startWrites, usesDevices, newestLandlock
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func paths(_ key: CodingKeys) throws -> [FilePath] {
            try container.decodeIfPresent([CodedPath].self, forKey: key)?.map(\.path) ?? []
        }
        self.init(
            mode: try container.decodeIfPresent(Mode.self, forKey: .mode) ?? .auto,
            reads: try paths(.reads), writes: try paths(.writes), startReads: try paths(.startReads),
            startWrites: try paths(.startWrites),
            usesDevices: try container.decodeIfPresent(Bool.self, forKey: .usesDevices) ?? false)
        newestLandlock = try container.decodeIfPresent(Int32.self, forKey: .newestLandlock)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(mode, forKey: .mode)
        try container.encode(reads.map(CodedPath.init), forKey: .reads)
        try container.encode(writes.map(CodedPath.init), forKey: .writes)
        try container.encode(startReads.map(CodedPath.init), forKey: .startReads)
        try container.encode(startWrites.map(CodedPath.init), forKey: .startWrites)
        try container.encode(usesDevices, forKey: .usesDevices)
        try container.encodeIfPresent(newestLandlock, forKey: .newestLandlock)
    }
}

/// A path in JSON: text where it is UTF-8, else `{"base64": "…"}` of its bytes.
struct CodedPath: Codable {
    let path: FilePath

    init(_ path: FilePath) { self.path = path }

    private enum CodingKeys: String, CodingKey { case base64 }

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            path = FilePath(text)
        } else {
            let bytes = try decoder.container(keyedBy: CodingKeys.self).decode(Data.self, forKey: .base64)
            let terminated = bytes.filter { $0 != 0 }.map { CInterop.PlatformChar(bitPattern: $0) } + [0]
            path = FilePath(platformString: terminated)
        }
    }

    func encode(to encoder: any Encoder) throws {
        let bytes = path.withPlatformString { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        if let text = String(validating: bytes, as: UTF8.self) {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        } else {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(Data(bytes), forKey: .base64)
        }
    }
}
