import Control
import Scoring
import Storage
import Supervisor
import SystemValues

/// What the operations read from the queue and have changed in it, through the process that may write.
///
/// Readings block, so each takes a thread of its own; the database's pool bounds how many run at once.
struct ReviewLibrary: Sendable {
    let control: QueueControl
    /// Is told what was changed where no supervisor tells of it.
    let tell: @Sendable (RunEvent) -> Void
    private let sessionNames = NameIndex()
    private let photoNames = NameIndex()
    /// Readings at the same time; more wait their turn instead of making threads.
    private let turns: Turns
    private let supervisor: SupervisorLook

    init(_ control: QueueControl, tell: @escaping @Sendable (RunEvent) -> Void) {
        self.control = control
        self.tell = tell
        turns = Turns(4)
        supervisor = SupervisorLook { try? control.live() }
    }

    /// Reads jobs and scores at one moment.
    func read<T: Sendable>(_ body: @escaping @Sendable (QueueSnapshot) throws -> T) async throws -> T {
        await turns.take()
        defer { turns.giveBack() }
        // Whoever asked may have hung up meanwhile.
        try Task.checkCancellation()
        return try await BlockingLane("quiver.review.reader").perform { [control] in try control.readBoth(body) }
    }

    /// What the running supervisor does; nil where none runs, or none answers.
    func live() async -> LiveStatus? { await supervisor.look() }

    /// Has something changed in the queue of an identity, and in no other that was put in its place meanwhile.
    func change(_ request: ControlRequest, in queue: String?) async throws -> ControlReply {
        let reply = try await control.reply(to: queue.map { .on(queue: $0, request) } ?? request)
        switch request {
        case .review(let photo, as: _, revision: _): tell(.reviewed(photo: photo, session: nil))
        case .session, .findings, .accept, .unaccept: tell(.reviewed(photo: nil, session: nil))
        default: break
        }
        return reply
    }

    /// What tells the queue that is served now from every other one.
    func identity() async throws -> String {
        await turns.take()
        defer { turns.giveBack() }
        return try await BlockingLane("quiver.review.reader").perform { [control] in
            try control.identity().description
        }
    }

    /// The book's name of a session.
    func sessionName(_ id: String, in snapshot: QueueSnapshot) throws -> String {
        func known() throws -> String? {
            try sessionNames.name(of: id) {
                let sessions = try snapshot.scores.sessions()
                // Links to what was merged into a session lead to it.
                return sessions.map { ($0.address, $0.name) }
                    + sessions.flatMap { session in session.formerNames.map { ($0, session.name) } }
            }
        }
        if let name = try known(), try snapshot.scores.address(ofSession: name).map(NameIndex.id) == id { return name }
        // It was renamed or merged since.
        sessionNames.forget()
        guard let now = try known() else {
            throw Problem(.notFound, code: "unknownSession", "There is no such session.")
        }
        return now
    }

    /// The book's name of a photo.
    func photoName(_ id: String, in snapshot: QueueSnapshot) throws -> String {
        let name = try photoNames.name(of: id) { try snapshot.scores.photoNames().map { ($0, $0) } }
        guard let name else {
            throw Problem(.notFound, code: "unknownPhoto", "There is no such photo.")
        }
        return name
    }

    /// A session as the page gets it.
    func session(_ name: String, in snapshot: QueueSnapshot) throws -> SessionJSON {
        guard let session = try snapshot.scores.session(named: name),
            let scoring = try snapshot.scores.scoring(ofSession: name),
            let address = try snapshot.scores.address(ofSession: name)
        else { throw Problem(.notFound, code: "unknownSession", "There is no such session.") }
        let photos = session.rounds.flatMap(\.ends).flatMap(\.photos) + session.skipped
        let reviews = try photos.compactMap { try snapshot.scores.review(ofPhoto: $0.path) }
        return SessionJSON(
            session: session, address: address, scoring: scoring,
            reviews: Dictionary(reviews.map { ($0.photo, $0) }) { first, _ in first })
    }
}
