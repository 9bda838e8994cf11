import Findings
import Foundation
import Intake
import SystemPackage

/// One line from the supervisor to a worker: work this photo.
///
/// By hand, `{"path": "photo.jpg"}` is enough.
struct JobLine: Codable, Sendable {
    /// What the photo's file must still be when it is read; anything else means that it changed under way.
    struct Identity: Codable, Sendable, Hashable {
        var inode: UInt64
        var size: Int64
        var mtimeNanoseconds: Int64
    }

    /// The files wanted beside the answer, and where their temp files go.
    struct Wanted: Codable, Sendable, Hashable {
        /// The folder for finished temp files, on the same file system as the output.
        var staging: RawPathText
        var annotated = false
        var crops = false
        /// The SHA-256 of the photo, to be noted in each picture; nil for a worker that a person started by hand.
        var content: String?
    }

    /// A picture for a page, made in place of all other work.
    struct Picture: Codable, Sendable, Hashable {
        /// Nil for the whole picture; else the part to cut out, in pixels of the upright photo.
        var region: Box?
        var longestSide: Int
    }

    /// Comes back in the answer, so that a late answer to another claim is recognised.
    var claim: String?
    /// The photo, bytes as they are on disk; for messages alone where an open file comes with the line.
    var path: RawPathText
    var identity: Identity?
    var wanted: Wanted?
    var picture: Picture?
}

/// A path in JSON: text where it is UTF-8, else `{"base64": "…"}` of its bytes.
struct RawPathText: Codable, Sendable, Hashable {
    var file: FilePath

    init(_ file: FilePath) { self.file = file }

    private enum CodingKeys: String, CodingKey { case base64 }

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            file = FilePath(text)
        } else {
            file = FilePath(
                rawBytes: try decoder.container(keyedBy: CodingKeys.self).decode(Data.self, forKey: .base64))
        }
    }

    func encode(to encoder: any Encoder) throws {
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
