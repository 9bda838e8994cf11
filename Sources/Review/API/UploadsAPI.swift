import Control
import Findings
import HTTPTypes
import JSONTree
import Scoring
import ServiceLifecycle
import Storage
import Supervisor

/// Photos that browsers and programs send: in one request, or in pieces that survive a lost connection.
struct UploadsAPI {
    /// The most uploads of the list.
    private static let most = 100

    let library: ReviewLibrary
    let door: UploadDoor

    var operations: [Operation] { [photo, list, begin, one, piece, giveUp] }

    private static let id = Operation.Parameter.path(
        "id", ["type": "string", "pattern": "^[0-9a-f]{20}$"], example: "0123456789abcdef0123", "The upload's id.")
    private static let content = Operation.Content.json(UploadJSON.format)
    private static let bytes: JSONValue = ["type": "string", "format": "binary"]
    private static let refusals = [
        403: "No photos are taken here, or the token is not good for that.", 404: "There is no such session.",
        409: "Another photo was sent with this key.", 413: "The photo is too large.",
        429: "Too many photos wait or are on their way, or too many requests: `Retry-After` says when to send again.",
        507: "The folder's quota or the disk is full.",
    ]

    private var list: Operation {
        Operation(
            id: "listUploads", method: .get, path: "/uploads",
            summary: "Whether photos are taken, how large they may be, and those that were sent last.",
            answer: .json(UploadListJSON.format)
        ) { [library, door] call in
            var off = await door.refusalNow()
            var (uploads, free): ([Upload], Int64) = ([], 0)
            // Where it is not watched the folder is another server's.
            if off == nil, let store = door.store {
                do {
                    (uploads, free) = try await store.use { _ in (store.all, try await store.left()) }
                } catch let problem as Problem {
                    off = .init(.folder, problem.message)
                }
            }
            if !call.grant.scopes.contains(.submit) { off = off ?? UploadProblem.withoutScope }
            uploads = uploads.filter { Self.isSeen($0, by: call.grant) }.sorted { $0.note.made > $1.note.made }
            let last = Array(uploads.prefix(Self.most))
            return .json(
                UploadListJSON.format.write(
                    UploadListJSON(
                        off: off, most: door.most, free: off == nil ? free : 0,
                        fullFor: off == nil ? await door.fullFor() : nil,
                        uploads: try await library.read { try door.standings(of: last, in: $0) })))
        }
    }

    /// What a client says of a photo that it will send.
    private struct Wanted: Decodable, Sendable {
        var key: String
        var size: Int64
        var session: String?
        var archer: String?

        static let format = APIFormat<Wanted>.object([
            APIKey("key", described: APIFormat.text.with(["minLength": 8, "maxLength": 200])),
            APIKey("size", described: .whole(from: 1, to: 1 << 40)), APIKey("session", orNull: .text),
            APIKey("archer", orNull: .archer),
        ]).named("UploadBegin")
    }

    private var begin: Operation {
        Operation(
            id: "beginUpload", method: .post, path: "/uploads",
            summary: "Begins to send a photo in pieces; the same key is the same photo.",
            body: .json(Wanted.format, example: ["key": "6f1c2f0e-9f37", "size": 4_194_304]), answer: Self.content,
            statuses: [200: "The key is known: this is its photo.", 201: "Send its pieces."], refusals: Self.refusals
        ) { [library, door] call in
            let wanted = try call.decoded(Wanted.self)
            let (upload, isNew) = try await Self.upload(
                wanted.key, size: wanted.size, of: call.grant, archer: Self.archer(wanted.archer),
                session: wanted.session, door)
            return try await Self.answer(upload, isNew ? .created : .ok, library, door)
        }
    }

