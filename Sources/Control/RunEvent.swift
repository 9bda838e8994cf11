import JSONTree
import Results

/// What happens during a run, for all that listen: the terminal, the log, clients of the socket.
public enum RunEvent: Sendable {
    /// Watching has begun: what is watched, and where results go.
    case watching(folders: [String], output: String)
    /// Photos were found and put into the queue; `known` were there already and need no work.
    case taken(new: Int, known: Int)
    /// Everything there is has been found; nothing more is to be expected but by watching.
    case intakeEnded
    /// A photo has its answer; its record is on disk.
    case ended(Record)
    /// A photo waits for another try; the sentence says why and until when.
    case postponed(path: String, why: String)
    /// No photo begins, because something that every photo needs is out of order, or because the settings say so by hour or
    /// load; it goes on by itself.
    case paused(why: String)
    /// What held all work up is over.
    case resumed(after: Duration)
    /// Evidence in photos that follow each other has come, changed or gone.
    case sequence(SequenceNews)
    /// Users have changed what is known of a photo, or of a session.
    case reviewed(photo: String?, session: String?)
    /// Something that concerns no single photo.
    case warning(String)
    /// This listener was too slow: so many events before the next one are missing.
    case missed(Int)
}

extension RunEvent {
    /// The event as clients read it: `{"event":"ended","record":{…}}`.
    public var json: JSONValue {
        switch self {
        case .watching(let folders, let output):
            Self.json("watching", [("folders", .array(folders.map { .string($0) })), ("output", .string(output))])
        case .taken(let new, let known): Self.json("taken", [("new", .integer(new)), ("known", .integer(known))])
        case .intakeEnded: Self.json("intakeEnded")
        case .ended(let record): Self.json("ended", [("record", record.json)])
        case .postponed(let path, let why):
            Self.json("postponed", [("path", .string(path)), ("reason", .string(why))])
        case .paused(let why): Self.json("paused", [("reason", .string(why))])
        case .resumed(let pause): Self.json("resumed", [("seconds", .number(pause / .seconds(1)))])
        case .sequence(let news): Self.json("sequence", news.members)
        case .reviewed(let photo, let session):
            Self.json("reviewed", [("photo", .init(photo)), ("session", .init(session))])
        case .warning(let text): Self.json("warning", [("message", .string(text))])
        case .missed(let count): Self.json("missed", [("count", .integer(count))])
        }
    }

    private static func json(_ event: String, _ members: [(String, JSONValue)] = []) -> JSONValue {
        .object([.init("event", .string(event))] + members.map { .init($0, $1) })
    }
}
