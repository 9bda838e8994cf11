import Foundation
import Results
import Supervisor
import Synchronization
import SystemPackage
import SystemValues

/// The uploads of one watched folder: takes bytes in, checks what is whole, and gives it a name in the folder.
///
/// An upload is its note and its bytes, two files beside each other: whatever this process was killed in, the next one goes
/// on from them. What is known of all is kept in memory as well, so that quotas count before anything is written.
final class UploadStore: Sendable {
    /// What the store may take.
    struct Rules: Sendable {
        /// Bytes of one photo.
        var most: Int64
        /// Bytes of all photos that were sent and lie in the folder.
        var quota: Int64
        /// Bytes that stay free on the disk.
        var margin: Int64 = 256 << 20
        /// Uploads of one holder that are unfinished and were touched within ``pause``.
        var mostAtOnce = 64
        /// How long an upload is kept that nothing comes for any more, in milliseconds; one that was refused as well.
        var patience: Int64 = 24 * 3_600_000
        /// How long the key of a photo is known whose file has gone, in milliseconds.
        var memory: Int64 = 7 * 24 * 3_600_000
        /// After how many milliseconds without a byte an upload does not count as one under way any more, and one is
        /// forgotten of which no byte has come.
        var pause: Int64 = 3_600_000
    }

    /// What tells the running supervisor of a photo: once before it has its name, once behind that.
    typealias Tell =
        @Sendable (_ upload: Upload, _ file: FilePath, _ number: FileNumber, _ isThere: Bool) async throws -> Void

    struct State {
        var folder: UploadFolder?
        var uploads: [String: Upload] = [:]
        /// Those that are being given their names.
        var finishing: Set<String> = []
        /// How many use the folder at this moment.
        var users = 0
        /// Whether the folder stays open while nothing uses it.
        var isKept = true
    }

    let watched: FilePath
    let rules: Rules
    private let now: @Sendable () -> Int64
    private let free: @Sendable (UploadFolder) -> Int64
    private let tell: Tell
    /// Counts the photos that were sent.
    let measurements: Measurements
    let state = Mutex(State())
    let opening = BlockingLane("quiver.uploads")
    /// One upload's changes follow each other; those of others do not wait for them.
    private let lanes = (0..<8).map { _ in BlockingLane("quiver.upload") }

