import Hummingbird
import HummingbirdCore
import ServiceLifecycle

/// A photo that comes in one request, taken in as it comes: never more than a piece of it is in memory.
enum UploadStream {
    /// Bytes a second below which a client is not waited for.
    private static let slowest: Int64 = 16 << 10

    /// Takes a body in; what has come before is passed over.
    ///
    /// - Throws: ``Problem`` where it takes too long, and what the store refuses.
    static func take(_ body: RequestBody, as upload: Upload, into store: UploadStore) async throws {
        let (id, size) = (upload.note.id, upload.note.size)
        let patience = Duration.seconds(60 + size / slowest)
        // A server that is told to stop waits for no client: the client goes on with the next server.
        try await cancelWhenGracefulShutdown {
            try await take(body, as: id, into: store, within: patience)
        }
    }

    private static func take(
        _ body: RequestBody, as id: String, into store: UploadStore, within patience: Duration
    ) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                var (offset, piece): (Int64, [UInt8]) = (0, [])
                for try await buffer in body {
                    piece += buffer.readableBytesView
                    guard piece.count >= UploadDoor.pieceSize else { continue }
                    _ = try await store.append(piece, to: id, at: offset)
                    offset += Int64(piece.count)
                    piece.removeAll(keepingCapacity: true)
                }
                if !piece.isEmpty { _ = try await store.append(piece, to: id, at: offset) }
                // A body that is given up ends like one that has come whole.
                try Task.checkCancellation()
                return true
            }
            group.addTask {
                try await Task.sleep(for: patience)
                return false
            }
            defer { group.cancelAll() }
            guard try await group.next() == true else {
                throw Problem(
                    .requestTimeout, code: .badRequest, "The photo took too long; send it again with its key.")
            }
        }
    }
}
