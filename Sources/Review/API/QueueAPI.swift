import Control
import Findings
import JSONTree
import Results
import Settings
import Storage
import Supervisor

/// The queue: how it stands, what went wrong, and what a person wants of it.
struct QueueAPI {
    let library: ReviewLibrary
    let meter: RunMeter
    let feed: LiveFeed
    /// The folder of the results, for people.
    let output: String
    /// The ends of photos, for programs that follow them.
    let photos: EndedPhotos

    var operations: [Operation] { [status, retry, cancel, prioritize, pause, resume, events] }

    private var status: Operation {
        Operation(
            id: "getQueue", method: .get, path: "/queue", summary: "How the queue stands, and what its workers do.",
            answer: .json(QueueJSON.format), isKept: true
        ) { [library, meter, output] _ in
            let (overview, isPaused, troubled) = try await library.read { snapshot in
                (
                    try snapshot.jobs.overview(), try snapshot.jobs.isPaused(),
                    try snapshot.jobs.page(
                        PageRequest(
                            JobFilter(states: [.failed, .quarantined, .blocked]), limit: 50, newestFirst: true))
                )
            }
            let live = await library.live()
            let hosts = await library.hosts()
            let rate = hosts.isEmpty ? live.flatMap { _ in meter.rate(at: .now) } : hosts.photosPerSecond
            return .json(
                QueueJSON.format.write(
                    QueueJSON(
                        output: output, overview: overview, live: live, rate: rate, stages: meter.stages,
                        errors: troubled, hosts: hosts, isPaused: live?.isPausedByHand ?? isPaused)))
        }
    }

    /// Which jobs a command is about.
    private struct Choice: Decodable, Sendable {
        var jobs: [Int64]?
        var states: [String]?

        static let format = APIFormat<Choice>.object([
            APIKey("jobs", orNull: .list(.job)), APIKey("states", orNull: .list(.state)),
        ]).with(named).named("JobChoice")

        /// That jobs or states are named.
        static let named: JSONValue = ["anyOf": [some("jobs"), some("states")]]

        private static func some(_ key: String) -> JSONValue {
            [
                "required": [.string(key)],
                "properties": .object([.init(key, ["type": "array", "minItems": 1])]),
            ]
        }

        /// The jobs that are meant; throws for a number that no job has.
        var choice: JobChoice {
            get throws {
                guard (jobs ?? []).allSatisfy({ (1...9_007_199_254_740_991).contains($0) }) else {
                    throw Problem(.badRequest, code: .badRequest, "A job's number is from 1 to 9007199254740991.")
                }
                return JobChoice(jobs: jobs ?? [], states: states ?? [])
            }
        }
    }

    private var retry: Operation {
        command("retryJobs", "/jobs/retry", "Puts photos that ended without a result back into the queue.") { call in
            try .retry(call.decoded(Choice.self).choice)
        }
    }

    private var cancel: Operation {
        command("cancelJobs", "/jobs/cancel", "Ends photos that have not ended; each gets its record.") { call in
            try .cancel(call.decoded(Choice.self).choice)
        }
    }

    private var pause: Operation {
        var operation = command("pauseQueue", "/queue/pause", "Begins no more photos.") { _ in .pause }
        (operation.body, operation.refusals) = (Self.nothing, [409: "No supervisor runs."])
        return operation
    }

    private var resume: Operation {
        var operation = command(
            "resumeQueue", "/queue/resume",
            "Goes on after a pause; with `now` also with what waits for its hour, or for less load."
        ) { call in
            try call.decoded(Resumption.self).now == true ? .resumeNow : .resume
        }
        (operation.body, operation.refusals) = (
            .json(Resumption.format, example: ["now": true]), [409: "No supervisor runs."]
        )
        return operation
    }

    /// How the work is to go on.
    private struct Resumption: Decodable, Sendable {
        var now: Bool?

        static let format = APIFormat<Resumption>.object([APIKey("now", orNull: .bool)]).named("Resumption")
    }

    private var prioritize: Operation {
        command(
            "prioritizeJobs", "/jobs/prioritize",
            "Has photos that wait worked before others: smaller numbers go first.",
            Turn.format, example: ["jobs": [1], "priority": -1]
        ) { call in
            .prioritize(try call.decoded(Choice.self).choice, level: try call.decoded(Turn.self).priority)
        }
    }

    /// Which turn jobs take.
    private struct Turn: Decodable, Sendable {
        var priority: Int

        static let format = APIFormat<Turn>.object([
            APIKey("jobs", orNull: .list(.job)), APIKey("states", orNull: .list(.state)),
            APIKey(
                "priority",
                described: .whole(
                    from: Settings.Watch.priorities.lowerBound, to: Settings.Watch.priorities.upperBound)),
        ]).with(Choice.named).named("JobTurn")
    }

    private static let nothing = Operation.Content.json(["type": "object"], example: [:])

    private func command(
        _ id: String, _ path: String, _ summary: String, _ request: @escaping @Sendable (Call) throws -> ControlRequest
    ) -> Operation {
        command(id, path, summary, Choice.format, example: ["jobs": [1]], request)
    }

    private func command<Body>(
        _ id: String, _ path: String, _ summary: String, _ body: APIFormat<Body>, example: JSONValue,
        _ request: @escaping @Sendable (Call) throws -> ControlRequest
    ) -> Operation {
        Operation(
            id: id, method: .post, path: path, summary: summary, body: .json(body, example: example),
            answer: .json(APIFormat.changed),
            refusals: [422: "Neither jobs nor states are named."]
        ) { [library, feed] call in
            guard case .changed(let count) = try await library.change(request(call), in: call.queue) else {
                throw Problem(.internalServerError, code: .unexpected, "Nothing was changed.", fault: .quiver)
            }
            feed.tellSoon(.queue)
            return .json(APIFormat.changed.write(count))
        }
    }

    private static let cursor: JSONValue = [
        "type": "string", "pattern": "^(now|first|[0-9a-f]{16}-[0-9]{1,19}(-[0-9]{1,19})?)$",
    ]

    private var events: Operation {
        Operation(
            id: "followEvents", method: .get, path: "/events",
            summary:
                "What has changed, as server-sent events: queue, session, message and sequence; with `since` also each photo that ends.",
            parameters: [
                .query(
                    "since", Self.cursor, example: "now",
                    "Tells each photo that ends, with its record (`ended`) and its cursor as the event's id: `now`, `first` for "
                        + "all that the queue keeps, or the cursor of the last event that was seen."),
                Operation.Parameter(
                    name: "Last-Event-ID", place: .header, schema: Self.cursor,
                    summary: "The cursor of the last event that was seen; it goes before `since`.", isRequired: false,
                    example: "3f2a9c0d11aa22bb-1234"),
            ],
            answer: Operation.Content(type: "text/event-stream", schema: ["type": "string"]),
            refusals: [
                409: "The cursor is of another queue, or ahead of this one.",
                410: "Photos that ended behind the cursor were forgotten.", 429: "Too many pages are open.",
            ]
        ) { [feed, photos] call in
            let start = try (call.lastEventID ?? call.query["since"]).map { text in
                guard let start = EndingStart(text) else { throw ControlError.noCursor(text) }
                return start
            }
            let cursor: EndingCursor? = if let start { try await photos.cursor(at: start) } else { nil }
            guard let messages = feed.subscribe() else {
                throw Problem(.tooManyRequests, code: .busy, "Too many pages are open.", fault: .environment)
            }
            guard let cursor else { return .stream(EventStream.body(messages)) }
            return .stream(EndingStream(photos: photos, start: cursor).body(messages))
        }
    }
}
