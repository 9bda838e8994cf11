/// The last end of a job with a record, and its place in the order of all ends of its queue.
///
/// Every record that is kept gets the next number, at the latest before ends are told. So a job that ends again, or whose record is
/// corrected, has a newer number and loses the former one: who follows the numbers is told of each job as it ended last.
public struct JobEnding: Hashable, Sendable {
    /// The job.
    public var job: JobID
    /// The end's number: higher than those of all ends that were there before it.
    public var number: Int64

    /// An end, as a store has it.
    public init(job: JobID, number: Int64) {
        self.job = job
        self.number = number
    }
}

/// Which ends of jobs a queue can tell of.
public struct EndingSpan: Hashable, Sendable {
    /// The number of the last end; 0 before the first.
    public var last: Int64
    /// The highest number of an end whose job was forgotten; 0 where none was.
    ///
    /// Who has seen no end of a higher number may miss one that cannot be told any more.
    public var forgotten: Int64
    /// How many ends were forgotten so far: where it has not changed, nothing was, of whatever number.
    public var forgettings: Int64

    /// A span from its parts.
    public init(last: Int64 = 0, forgotten: Int64 = 0, forgettings: Int64 = 0) {
        self.last = last
        self.forgotten = forgotten
        self.forgettings = forgettings
    }

    /// Notes that an end was forgotten.
    public mutating func forget(_ number: Int64) {
        forgotten = max(forgotten, number)
        forgettings += 1
    }

    /// Whether each end behind a cursor of this queue can be told.
    ///
    /// Who is behind the highest number that was forgotten misses nothing where all of that was forgotten before the client began.
    fileprivate func tellsAll(behind cursor: EndingCursor) -> Bool {
        cursor.number >= forgotten || cursor.forgettings == forgettings
    }
}

/// A job that has ended, with the record that is kept of it, as it is told to who follows the ends.
public struct FollowedEnding: Hashable, Sendable {
    /// What the next one is followed from.
    public var cursor: EndingCursor
    /// The job.
    public var job: Job
    /// The record's bytes.
    public var record: [UInt8]
}

/// How far the ends of a queue's jobs were followed: it holds in later runs, on other hosts, and in a queue that was moved.
public struct EndingCursor: Hashable, Sendable, LosslessStringConvertible {
    /// The beginning of the queue's identity.
    public let queue: String
    /// The number of the last end that was told.
    public let number: Int64
    /// ``EndingSpan/forgettings`` when the client began to follow; nil where all that was forgotten before is behind it.
    ///
    /// What was forgotten before the beginning is no gap.
    public let forgettings: Int64?

    private static let length = 16

    /// A place in the ends of a queue.
    public init(queue identity: Fingerprint, number: Int64, forgettings: Int64? = nil) {
        self.init(
            queue: String(identity.description.prefix(Self.length)), number: number, forgettings: forgettings)
    }

    /// A place as it is written; nil for another text.
    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().map { part in part.allSatisfy(\.isASCIIDigit) ? Int64(part) : nil }
        guard (2...3).contains(parts.count), parts[0].count == Self.length, parts[0].allSatisfy(\.isLowercaseHexDigit),
            let number = numbers[0], let last = numbers[numbers.count - 1]
        else { return nil }
        self.init(queue: String(parts[0]), number: number, forgettings: numbers.count > 1 ? last : nil)
    }

    /// The beginning of the queue's identity and the number, as in `3f2a9c0d11aa22bb-1234`; behind it how much was forgotten
    /// before, where that matters.
    public var description: String { "\(queue)-\(number)" + (forgettings.map { "-\($0)" } ?? "") }

    /// A place in what is followed that began here, behind a later end.
    ///
    /// - Parameter span: The queue's, which tells all that is behind this cursor.
    fileprivate func moved(to number: Int64, in span: EndingSpan) -> EndingCursor {
        EndingCursor(queue: queue, number: number, forgettings: number < span.forgotten ? forgettings : nil)
    }

    private init(queue: String, number: Int64, forgettings: Int64?) {
        (self.queue, self.number, self.forgettings) = (queue, number, forgettings)
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
    fileprivate var isLowercaseHexDigit: Bool { isASCII && isHexDigit && !isUppercase }
}

