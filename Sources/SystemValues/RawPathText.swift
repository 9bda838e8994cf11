import Foundation
import SystemPackage

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
