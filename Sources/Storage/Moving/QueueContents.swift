import Foundation
import SystemValues

/// How much of everything a queue holds, and one digest of all of it: two queues with equal contents hold the same.
public struct QueueContents: Hashable, Sendable {
    /// Current jobs by state; jobs that a process had count as ready.
    public private(set) var jobs: [JobState: Int] = [:]
    /// Jobs that a newer one has replaced.
    public private(set) var history = 0
    /// Photos that were forgotten, and are known again where they lie.
    public private(set) var forgotten = 0
    /// Records that are kept.
    public private(set) var results = 0
    /// Their size.
    public private(set) var resultBytes = 0
    /// Sessions of the score book.
    public private(set) var sessions = 0
    /// Photos of the score book.
    public private(set) var photos = 0
    /// Arrows of the score book.
    public private(set) var arrows = 0
    /// Photos that others replaced in the score book.
    public private(set) var parked = 0
    /// Reviews of findings, withdrawn ones included.
    public private(set) var reviews = 0
    /// Photos of named sets; a photo in two sets counts twice.
    public private(set) var setPhotos = 0
    /// Messages for hooks, delivered ones included.
    public private(set) var messages = 0
    /// The SHA-256 over the former one and the next value, from zeros on.
    private var chain = [UInt8](repeating: 0, count: 32)

    /// The contents of a queue of which nothing was read yet.
    public init() {}

    /// All jobs.
    public var allJobs: Int { jobs.values.reduce(history, +) }

    /// The digest of every value that was read, in hexadecimal.
    public var digest: String { chain.hexadecimal }

    /// Counts a part, and takes it into the digest.
    mutating func add(_ part: QueuePart) throws {
        switch part {
        case .head(let head):
            take { bytes in
                bytes.add(head.identity.bytes)
                bytes.add(head.isPaused)
                bytes.add(head.lastNumber.rawValue)
                bytes.add(head.endings.last)
                bytes.add(head.endings.forgotten)
                bytes.add(head.endings.forgettings)
            }
        case .jobs(let jobs): for job in jobs { add(job) }
        case .forgotten(let photos):
            for photo in photos { take { $0.add(photo) } }
            forgotten += photos.count
        case .successions(let all):
            take { bytes in
                for one in all {
                    bytes.add(one.former.bytes)
                    bytes.add(one.present.bytes)
                }
            }
        case .endings(let endings):
            take { bytes in
                for ending in endings {
                    bytes.add(ending.job.rawValue)
                    bytes.add(ending.number)
                }
            }
        case .likenesses(let kept):
            take { bytes in
                for one in kept {
                    bytes.add(one.job.rawValue)
                    bytes.add(one.bytes)
                }
            }
        case .embeddings(let kept):
            take { bytes in
                for one in kept {
                    bytes.add(one.job.rawValue)
                    bytes.add(one.bytes)
                }
            }
        case .book(let part): try add(part)
        case .reviews(let rows):
            for row in rows {
                let stored = try Self.text(row.stored)
                take { bytes in
                    bytes.add(row.content)
                    bytes.add(stored)
                }
                reviews += 1
            }
        case .sets(let photos):
            take { bytes in
                bytes.add(photos.name)
                for content in photos.contents { bytes.add(content) }
            }
            setPhotos += photos.contents.count
        case .messages(let messages):
            for message in messages {
                let answer = try message.lastAnswer.map { try Self.text($0) }
                take { bytes in
                    bytes.add(message)
                    bytes.add(answer)
                }
            }
            self.messages += messages.count
        }
    }

    private mutating func add(_ kept: KeptJob) {
        if kept.job.isCurrent { jobs[kept.job.state, default: 0] += 1 } else { history += 1 }
        if let result = kept.result {
            results += 1
            resultBytes += result.count
        }
        take { bytes in
            bytes.add(kept.job)
            bytes.add(kept.result)
        }
    }

