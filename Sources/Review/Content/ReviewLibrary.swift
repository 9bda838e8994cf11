import Control
import Findings
import Scoring
import Storage
import Supervisor
import Synchronization
import SystemValues

/// What the operations read from the queue and have changed in it, through the process that may write.
///
/// Readings block, so each takes a thread of its own; the database's pool bounds how many run at once.
struct ReviewLibrary: Sendable {
    let control: QueueControl
    /// The rounds that can be named.
    let rounds: [RoundDefinition]
    /// By which the page says how sure a finding is.
    let confidenceLevels: ConfidenceLevels
    /// Is handed what was changed, where no supervisor reports it.
    let tell: @Sendable (RunEvent) -> Void
    private let sessionNames = NameIndex()
    /// How photos are named to clients.
    let photos: PhotoAddresses
    /// Readings at the same time; more wait their turn instead of making threads.
    private let turns: Turns
    private let supervisor: SupervisorLook

    /// - Parameter patience: For how many seconds the supervisor's word of what it does is waited for.
    init(
        _ control: QueueControl, rounds: [RoundDefinition] = RoundDefinition.known,
        confidenceLevels: ConfidenceLevels = .usual, patience: Int = 10, tell: @escaping @Sendable (RunEvent) -> Void
    ) {
        self.control = control
        self.rounds = rounds
        self.confidenceLevels = confidenceLevels
        self.tell = tell
        photos = PhotoAddresses(control.location.rootNames)
        turns = Turns(4)
        supervisor = SupervisorLook { try? control.live(within: patience) }
    }

    /// Reads jobs and scores at one moment.
    func read<T: Sendable>(_ body: @escaping @Sendable (QueueSnapshot) throws -> T) async throws -> T {
        await turns.take()
        defer { turns.giveBack() }
        // The client may have hung up meanwhile.
        try Task.checkCancellation()
        return try await BlockingLane("quiver.review.reader").perform { [control] in try control.readBoth(body) }
    }

    /// What the running supervisor does; nil where none runs, or none answers.
    func live() async -> LiveStatus? { await supervisor.look() }

    /// What the running supervisor has measured; nothing where none runs, or none answers.
    func measurements() async -> [Measurement] {
        await turns.take()
        defer { turns.giveBack() }
        return (try? await BlockingLane("quiver.review.reader").perform { [control] in try control.measurements() })
            ?? []
    }

    /// What every host does that works a shared queue; empty for a queue of one host, and where that cannot be read.
    func hosts() async -> [HostStatus] {
        guard control.location.address != nil else { return [] }
        await turns.take()
        defer { turns.giveBack() }
        return (try? await BlockingLane("quiver.review.reader").perform { [control] in try control.hosts() }) ?? []
    }

    /// Has something changed in the queue of an identity, and in no other that was put in its place meanwhile.
    func change(_ request: ControlRequest, in queue: String?) async throws -> ControlReply {
        let reply = try await control.reply(to: queue.map { .on(queue: $0, request) } ?? request)
        switch request {
        case .review(let photo, as: _, revision: _): tell(.reviewed(photo: photo, session: nil))
        case .session, .findings, .findingsOfMany, .accept, .unaccept, .choose, .unchoose, .renameSet:
            tell(.reviewed(photo: nil, session: nil))
        default: break
        }
        return reply
    }

    /// What distinguishes the queue that is served now from every other one.
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
            throw Problem(.notFound, code: .unknownSession, "There is no such session.")
        }
        return now
    }

    /// The book's name of a photo.
    func photoName(_ id: String, in snapshot: QueueSnapshot) throws -> String {
        guard let name = try photos.photo(id, among: snapshot.scores.photoNames) else {
            throw Problem(.notFound, code: .unknownPhoto, "There is no such photo.")
        }
        return name
    }

    /// The round that a client names, or its word for none.
    func choice(of word: String) throws -> RoundChoice {
        if let choice = RoundChoice(word, among: rounds) { return choice }
        throw Problem(
            .unprocessableContent, code: .unknownRound,
            "There is no round '\(word)'; there are \(rounds.map(\.id).joined(separator: ", ")).")
    }

    /// A session as the page gets it.
    func session(_ name: String, in snapshot: QueueSnapshot) throws -> SessionJSON {
        guard let session = try snapshot.scores.session(named: name),
            let scoring = try snapshot.scores.scoring(ofSession: name),
            let address = try snapshot.scores.address(ofSession: name)
        else { throw Problem(.notFound, code: .unknownSession, "There is no such session.") }
        let reviews = try (session.photos + session.skipped).compactMap {
            try snapshot.scores.review(ofPhoto: $0.path)
        }
        return SessionJSON(
            session: session, sheet: ScoreSheet(session), address: address, scoring: scoring,
            confidenceLevels: confidenceLevels, addresses: photos,
            reviews: Dictionary(reviews.map { ($0.photo, $0) }) { first, _ in first })
    }
}

/// Short names for clients in the place of the book's own, which are paths: a client names only what it was shown.
final class NameIndex: Sendable {
    private let names = Mutex<[String: String]>([:])

    /// The short name of a name; the same one always gives the same.
    static func id(of name: String) -> String { SHA256.hash(name.utf8).prefix(10).hexadecimal }

    /// The name behind a short one; nil where there is none.
    ///
    /// - Parameter all: Every name there is now, behind what its short one is made from; the first of one kind counts.
    ///   Asked where the short one is not known yet.
    func name(of id: String, among all: () throws -> [(source: String, name: String)]) rethrows -> String? {
        if let known = names.withLock({ $0[id] }) { return known }
        let fresh = try all()
        return names.withLock { names in
            names = Dictionary(fresh.map { (Self.id(of: $0.source), $0.name) }) { first, _ in first }
            return names[id]
        }
    }

    /// Forgets every name.
    func forget() { names.withLock { $0 = [:] } }
}

/// Asks the running supervisor what it does; pages that ask meanwhile share the answer that is on its way.
///
/// A supervisor that does not answer takes seconds, so no reading of the queue is held while it is asked, and one
/// thread is all that waits for it.
actor SupervisorLook {
    private let ask: @Sendable () -> LiveStatus?
    private let lane = BlockingLane("quiver.review.live")
    private var asking: Task<LiveStatus?, Never>?

    init(_ ask: @escaping @Sendable () -> LiveStatus?) { self.ask = ask }

    /// What it does; nil where none runs, or none answers.
    func look() async -> LiveStatus? {
        if let asking { return await asking.value }
        let task = Task { [ask, lane] in
            await withCheckedContinuation { answer in lane.add { answer.resume(returning: ask()) } }
        }
        asking = task
        defer { asking = nil }
        return await task.value
    }
}

/// Lets at most so many do something at the same time; the others wait in line.
final class Turns: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    /// Waits for a turn.
    func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Gives the turn to the next in line.
    func giveBack() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
