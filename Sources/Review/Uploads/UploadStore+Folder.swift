import Synchronization
import SystemValues

/// When the folder is open, and this server's alone.
extension UploadStore {
    /// Does something with the folder, which is this server's until that has ended: in one use the uploads are the same ones.
    ///
    /// It is opened once, and anew where another one has its place.
    func use<T: Sendable>(_ body: (UploadFolder) async throws -> T) async throws -> T {
        let folder = try await opening.perform { [self] in
            let folder = try opened()
            state.withLock { $0.users += 1 }
            return folder
        }
        // On the lane: none opens the folder while it is left.
        defer {
            opening.add { [self] in
                state.withLock { $0.users -= 1 }
                leaveUnused()
            }
        }
        return try await body(folder)
    }

    /// Keeps the folder from its next use on, until ``close()``.
    func keep() { state.withLock { $0.isKept = true } }

    /// Lets another server take the uploads, as soon as nothing here uses the folder.
    ///
    /// What has begun goes on, and a later use opens the folder for as long as it lasts.
    func close() async {
        try? await opening.perform { [self] in
            state.withLock { $0.isKept = false }
            leaveUnused()
        }
    }

    private func leaveUnused() {
        let folder = state.withLock { state -> UploadFolder? in
            guard state.users == 0, !state.isKept else { return nil }
            defer { (state.folder, state.uploads) = (nil, [:]) }
            return state.folder
        }
        folder?.leave()
    }

    private func opened() throws -> UploadFolder {
        if let folder = state.withLock({ $0.folder }), folder.isInPlace { return folder }
        // Before the new one: a server holds its own folder's lock as well.
        state.withLock { ($0.folder, $0.uploads) = (nil, [:]) }
        do throws(FolderError) {
            let folder = try UploadFolder(in: watched)
            let uploads = try folder.load(keepingSince: clock - rules.patience)
            state.withLock { state in
                state.folder = folder
                state.uploads = Dictionary(uploads.map { ($0.note.id, $0) }) { first, _ in first }
            }
            return folder
        } catch {
            throw UploadProblem.closed(error, watched)
        }
    }
}