    private mutating func add(_ part: BookPart) throws {
        switch part {
        case .session(let row):
            let (counting, details) = (try Self.text(row.counting), try Self.text(row.details))
            take { bytes in
                bytes.add(row.name)
                bytes.add(row.folder)
                bytes.add(counting)
                bytes.add(details)
            }
            sessions += 1
        case .photo(let row, let rows):
            let texts = try [Self.text(row)] + rows.map { try Self.text($0) }
            take { bytes in for text in texts { bytes.add(text) } }
            photos += 1
            arrows += rows.count
        case .parked(let row):
            let text = try Self.text(row)
            take { $0.add(text) }
            parked += 1
        case .mark(let mark):
            take { bytes in
                bytes.add(mark.session)
                bytes.add(mark.day)
                bytes.add(mark.number)
            }
        }
    }

    private mutating func take(_ write: (inout DigestBytes) -> Void) {
        var bytes = DigestBytes(chain)
        write(&bytes)
        chain = SHA256.hash(bytes.bytes)
    }

    /// A row in the one way in which it can be written.
    private static func text(_ row: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(row))
    }
}

/// Values as bytes, so that no two values are the same bytes.
struct DigestBytes {
    private(set) var bytes: [UInt8]

    init(_ start: [UInt8]) { bytes = start }

    mutating func add(_ number: Int64) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ number: Int) { add(Int64(number)) }

    mutating func add(_ number: UInt64) { add(Int64(bitPattern: number)) }

    mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func add(_ list: [UInt8]) {
        add(list.count)
        bytes += list
    }

    mutating func add(_ text: String) { add(Array(text.utf8)) }

    mutating func add(_ list: [UInt8]?) { add(list) { $0.add($1) } }

    mutating func add(_ text: String?) { add(text) { $0.add($1) } }

    mutating func add(_ number: Int64?) { add(number) { $0.add($1) } }

    private mutating func add<T>(_ value: T?, _ write: (inout DigestBytes, T) -> Void) {
        add(value != nil)
        if let value { write(&self, value) }
    }

    mutating func add(_ stamp: FileIdentity) {
        add(stamp.device)
        add(stamp.inode)
        for number in [stamp.size, stamp.mtimeNanoseconds, stamp.ctimeNanoseconds] { add(number) }
    }

    /// Everything of a photo that was forgotten.
    mutating func add(_ photo: ForgottenPhoto) {
        add(photo.job.rawValue)
        for bytes in [photo.place.root, photo.place.path] { add(bytes) }
        add(photo.state.rawValue)
        add(photo.stamp)
        for fingerprint in [photo.content, photo.pipeline] { add(fingerprint.bytes) }
    }

    /// Everything of a job.
    mutating func add(_ job: Job) {
        add(job.id.rawValue)
        for bytes in [job.place.root, job.place.path, job.output] { add(bytes) }
        add(job.stamp)
        add(job.content?.bytes)
        add(job.pipeline.bytes)
        let progress = job.progress
        for number in [
            job.priority, progress.state.rawValue, progress.attempts, progress.crashes, progress.retries,
            progress.recoveries,
        ] {
            add(number)
        }
        add(progress.due)
        add(job.claimNumber)
        add(job.owner != nil)
        for id in [job.original, job.counterpart] { add(id?.rawValue) }
        add(job.waitsForOriginal)
        add(job.isCurrent)
        add(job.arrived)
        for time in [job.claimed, job.finished] { add(time) }
        add(job.failure?.code)
        add(job.failure?.message)
        add(job.failure?.fault.rawValue)
    }

    /// Everything of a message but its last answer.
    mutating func add(_ message: OutboxMessage) {
        for number in [message.id.rawValue, message.made] { add(number) }
        for text in [message.hook, message.subject.description, message.event] { add(text) }
        add(message.body)
        let progress = message.progress
        add(progress.state.rawValue)
        add(progress.owner != nil)
        add(progress.attempts)
        for time in [progress.due, progress.since] { add(time) }
        add(progress.ended)
    }
}
