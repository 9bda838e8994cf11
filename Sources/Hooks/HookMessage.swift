import Foundation
import JSONTree
import Results
import Storage

/// A message on its way: what is told, and which attempt this is.
public struct HookMessage: Sendable, Hashable {
    /// The same at each attempt, and of no other message: by it a receiver knows one that it has.
    public let key: String
    /// The hook's name.
    public let hook: String
    /// What is told of: `photo`, `session`, `run` or `test`.
    public let event: String
    /// When the message was made.
    public let made: Timestamp
    /// From 1.
    public let attempt: Int
    /// A JSON object on one line: what is told.
    public let content: [UInt8]

    /// A message from its parts.
    public init(key: String, hook: String, event: String, made: Timestamp, attempt: Int, content: [UInt8]) {
        self.key = key
        self.hook = hook
        self.event = event
        self.made = made
        self.attempt = attempt
        self.content = content
    }

    /// What is delivered: one JSON object on one line, the same bytes at each attempt.
    public var body: [UInt8] {
        let head = JSONValue.object([
            .init("message", .string(key)), .init("hook", .string(hook)), .init("event", .string(event)),
            .init("made", .string(made.description)),
        ])
        let given = content.drop { $0 != UInt8(ascii: "{") }.dropFirst()
        let rest = given.isEmpty ? Array("}".utf8)[...] : given
        let isEmpty = rest.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "}")
        return Array(head.line.utf8.dropLast()) + Array((isEmpty ? "" : ",").utf8) + rest
    }

    /// The content as a tree; an empty object where it is none.
    var tree: JSONValue { (try? JSONParser.parse(content).value) ?? [:] }
}

/// What became of one delivery.
public struct HookAnswer: Sendable, Hashable {
    /// Whether the receiver has the message.
    public enum Ending: Sendable, Hashable {
        case delivered
        /// Why it has not, in one sentence.
        case refused(String)
        /// It was broken off as Quiver is to end: not an attempt.
        case stopped
    }

    /// Whether the receiver has the message.
    public var ending: Ending
    /// What a program ended with, or a server answered.
    public var status = OutboxAnswer.Status.none
    /// The beginning of what the receiver wrote.
    public var output: [UInt8] = []
    /// When the receiver asks to be asked again; nil where it does not.
    public var retryAfter: Duration?
    /// Whether no host answered, so that other messages to it would fare no better.
    public var isOfPlace = false

    /// An answer from its parts.
    public init(
        _ ending: Ending, status: OutboxAnswer.Status = .none, output: [UInt8] = [], retryAfter: Duration? = nil
    ) {
        self.ending = ending
        self.status = status
        self.output = output
        self.retryAfter = retryAfter
    }

    /// Bytes of a receiver's words that are kept.
    static var mostOutput: Int { OutboxAnswer.mostOutput }

    /// What is kept of it: what the receiver wrote, and the reason where its status does not say it.
    public var words: [UInt8] {
        guard case .refused(let reason) = ending, status == .none || output.isEmpty else { return output }
        return Array((output.isEmpty ? reason : reason + "\n").utf8) + output
    }
}

/// One way to deliver messages.
public protocol HookChannel: Sendable {
    /// Delivers a message; blocks until there is an answer, for the hook's time limit at most and a little longer.
    ///
    /// - Parameter isStopped: Is asked now and then, and breaks the delivery off.
    func deliver(_ message: HookMessage, until isStopped: @escaping @Sendable () -> Bool) -> HookAnswer

    /// What would keep every message from its receiver, as a sentence; nil where nothing is seen.
    func trouble() -> String?

    /// What its deliveries share with those of other hooks: the same host's are counted together.
    var place: String { get }
}
