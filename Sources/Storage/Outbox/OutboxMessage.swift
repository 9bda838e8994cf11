/// The number of a message, which no other one of its queue has.
public struct MessageID: Hashable, Comparable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The number itself.
    public let rawValue: Int64

    /// A message's number as read from a command line or a store.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The number in digits.
    public var description: String { String(rawValue) }

    /// Older messages come first.
    public static func < (left: MessageID, right: MessageID) -> Bool { left.rawValue < right.rawValue }
}

/// What a hook is told, before it is in the outbox.
public struct NewMessage: Hashable, Sendable {
    /// The name that the settings give the hook.
    public var hook: String
    /// What the message is about.
    public var subject: OutboxSubject
    /// What has happened, in one word.
    public var event: String
    /// What the hook gets: JSON in UTF-8.
    public var body: [UInt8]
    /// For how long it waits before its first try.
    public var delay: UnixMillis = 0

    /// A message from its parts.
    public init(hook: String, subject: OutboxSubject, event: String, body: [UInt8]) {
        self.hook = hook
        self.subject = subject
        self.event = event
        self.body = body
    }
}

/// A message that is in the outbox: it was made in the transaction that changed what it tells of.
public struct OutboxMessage: Hashable, Sendable {
    /// Its number; a later message has a higher one.
    public var id: MessageID
    /// The name that the settings give the hook.
    public var hook: String
    /// What the message is about.
    public var subject: OutboxSubject
    /// What has happened, in one word.
    public var event: String
    /// What the hook gets: JSON in UTF-8.
    public var body: [UInt8]
    /// When it was made.
    public var made: UnixMillis
    /// How far it has come.
    public var progress: OutboxProgress
    /// What the last try that came to an end was answered with; nil before the first.
    public var lastAnswer: OutboxAnswer?

    /// A message, as a store has it.
    public init(
        id: MessageID, hook: String, subject: OutboxSubject, event: String, body: [UInt8], made: UnixMillis,
        progress: OutboxProgress, lastAnswer: OutboxAnswer? = nil
    ) {
        self.id = id
        self.hook = hook
        self.subject = subject
        self.event = event
        self.body = body
        self.made = made
        self.progress = progress
        self.lastAnswer = lastAnswer
    }

    /// Where it stands.
    public var state: OutboxState { progress.state }
    /// How often it was handed out for delivery.
    public var attempts: Int { progress.attempts }
    /// When it may be delivered next.
    public var due: UnixMillis { progress.due }

    /// What a receiver tells repetitions by: the same at each try, and another one for each message of each queue.
    ///
    /// - Parameter queue: The queue's identity.
    public func idempotencyKey(in queue: Fingerprint) -> String {
        // A queue that was moved may give a number again that it gave before to a message which was forgotten.
        "\(queue.description.prefix(16))-\(id)-\(made)"
    }
}

/// What came of one try to deliver a message.
public struct OutboxAnswer: Hashable, Sendable, Codable {
    /// How the receiver answered.
    public enum Status: Hashable, Sendable, Codable {
        /// A program ended with this status.
        case exited(Int)
        /// A program was ended by this signal.
        case signalled(Int)
        /// A server answered with this HTTP status.
        case http(Int)
        /// No answer came; the output says why.
        case none
    }

    /// At most so many bytes of a receiver's output are kept.
    public static let mostOutput = 4096

    /// How the receiver answered.
    public var status: Status
    /// The beginning of what it wrote, or the reason why nothing came.
    public var output: String
    /// The number of the try; the first is 1.
    public var attempt: Int
    /// When it came.
    public var at: UnixMillis

    /// An answer with the first 4 KiB of an output, which may be any bytes.
    public init(_ status: Status, output: some Sequence<UInt8>, attempt: Int, at now: UnixMillis) {
        self.status = status
        var bytes = Array(output.prefix(Self.mostOutput + 1))
        if bytes.count > Self.mostOutput {
            bytes.removeLast()
            // A character that was cut through goes.
            let tail = bytes.suffix(4).reversed().prefix { $0 & 0xC0 == 0x80 }.count
            if let lead = bytes.dropLast(tail).last, lead >= 0xC0, lead.utf8Length > tail + 1 {
                bytes.removeLast(tail + 1)
            }
        }
        // No database keeps the character 0 in a text.
        self.output = String(decoding: bytes, as: UTF8.self).replacing("\0", with: "\u{FFFD}")
        self.attempt = attempt
        at = now
    }

    /// An answer that did not come, and why.
    public init(noAnswer reason: String, attempt: Int, at now: UnixMillis) {
        self.init(.none, output: reason.utf8, attempt: attempt, at: now)
    }
}

extension UInt8 {
    /// How many bytes a character has that begins with this one.
    fileprivate var utf8Length: Int { self >= 0xF0 ? 4 : self >= 0xE0 ? 3 : 2 }
}
