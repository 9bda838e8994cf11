import JSONTree
import Results
import Storage

/// What a client is told that follows a run, one JSON line each: the ends of photos from a cursor on, and whatever else happens
/// meanwhile.
public enum FollowedEvent: Sendable {
    /// Where the client begins; the first line of all.
    case following(EndingCursor)
    /// A photo has ended, and its record is kept.
    case ended(EndedPhoto)
    /// Something else has happened.
    case event(RunEvent)
    /// The client cannot be told more: the last line.
    case broken(ControlError)
    /// The run has ended, and all that ended with it is told: the last line.
    case runEnded

    /// The line as clients read it: `{"event":"ended","cursor":"3f2a9c0d11aa22bb-7","job":7,…}`.
    public var json: JSONValue {
        switch self {
        case .following(let cursor):
            .object([.init("event", .string("following")), .init("cursor", .string(cursor.description))])
        case .ended(let photo): .object([.init("event", .string("ended"))] + photo.members)
        case .event(let event): event.json
        case .broken(let error): .object([.init("error", error.json)])
        case .runEnded: .object([.init("event", .string("runEnded"))])
        }
    }
}

/// A photo that has ended, as it is told to who follows.
public struct EndedPhoto: Sendable {
    /// From where the next one is followed.
    public let cursor: EndingCursor
    /// The photo's number in the queue.
    public let job: JobID
    /// Where the photo lay, as in records.
    public let path: String
    /// The file of its record, as paths are in records; nil where none is written.
    public let file: String?
    /// Its record.
    public let record: Record

    /// A photo from its parts.
    public init(cursor: EndingCursor, job: JobID, path: String, file: String?, record: Record) {
        self.cursor = cursor
        self.job = job
        self.path = path
        self.file = file
        self.record = record
    }

    /// What is told of it: its cursor, number, paths and whole record.
    public var members: [JSONValue.Member] {
        [
            .init("cursor", .string(cursor.description)), .init("job", .integer(Int(job.rawValue))),
            .init("path", .string(path)), .init("file", .init(file)), .init("record", record.json),
        ]
    }
}

extension ControlError {
    /// The error as replies have it.
    fileprivate var json: JSONValue {
        .object([
            .init("code", .string(code)), .init("fault", .string(fault.rawValue)), .init("message", .string(message)),
        ])
    }
}
