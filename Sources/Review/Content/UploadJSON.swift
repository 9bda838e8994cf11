import Foundation
import JSONTree
import Results
import Storage

/// An upload as clients get it: what is kept of it, and what became of its photo.
struct UploadJSON: Sendable {
    /// Where it stands.
    enum State: String, Sendable, CaseIterable {
        case receiving, waiting, reading, done, failed, refused
    }

    let upload: Upload
    /// The photo's job; nil where it is not in the queue yet.
    let job: Job?
    /// The id of the photo in its session; nil where the score book does not have it.
    let photo: String?
    /// The id of the session.
    let session: String?

    var state: State {
        switch upload.note.phase {
        case .receiving where !upload.isWhole: .receiving
        case .receiving, .placing: .waiting
        case .refused: .refused
        case .placed:
            switch job?.state {
            case nil, .waiting, .ready, .blocked: .waiting
            case .running: .reading
            case .done: .done
            case .failed, .quarantined, .cancelled, .gone: .failed
            }
        }
    }

    private var reason: String? {
        switch state {
        case .failed: job?.failure?.message ?? "no reason was kept"
        case .refused: upload.note.refusal?.reason
        // Why it is tried again.
        case .waiting: job?.failure?.message
        case .receiving, .reading, .done: nil
        }
    }

    static let format = APIFormat<UploadJSON>.object([
        APIKey("id", \.upload.note.id, .text), APIKey("key", \.upload.note.key, .text),
        APIKey("size", { Int($0.upload.note.size) }, .whole), APIKey("received", { Int($0.upload.received) }, .whole),
        APIKey("state", \.state, .word), APIKey("reason", optional: \.reason, .text),
        APIKey("job", optional: { $0.job.map { Int($0.id.rawValue) } }, .whole),
        APIKey("photo", optional: \.photo, .text), APIKey("session", optional: \.session, .text),
        APIKey("name", optional: \.upload.note.name, .text), APIKey("archer", optional: \.upload.note.archer, .text),
        APIKey(
            "made", { Timestamp(Date(timeIntervalSince1970: Double($0.upload.note.made) / 1000)).description }, .text),
        APIKey("record", described: APIFormat<JSONValue>.anyObject, isRequired: false),
    ]).named("Upload", "A photo that is sent: `state` follows its job once it is in the queue.")
}

extension APIFormat where Value == JSONValue {
    /// Any object, such as a record, which is described elsewhere.
    static let anyObject = APIFormat(schema: ["type": "object"]) { $0 }
}

/// Whether photos are taken, and those that came last.
struct UploadListJSON: Sendable {
    let off: UploadProblem.Off?
    let most: Int64
    let free: Int64
    /// After how many seconds another photo is taken; nil where one is now.
    let fullFor: Int?
    let uploads: [UploadJSON]

    static let format = APIFormat<UploadListJSON>.object([
        APIKey("isOn", { $0.off == nil }, .bool), APIKey("code", optional: \.off?.code, .anyWord),
        APIKey("why", optional: \.off?.why, .text),
        APIKey("most", { Int($0.most) }, .whole), APIKey("free", { Int($0.free) }, .whole),
        APIKey("retryAfter", optional: \.fullFor, .whole), APIKey("pieceSize", { _ in UploadDoor.pieceSize }, .whole),
        APIKey("uploads", \.uploads, .list(UploadJSON.format)),
    ]).named("UploadList")
}
