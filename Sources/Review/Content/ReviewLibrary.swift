import Control
import Dispatch
import JobQueue
import QueueStorage
import ScoreBook
import Scoring
import Supervisor

/// What the operations read from the queue and have changed in it, through the process that may write.
///
/// Readings block, so each takes a thread of its own; the database's pool bounds how many run at once.
struct ReviewLibrary: Sendable {
    let control: QueueControl
    /// Is told what was changed where no supervisor tells of it.
    let tell: @Sendable (RunEvent) -> Void
    private let readers = DispatchQueue(label: "quiver.review.readers", attributes: .concurrent)
    private let sessionNames = NameIndex()
    private let photoNames = NameIndex()
    /// Readings at the same time; more wait their turn instead of making threads.
    private let turns: Turns

    init(_ control: QueueControl, tell: @escaping @Sendable (RunEvent) -> Void) {
        self.control = control
        self.tell = tell
        turns = Turns(4)
    }

    /// Reads jobs and scores at one moment.
    func read<T: Sendable>(_ body: @escaping @Sendable (QueueSnapshot) throws -> T) async throws -> T {
        await turns.take()
        defer { turns.giveBack() }
        return try await withCheckedThrowingContinuation { continuation in
            readers.async { [control] in continuation.resume(with: Result { try control.readBoth(body) }) }
        }
    }

    /// Has something changed.
    func change(_ request: ControlRequest) async throws -> ControlReply {
        let reply = try await control.reply(to: request)
        switch request {
        case .review(let photo, as: _, revision: _): tell(.reviewed(photo: photo, session: nil))
        case .session: tell(.reviewed(photo: nil, session: nil))
        default: break
        }
        return reply
    }

    /// The book's name of a session.
    func sessionName(_ id: String, in snapshot: QueueSnapshot) throws -> String {
        guard let name = try sessionNames.name(of: id, among: { try snapshot.scores.sessions().map(\.name) }) else {
            throw Problem(.notFound, code: "unknownSession", "There is no such session.")
        }
        return name
    }

    /// The book's name of a photo.
    func photoName(_ id: String, in snapshot: QueueSnapshot) throws -> String {
        guard let name = try photoNames.name(of: id, among: { try snapshot.scores.photoNames() }) else {
            throw Problem(.notFound, code: "unknownPhoto", "There is no such photo.")
        }
        return name
    }

    /// A session as the page gets it.
    func session(_ name: String, in snapshot: QueueSnapshot) throws -> SessionJSON {
        guard let session = try snapshot.scores.session(named: name),
            let scoring = try snapshot.scores.scoring(ofSession: name)
        else { throw Problem(.notFound, code: "unknownSession", "There is no such session.") }
        let photos = session.rounds.flatMap(\.ends).flatMap(\.photos) + session.skipped
        let reviews = try photos.compactMap { try snapshot.scores.review(ofPhoto: $0.path) }
        return SessionJSON(
            session: session, scoring: scoring,
            reviews: Dictionary(reviews.map { ($0.photo, $0) }) { first, _ in first })
    }
}