    private var piece: Operation {
        Operation(
            id: "sendPiece", method: .put, path: "/uploads/{id}/pieces/{offset}",
            summary: "Sends a piece of a photo; the last one puts the photo into the folder.",
            parameters: [
                Self.id,
                .path(
                    "offset", ["type": "integer", "minimum": 0, "maximum": 1_099_511_627_776], example: 0,
                    "The first byte's place in the photo."),
            ],
            body: Operation.Content(type: "application/octet-stream", schema: Self.bytes), takes: .bytes,
            answer: Self.content,
            refusals: [
                404: "There is no such upload.",
                409: "The piece lies behind what has come; `upload` says how far that is.",
                413: "The piece goes beyond the photo, or has more than 1 MiB.", 415: "This is no photo.",
                507: "The disk is full.",
            ], changes: { !Self.isReceiving($0) }
        ) { [library, door] call in
            let store = try door.configured()
            do {
                let now = try await store.use { _ in
                    let upload = try Self.own(call, in: store)
                    guard let offset = Int64(try call.parameter("offset")), offset >= 0 else {
                        throw Problem(.badRequest, code: .badRequest, "The offset is a whole number from 0.")
                    }
                    guard !call.body.isEmpty else {
                        throw Problem(.badRequest, code: .badRequest, "The piece is empty.")
                    }
                    return try await store.send(call.body, to: upload.note.id, at: offset)
                }
                return try await Self.answer(now, nil, library, door)
            } catch let error as UploadProblem.OutOfOrder {
                let standing = try await library.read { try door.standings(of: [error.upload], in: $0) }
                return .refused(error.problem, ["upload": UploadJSON.format.write(standing[0])])
            }
        }
    }

    private var one: Operation {
        Operation(
            id: "getUpload", method: .get, path: "/uploads/{id}",
            summary: "How far a photo is that was sent; waits for its record where that is asked for.",
            parameters: [Self.id, RecordWait.parameter], answer: Self.content,
            refusals: [404: "There is no such upload."]
        ) { [library, door] call in
            let (store, patience) = (try door.configured(), try RecordWait.patience(call))
            var upload = try await store.use { _ in
                let id = try call.parameter("id")
                guard UploadNote.isID(id), let upload = store.upload(id), Self.isSeen(upload, by: call.grant) else {
                    throw UploadProblem.unknown
                }
                return upload
            }
            if let patience { upload = try await Self.waited(for: upload, atMost: patience, library, door) }
            let (standing, record) = try await library.read { [upload] snapshot in
                try Self.standing(of: upload, isWaitedFor: patience != nil, door, in: snapshot)
            }
            let value = UploadJSON.format.write(standing)
            return .json(record.map { value.with(["record": $0]) } ?? value)
        }
    }

    private var giveUp: Operation {
        Operation(
            id: "giveUpUpload", method: .delete, path: "/uploads/{id}",
            summary: "Gives a photo up that has not come whole; nothing of it is kept.",
            parameters: [Self.id],
            refusals: [404: "There is no such upload.", 409: "The photo has come whole."]
        ) { [door] call in
            let store = try door.configured()
            _ = try await store.use { _ in try await store.giveUp(Self.own(call, in: store).note.id) }
            return .empty
        }
    }

    private var photo: Operation {
        Operation(
            id: "sendPhoto", method: .post, path: "/photos",
            summary: "Sends a whole photo, and waits for its record where that is asked for.",
            parameters: [
                Operation.Parameter(
                    name: "Idempotency-Key", place: .header,
                    schema: ["type": "string", "minLength": 8, "maxLength": 200],
                    summary: "The client's own word for this photo: sent again with it, it is still one photo.",
                    isRequired: true, example: "6f1c2f0e-9f37"),
                .query("session", ["type": "string"], example: "0123456789abcdef0123", "The session's id."),
                .query("archer", APIFormat.archer.schema, example: "Ana", "Who shot the arrows."),
                RecordWait.parameter,
            ],
            body: Operation.Content(type: "image/*", schema: Self.bytes), takes: .bytes, isStreamed: true,
            answer: Self.content,
            statuses: [200: "It is worked, and `record` is its record.", 202: "It is in the folder; look again."],
            refusals: Self.refusals.merging([
                408: "The photo took too long.", 411: "Content-Length is missing.", 415: "This is no photo.",
            ]) { own, _ in own }
        ) { [library, door] call in
            guard let key = call.idempotencyKey else {
                throw Problem(
                    .badRequest, code: .badRequest, "Send an Idempotency-Key of 8 to 200 characters with each photo.")
            }
            guard let size = call.length, let stream = call.stream else { throw UploadProblem.noLength }
            let (wait, archer) = (try RecordWait.patience(call), try Self.archer(call.query["archer"]))
            let store = try door.configured()
            var upload = try await Self.upload(
                key, size: size, of: call.grant, archer: archer, session: call.query["session"], door
            ).upload
            if upload.note.phase == .receiving {
                upload = try await store.use { [upload] _ in
                    try await UploadStream.take(stream, as: upload, into: store)
                    return try await store.finish(upload.note.id)
                }
                guard upload.note.phase != .receiving || upload.isWhole else {
                    throw Problem(.badRequest, code: .badRequest, "The photo ended before its last byte.")
                }
            }
            return try await Self.answer(upload, .accepted, library, door, waiting: wait)
        }
    }
}

