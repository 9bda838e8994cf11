import Control
import Results
import Settings
import Storage
import Supervisor
import SystemPackage
import SystemValues

/// Whether photos are taken, and where they go: into a watched folder while a supervisor watches it.
struct UploadDoor: Sendable {
    /// The most bytes of one piece.
    static let pieceSize = Call.longestBody

    /// Bytes of one photo at most.
    let most: Int64
    /// What takes photos, or why the settings take none.
    private let taking: Result<UploadStore, UploadProblem.Off>
    private let watched: FilePath
    private let isRecursive: Bool
    private let library: ReviewLibrary

    init(_ settings: Settings, _ library: ReviewLibrary, measurements: Measurements = Measurements()) {
        let uploads = settings.serve.uploads
        self.library = library
        most = Int64(min(uploads.size ?? .max, settings.limits.bytes))
        // Where none are taken no folder is asked for: it may be on a share that is silent.
        let wanted = uploads.isOn ? uploads.folder?.resolvedPath : nil
        let watch = uploads.isOn ? settings.watch.first { wanted == nil || $0.path.resolvedPath == wanted } : nil
        watched = watch?.path.resolvedPath ?? ""
        isRecursive = watch?.recursive ?? false
        guard uploads.isOn else {
            taking = .failure(
                .init(
                    .off,
                    "This server takes no photos: start it with --uploads, or set serve.uploads.on in the settings."))
            return
        }
        guard watch != nil else {
            let why =
                uploads.folder.map {
                    "No photo can be taken: serve.uploads.folder is \(EscapedName.printable($0)), which is none of the "
                        + "watched folders of the settings (\"watch\")."
                } ?? "No photo can be taken: the settings name no watched folder (\"watch\")."
            taking = .failure(.init(.folder, why))
            return
        }
        let location = library.control.location
        let store = UploadStore(
            in: watched, rules: UploadStore.Rules(most: most, quota: Int64(uploads.quota)),
            measurements: measurements
        ) { upload, file, number, isThere in
            // It may have been renamed or merged since the photo was begun.
            let row = try await library.read { try Self.row(ofSession: upload.note.session, library, in: $0) }
            let photo = ExpectedPhoto(
                file: file, number: number, size: upload.note.size, content: upload.note.content ?? "",
                isThere: isThere, archer: upload.note.archer, session: row)
            let reply = try await BlockingLane("quiver.ask").perform {
                try ControlClient.ask(.expect(photo), queue: location)
            }
            switch reply {
            case .error(let error): throw error
            case nil: throw Self.unwatched(file.removingLastComponent()).problem
            default: break
            }
        }
        taking = .success(store)
    }

    /// Nil where the settings take no photos.
    var store: UploadStore? { try? taking.get() }

    private static func unwatched(_ folder: FilePath) -> UploadProblem.Off {
        .init(
            .unwatched,
            "Nothing watches \(EscapedName.printable(folder)) for these results: photos are taken while 'quiver watch' "
                + "runs.")
    }

    /// Why no photo is taken at this moment; nil where one is.
    func refusalNow() async -> UploadProblem.Off? {
        if case .failure(let off) = taking { return off }
        return await isWatched() == true ? nil : Self.unwatched(watched)
    }

    /// Whether the supervisor of these results watches the folder at this moment; nil where none answers.
    private func isWatched() async -> Bool? {
        await library.live().map { $0.watches?.contains(EscapedName.printable(watched)) == true }
    }

    /// Goes on with what a crash or a missing supervisor left; until cancelled.
    func maintain() async { await store?.maintain { await isWatched() } }

    /// After how many seconds more photos are taken, because enough wait; nil where they are at this moment.
    func fullFor() async -> Int? { await library.live()?.fullFor }

    /// The store, where photos are taken at this moment.
    ///
    /// - Throws: ``Problem`` with why none is.
    func opened() async throws -> UploadStore {
        if let off = await refusalNow() { throw off.problem }
        if let seconds = await fullFor() { throw UploadProblem.queueFull(for: seconds) }
        return try configured()
    }

    /// The store, whether or not the folder is watched at this moment: what has begun goes on.
    func configured() throws -> UploadStore {
        do { return try taking.get() } catch { throw error.problem }
    }

    /// Where a photo goes that is sent for a session.
    ///
    /// - Throws: ``Problem`` where there is no such session, or where its photos lie elsewhere.
    func target(ofSession id: String?) async throws -> UploadTarget {
        guard let id, !id.isEmpty else { return UploadTarget() }
        return try await library.read { [self] snapshot in
            guard let session = try snapshot.scores.session(named: library.sessionName(id, in: snapshot)) else {
                throw Problem(.notFound, code: .unknownSession, "There is no such session.")
            }
            let photos = (session.photos + session.skipped).reversed()
            let folder = photos.lazy.compactMap { below($0.filePath) }.first
            // A session of a user's own has its photos from anywhere.
            guard folder != nil || session.folder == nil else {
                throw Problem(
                    .unprocessableContent, code: .otherFolder,
                    "The photos of this session do not lie in \(EscapedName.printable(watched)), which is where photos "
                        + "are put that are sent.")
            }
            return UploadTarget(session: id, folder: folder.flatMap { $0.isEmpty ? nil : $0 })
        }
    }

    /// The row of a session that a user named; nil for a folder's, whose photos come to it by their place, and for one
    /// that is no more.
    private static func row(
        ofSession id: String?, _ library: ReviewLibrary, in snapshot: QueueSnapshot
    ) throws -> String? {
        guard let id else { return nil }
        do {
            let session = try snapshot.scores.session(named: library.sessionName(id, in: snapshot))
            return session?.folder == nil ? session?.name : nil
        } catch let problem as Problem where problem.code == .unknownSession {
            return nil
        }
    }

    /// The folder of a photo below the watched one, which is empty for that one itself; nil where it lies elsewhere.
    private func below(_ photo: String) -> String? {
        var folder = FilePath(photo).removingLastComponent()
        guard folder.removePrefix(watched) else { return nil }
        return folder.isEmpty ? "" : isRecursive && PathBelow(folder) != nil ? folder.string : nil
    }
}

extension UploadDoor {
    /// Uploads as they stand.
    func standings(of uploads: [Upload], in snapshot: QueueSnapshot) throws -> [UploadJSON] {
        var sessions: [String: String] = [:]
        return try uploads.map { upload in
            let name = upload.note.name.map { EscapedName(watched.pushing(FilePath($0))).text }
            let photo = try name.flatMap { try snapshot.scores.storedPhoto($0)?.path }
            let session = try photo.flatMap { try snapshot.scores.sessionName(ofPhoto: $0) }
            if let session, sessions[session] == nil {
                sessions[session] = try snapshot.scores.address(ofSession: session).map { NameIndex.id(of: $0) }
            }
            return UploadJSON(
                upload: upload, job: try job(of: upload, in: snapshot),
                photo: photo.map(library.photos.id),
                session: session.flatMap { sessions[$0] } ?? upload.note.session)
        }
    }

    /// The job of a photo; nil where it is not in the queue yet.
    func job(of upload: Upload, in snapshot: QueueSnapshot) throws -> Job? {
        guard upload.note.phase == .placed, let name = upload.note.name else { return nil }
        return try snapshot.jobs.job(at: watched.pushing(FilePath(name)))
    }
}
