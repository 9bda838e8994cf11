import Foundation
import Hooks
import JSONTree
import Results
import Settings
import Storage
import SystemValues
import WorkerProtocol

/// A hook at a glance, for `quiver hooks list`.
public struct HookStatus: Codable, Sendable {
    /// The hook's name.
    public var name: String
    /// What it is told of: `photo`, `session` or `run`; nil for one that the settings do not have any more.
    public var on: String?
    /// Where it tells: the program, the address without its path, or the readers of mail.
    public var to: String?
    /// Why it would deliver nothing; nil where nothing is seen.
    public var trouble: String?
    /// How many messages wait.
    public var waiting: Int
    /// How many were given up.
    public var givenUp: Int
    /// How many were delivered within the last day.
    public var delivered: Int
    /// When the eldest that waits was made.
    public var eldest: String?
}

/// A message at a glance.
public struct MessageStatus: Codable, Sendable {
    /// Its number, for `quiver hooks retry`.
    public var id: Int64
    /// The hook's name.
    public var hook: String
    /// What it tells of: `photo 17`, `session NAME` or `run`.
    public var subject: String
    /// `waiting`, `delivered` or `given up`.
    public var state: String
    /// How often it was tried.
    public var attempts: Int
    /// When it was made.
    public var made: String
    /// When it is tried next; nil where it has ended.
    public var due: String?
    /// What the last try was answered with: `status 1`, `HTTP 503`, `signal 9` or `no answer`; nil before the first.
    public var answer: String?
    /// The beginning of what the receiver wrote.
    public var output: String?
}

extension MessageStatus {
    /// A message of the outbox as users see it.
    init(_ message: OutboxMessage) {
        id = message.id.rawValue
        hook = message.hook
        subject =
            switch message.subject {
            case .photo(let claim): "photo \(claim.job)"
            case .session(let name): "session \(name)"
            case .run: "run"
            }
        state = message.state.description
        attempts = message.attempts
        made = Timestamp(milliseconds: message.made).description
        due = message.state == .waiting ? Timestamp(milliseconds: message.due).description : nil
        answer = message.lastAnswer.map { answer in
            switch answer.status {
            case .exited(let status): "status \(status)"
            case .signalled(let signal): "signal \(signal)"
            case .http(let status): "HTTP \(status)"
            case .none: "no answer"
            }
        }
        output = message.lastAnswer?.output
    }
}

extension QueueControl {
    /// Every hook of the settings, and those of which messages are left.
    public func hooks() throws -> [HookStatus] {
        let overview = try readBoth { try $0.outbox.overview() }
        let plan = try HookPlan(settings, version: "")
        let known = plan.hooks.map { hook in
            HookStatus(
                hook.name, overview[hook.name], on: hook.settings.on.rawValue, to: hook.settings.target,
                trouble: hook.channel.trouble())
        }
        let others = overview.keys.filter { plan[$0] == nil }.sorted().map { name in
            HookStatus(name, overview[name], on: nil, to: nil, trouble: "the settings have no hook of this name")
        }
        return known + others
    }

    /// Messages by hook and state, the newest last.
    public func messages(hooks: Set<String>?, states: Set<OutboxState>, limit: Int) throws -> [MessageStatus] {
        let filter = OutboxFilter(hooks: hooks, states: states)
        return try readBoth {
            try $0.outbox.page(OutboxPage(filter, limit: limit, newestFirst: true)).reversed().map(MessageStatus.init)
        }
    }

    /// Delivers a message of the form that a hook gets, in this process and beside the outbox.
    ///
    /// Its event is `test`; it tells of the photo that ended last, or of nothing yet.
    /// - Returns: Nil where the hook has it, and else why not; with what the receiver wrote.
    public func test(hook name: String, version: String) async throws -> (failure: String?, output: String) {
        let plan = try HookPlan(settings, version: version)
        guard let hook = plan[name] else {
            let known = plan.hooks.map(\.name).joined(separator: ", ")
            throw PipelineError(
                .setting,
                "there is no hook '\(name.forTerminal)'" + (known.isEmpty ? " in the settings" : "; there is \(known)"),
                fault: .input)
        }
        let record = try readBoth { snapshot in
            var ended = JobFilter(states: Set(JobState.allCases.filter(\.isFinal)))
            ended.age = .current
            let last = try snapshot.jobs.page(PageRequest(ended, limit: 1, newestFirst: true)).first
            return try last.flatMap { try snapshot.jobs.result(of: $0.id) }.flatMap { try? Record.decode($0) }
        }
        let content = JSONValue.object(record.map { [.init("record", $0.json)] } ?? [])
        let message = HookMessage(
            key: "test-\([UInt8].secret(count: 8).hexadecimal)", hook: name, event: "test", made: Timestamp(Date()),
            attempt: 1, content: Array(content.line.utf8))
        let answer = try await BlockingLane("quiver.hook").perform { hook.channel.deliver(message, until: { false }) }
        let output = String(decoding: answer.output, as: UTF8.self)
        switch answer.ending {
        case .delivered: return (nil, output)
        case .refused(let reason): return (reason, output)
        case .stopped: return ("it was stopped", output)
        }
    }
}

extension HookStatus {
    fileprivate init(_ name: String, _ overview: OutboxOverview?, on: String?, to: String?, trouble: String?) {
        self.init(
            name: name, on: on, to: to, trouble: trouble, waiting: overview?[.waiting] ?? 0,
            givenUp: overview?[.givenUp] ?? 0, delivered: overview?[.delivered] ?? 0,
            eldest: overview?.eldestWaiting.map { Timestamp(milliseconds: $0).description })
    }
}

extension Settings.Hook {
    /// Where it tells, without what may be secret in an address.
    fileprivate var target: String? {
        switch way {
        case .program(let program, arguments: _): PercentEscape.printable(program)
        case .url(let address): address.origin
        case .mail(let readers): readers.joined(separator: ", ")
        case nil: nil
        }
    }
}