extension UploadsAPI {
    /// Whether a client may know of an upload.
    private static func isSeen(_ upload: Upload, by grant: Grant) -> Bool {
        upload.note.holder == grant.holder || !grant.scopes.isDisjoint(with: [.look, .manage])
    }

    /// The upload of a call, where it is the client's own; other clients learn nothing of it.
    ///
    /// To be asked in a use of the store.
    private static func own(_ call: Call, in store: UploadStore) throws -> Upload {
        let id = try call.parameter("id")
        guard UploadNote.isID(id), let upload = store.upload(id),
            upload.note.holder == call.grant.holder || call.grant.scopes.contains(.manage)
        else { throw UploadProblem.unknown }
        return upload
    }

    /// The upload that a key stands for, begun where the key is new: whether photos are taken at this moment, and whether
    /// there is such a session, matters to a new one alone.
    private static func upload(
        _ key: String, size: Int64, of grant: Grant, archer: String?, session: String?, _ door: UploadDoor
    ) async throws -> (upload: Upload, isNew: Bool) {
        if let known = try await door.configured().known(key, size: size, holder: grant.holder) {
            return (known, false)
        }
        return try await door.opened().begin(
            key: key, size: size, holder: grant.holder, archer: archer, target: door.target(ofSession: session))
    }

    /// Whether a piece was not the last one: nothing but its upload shows it.
    static func isReceiving(_ answer: Answer) -> Bool {
        guard case .json(let upload) = answer else { return false }
        return upload["state"] == .string("receiving")
    }

    private static func archer(_ name: String?) throws -> String? {
        guard let name, !name.isEmpty else { return nil }
        guard name.count <= Archers.longestName, name.plainText(atMost: name.unicodeScalars.count) == name else {
            throw Problem(
                .unprocessableContent, code: .impossible,
                "An archer's name has 1 to \(Archers.longestName) characters, and none that breaks a line.")
        }
        return name
    }

    /// The answer to a request that has sent something.
    ///
    /// - Parameters:
    ///   - status: Nil where the upload alone is the answer.
    ///   - patience: For how long the record is waited for; nil where it is not asked for.
    private static func answer(
        _ upload: Upload, _ status: HTTPResponse.Status?, _ library: ReviewLibrary, _ door: UploadDoor,
        waiting patience: Duration? = nil
    ) async throws -> Answer {
        var upload = upload
        if let patience { upload = try await waited(for: upload, atMost: patience, library, door) }
        let (standing, record) = try await library.read { [upload] snapshot in
            try Self.standing(of: upload, isWaitedFor: patience != nil, door, in: snapshot)
        }
        let value = UploadJSON.format.write(standing)
        if let refusal = upload.note.refusal {
            return .refused(
                Problem(
                    .unsupportedMediaType, code: ProblemCode(rawValue: refusal.code) ?? .notAPhoto, refusal.reason),
                ["upload": value])
        }
        let place = "/api/v1/uploads/\(upload.note.id)"
        if let record { return .made(.ok, value.with(["record": record]), location: place) }
        return status.map { .made($0, value, location: place) } ?? .json(value)
    }

    /// How a photo stands, with its record where that was waited for and is there.
    private static func standing(
        of upload: Upload, isWaitedFor: Bool, _ door: UploadDoor, in snapshot: QueueSnapshot
    ) throws -> (UploadJSON, record: JSONValue?) {
        let standing = try door.standings(of: [upload], in: snapshot)[0]
        guard isWaitedFor, let job = standing.job, job.state.isFinal else { return (standing, nil) }
        return (standing, try QueueControl.record(of: job, stored: snapshot.jobs.result(of: job.id)).json)
    }

    /// Waits until a photo has its answer, or until the time is over, and returns it as it is then: its last bytes, and its
    /// name, may come meanwhile.
    private static func waited(
        for upload: Upload, atMost patience: Duration, _ library: ReviewLibrary, _ door: UploadDoor
    ) async throws -> Upload {
        var latest = upload
        try await RecordWait.wait(atMost: patience) {
            let now = door.store?.upload(upload.note.id) ?? upload
            latest = now
            guard now.note.refusal == nil else { return true }
            return try await library.read { try door.job(of: now, in: $0)?.state.isFinal == true }
        }
        return latest
    }
}
