import Foundation
import SystemPackage
import SystemValues

extension Confinement: Codable {
    private enum CodingKeys: String, CodingKey {
        case mode, reads, writes, startReads, startWrites, usesDevices, newestLandlock
    }

    /// Reads the keys above; a missing list is empty, and a missing mode is `auto`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func paths(_ key: CodingKeys) throws -> [FilePath] {
            try container.decodeIfPresent([RawPathText].self, forKey: key)?.map(\.file) ?? []
        }
        self.init(
            mode: try container.decodeIfPresent(Mode.self, forKey: .mode) ?? .auto,
            reads: try paths(.reads), writes: try paths(.writes), startReads: try paths(.startReads),
            startWrites: try paths(.startWrites),
            usesDevices: try container.decodeIfPresent(Bool.self, forKey: .usesDevices) ?? false)
        newestLandlock = try container.decodeIfPresent(Int32.self, forKey: .newestLandlock)
    }

    /// Writes the keys above; a path that is not UTF-8 becomes base64.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(mode, forKey: .mode)
        try container.encode(reads.map(RawPathText.init), forKey: .reads)
        try container.encode(writes.map(RawPathText.init), forKey: .writes)
        try container.encode(startReads.map(RawPathText.init), forKey: .startReads)
        try container.encode(startWrites.map(RawPathText.init), forKey: .startWrites)
        try container.encode(usesDevices, forKey: .usesDevices)
        try container.encodeIfPresent(newestLandlock, forKey: .newestLandlock)
    }
}