    /// - Parameters:
    ///   - watched: The watched folder, without links.
    ///   - now: Milliseconds since 1970.
    ///   - free: Bytes that may still be written there.
    init(
        in watched: FilePath, rules: Rules,
        now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1000) },
        free: @escaping @Sendable (UploadFolder) -> Int64 = { $0.free() },
        measurements: Measurements = Measurements(), tell: @escaping Tell
    ) {
        self.measurements = measurements
        self.watched = watched
        self.rules = rules
        self.now = now
        self.free = free
        self.tell = tell
    }

    /// Every upload that is known, in any order.
    var all: [Upload] { state.withLock { Array($0.uploads.values) } }

    /// An upload; nil where there is none of that address.
    func upload(_ id: String) -> Upload? { state.withLock { $0.uploads[id] } }

    /// Bytes that may still be sent.
    func left() async throws -> Int64 {
        try await use { folder in
            try await onLane("") { [self] in
                let disk = free(folder)
                return state.withLock { Swift.max(0, room(in: $0, disk)) }
            }
        }
    }

    private func room(in state: State, _ disk: Int64) -> Int64 {
        let (held, missing) = state.uploads.values.reduce(into: (Int64(0), Int64(0))) { sums, upload in
            sums.0 += upload.held
            if upload.note.phase == .receiving { sums.1 += upload.note.size - upload.received }
        }
        return min(rules.quota - held, disk - rules.margin - missing)
    }

    /// The upload that a key stands for, whether or not another could be begun now; nil where the key is not known.
    func known(_ key: String, size: Int64, holder: String) async throws -> Upload? {
        let id = UploadNote.id(of: key, holder: holder)
        return try await use { _ in try state.withLock { try Self.known(id, of: size, in: $0) } }
    }

    private static func known(_ id: String, of size: Int64, in state: State) throws -> Upload? {
        guard let known = state.uploads[id] else { return nil }
        guard known.note.size == size else { throw UploadProblem.keyUsed }
        return known
    }

    /// Begins an upload, or answers the one that the key stands for.
    func begin(
        key: String, size: Int64, holder: String, archer: String? = nil, target: UploadTarget = UploadTarget()
    ) async throws -> (upload: Upload, isNew: Bool) {
        guard UploadNote.isKey(key) else {
            throw Problem(.badRequest, code: .badRequest, "The key has 8 to 200 printable characters.")
        }
        guard size > 0 else { throw Problem(.badRequest, code: .badRequest, "A photo has at least one byte.") }
        guard size <= rules.most else { throw UploadProblem.tooLarge(most: rules.most) }
        let note = UploadNote(key: key, size: size, holder: holder, archer: archer, target: target, made: now())
        return try await use { try await begin(note, in: $0) }
    }

    private func begin(_ note: UploadNote, in folder: UploadFolder) async throws -> (upload: Upload, isNew: Bool) {
        let (size, holder) = (note.size, note.holder)
        return try await onLane(note.id) { [self] in
            let disk = free(folder)
            let known = try state.withLock { state throws -> Upload? in
                if let known = try Self.known(note.id, of: size, in: state) { return known }
                guard size <= room(in: state, disk) else { throw UploadProblem.quota(rules.quota) }
                let since = note.made - rules.pause
                let busy = state.uploads.values.count {
                    $0.isUnfinished && $0.note.holder == holder && $0.touched > since
                }
                guard busy < rules.mostAtOnce else { throw UploadProblem.tooMany(rules.mostAtOnce) }
                // Counted before it is written: two that come at once share what is left.
                state.uploads[note.id] = Upload(note: note, received: 0, touched: note.made)
                return nil
            }
            if let known { return (known, false) }
            do { try folder.write(note) } catch {
                state.withLock { $0.uploads[note.id] = nil }
                throw UploadProblem.disk(error)
            }
            return (Upload(note: note, received: 0, touched: note.made), true)
        }
    }

    /// Adds a piece, and gives the photo its name where it was the last one.
    func send(_ bytes: [UInt8], to id: String, at offset: Int64) async throws -> Upload {
        try await use { _ in
            let upload = try await append(bytes, to: id, at: offset)
            return upload.isWhole ? try await finish(id) : upload
        }
    }

    /// Adds a piece to what has come.
    ///
    /// Bytes that are there already are not looked at again: a client that was cut off may begin anywhere before.
    func append(_ bytes: [UInt8], to id: String, at offset: Int64) async throws -> Upload {
        try await use { try await append(bytes, to: id, at: offset, in: $0) }
    }

    private func append(
        _ bytes: [UInt8], to id: String, at offset: Int64, in folder: UploadFolder
    ) async throws -> Upload {
        try await onLane(id) { [self] in
            guard var upload = upload(id) else { throw UploadProblem.unknown }
            guard offset >= 0, offset <= upload.note.size, Int64(bytes.count) <= upload.note.size - offset else {
                throw UploadProblem.beyond(size: upload.note.size)
            }
            guard upload.note.phase == .receiving, offset + Int64(bytes.count) > upload.received else { return upload }
            guard offset <= upload.received else { throw UploadProblem.OutOfOrder(upload: upload) }
            do {
                try folder.append(bytes.dropFirst(Int(upload.received - offset)), to: id, at: upload.received)
            } catch {
                throw UploadProblem.disk(error)
            }
            upload.received = offset + Int64(bytes.count)
            upload.touched = now()
            state.withLock { [upload] in $0.uploads[id] = upload }
            return upload
        }
    }

    /// Gives an upload up that is not whole; one that is refused is forgotten.
    func giveUp(_ id: String) async throws -> Upload {
        try await use { folder in
            try await onLane(id) { [self] in
                guard let upload = upload(id) else { throw UploadProblem.unknown }
                guard upload.note.phase == .receiving || upload.note.phase == .refused else {
                    throw UploadProblem.isWhole
                }
                do { try folder.remove(id) } catch { throw UploadProblem.disk(error) }
                state.withLock { $0.uploads[id] = nil }
                return upload
            }
        }
    }

    /// Says how an upload stands from now on, in the file first; blocks.
    func keep(_ upload: Upload, in folder: UploadFolder) throws {
        do { try folder.write(upload.note) } catch { throw UploadProblem.disk(error) }
        state.withLock { $0.uploads[upload.note.id] = upload }
    }

    /// Runs what blocks and is about one upload.
    func onLane<T: Sendable>(_ id: String, _ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await lanes[Int(id.utf8.last ?? 0) % lanes.count].perform(body)
    }

    /// Runs a body unless the same is under way for the upload; nil where it is.
    func alone<T: Sendable>(_ id: String, _ body: () async throws -> T) async rethrows -> T? {
        guard state.withLock({ $0.finishing.insert(id).inserted }) else { return nil }
        defer { state.withLock { _ = $0.finishing.remove(id) } }
        return try await body()
    }

    func report(_ upload: Upload, at file: FilePath, _ number: FileNumber, isThere: Bool) async throws {
        try await tell(upload, file, number, isThere)
    }

    /// What is known of the time.
    var clock: Int64 { now() }

    /// Forgets an upload, whose files have gone.
    func forget(_ id: String) { state.withLock { $0.uploads[id] = nil } }

    /// Notes whether a photo still lies where it was put.
    func note(_ id: String, isThere: Bool) { state.withLock { $0.uploads[id]?.isThere = isThere } }
}