/// From where the ends of a queue's jobs are followed.
public enum EndingStart: Hashable, Sendable, LosslessStringConvertible {
    /// Only what ends from now on.
    case now
    /// Everything that is kept.
    case first
    /// What ended behind a cursor.
    case behind(EndingCursor)

    /// `now`, `first`, or a cursor; nil for another text.
    public init?(_ description: String) {
        switch description {
        case "now": self = .now
        case "first": self = .first
        default:
            guard let cursor = EndingCursor(description) else { return nil }
            self = .behind(cursor)
        }
    }

    /// The word, or the cursor.
    public var description: String {
        switch self {
        case .now: "now"
        case .first: "first"
        case .behind(let cursor): cursor.description
        }
    }
}

extension JobReading {
    /// The cursor from which ends are followed.
    ///
    /// - Throws: `JobQueueError` where this queue cannot tell what came behind a cursor.
    public func cursor(at start: EndingStart) throws -> EndingCursor {
        let (queue, span) = (try identity(), try endingSpan())
        switch start {
        case .now: return EndingCursor(queue: queue, number: span.last)
        case .first:
            return EndingCursor(queue: queue, number: 0, forgettings: span.forgotten > 0 ? span.forgettings : nil)
        case .behind(let cursor):
            _ = try self.span(telling: cursor)
            return cursor
        }
    }

    /// The span of the ends, where this queue can tell all that came behind a cursor.
    private func span(telling cursor: EndingCursor) throws -> EndingSpan {
        let span = try endingSpan()
        guard cursor.queue == EndingCursor(queue: try identity(), number: 0).queue else {
            throw JobQueueError(
                .otherQueue,
                "The cursor \(cursor) is of another queue than this one. Follow this one from 'first' or 'now'.",
                fault: .input)
        }
        guard cursor.number <= span.last else {
            throw JobQueueError(
                .cursorAhead,
                """
                The cursor \(cursor) is ahead of this queue, whose last end is \(span.last): an older copy was put in its \
                place. Look at all photos again: follow it from 'first'.
                """, fault: .input)
        }
        guard span.tellsAll(behind: cursor) else {
            throw JobQueueError(
                .cursorTooOld,
                """
                Photos that ended behind the cursor \(cursor) may be forgotten by now, by 'quiver jobs prune': up to \
                \(span.forgotten). Their results lie in the folder of the results. Follow this queue from 'first' or 'now'.
                """, fault: .input)
        }
        return span
    }

    /// The ends behind a cursor with their records, in their order; at most `limit`, and empty where there are none by now.
    ///
    /// To be called in one look, so that nothing is forgotten between its parts.
    ///
    /// - Throws: `JobQueueError` where this queue cannot tell what came behind the cursor.
    public func endings(behind cursor: EndingCursor, limit: Int) throws -> [FollowedEnding] {
        let span = try self.span(telling: cursor)
        var passed = cursor.number
        while case let endings = try self.endings(after: passed, limit: limit), let last = endings.last {
            let (jobs, records) = try kept(of: endings)
            let told: [FollowedEnding] = endings.compactMap { ending in
                guard let job = jobs[ending.job], let record = records[ending.job] else { return nil }
                return FollowedEnding(cursor: cursor.moved(to: ending.number, in: span), job: job, record: record)
            }
            // Ends of which there is nothing to tell do not end what is told.
            if !told.isEmpty { return told }
            passed = last.number
        }
        return []
    }

    /// The jobs of ends, and their records.
    private func kept(of endings: [JobEnding]) throws -> (jobs: [JobID: Job], records: [JobID: [UInt8]]) {
        let ids = endings.map(\.job)
        let found = try page(PageRequest(JobFilter(ids: ids, age: .any), limit: ids.count))
        return (Dictionary(found.map { ($0.id, $0) }) { first, _ in first }, try results(of: ids))
    }
}
