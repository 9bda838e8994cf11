import Control
import Findings
import JSONTree
import Results
import Storage
import Supervisor

/// The queue: how it stands, what went wrong, and what a person wants of it.
struct QueueAPI {
    let library: ReviewLibrary
    let meter: RunMeter
    let feed: LiveFeed
    /// The folder of the results, for people.
    let output: String

    var operations: [Operation] { [status, retry, cancel, pause, resume, events] }

    private var status: Operation {
        Operation(
            id: "getQueue", method: .get, path: "/queue", summary: "How the queue stands, and what its workers do.",
            answer: .json(QueueJSON.format), isKept: true
        ) { [library, meter, output] _ in
            let (overview, troubled) = try await library.read { snapshot in
                (
                    try snapshot.jobs.overview(),
                    try snapshot.jobs.page(
                        PageRequest(
                            JobFilter(states: [.failed, .quarantined, .blocked]), limit: 50, newestFirst: true))
                )
            }
            let live = await library.live()
            let rate = live == nil ? nil : meter.rate(at: .now)
            return .json(
                QueueJSON.format.write(
                    QueueJSON(
                        output: output, overview: overview, live: live, rate: rate, stages: meter.stages,
                        errors: troubled)))
        }
    }

    /// Which jobs a command is about.
    private struct Choice: Decodable, Sendable {
        var jobs: [Int64]?
        var states: [String]?

        static let format = APIFormat<Choice>.object([
            APIKey("jobs", orNull: .list(.job)), APIKey("states", orNull: .list(.state)),
        ]).with(["anyOf": [some("jobs"), some("states")]]).named("JobChoice")

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
                    throw Problem(.badRequest, code: "badRequest", "A job's number is from 1 to 9007199254740991.")
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
        var operation = command("resumeQueue", "/queue/resume", "Goes on after a pause.") { _ in .resume }
        (operation.body, operation.refusals) = (Self.nothing, [409: "No supervisor runs."])
        return operation
    }

    private static let nothing = Operation.Content.json(["type": "object"], example: [:])

    private func command(
        _ id: String, _ path: String, _ summary: String, _ request: @escaping @Sendable (Call) throws -> ControlRequest
    ) -> Operation {
        Operation(
            id: id, method: .post, path: path, summary: summary,
            body: .json(Choice.format, example: ["jobs": [1]]),
            answer: .json(APIFormat.changed),
            refusals: [422: "Neither jobs nor states are named."]
        ) { [library, feed] call in
            guard case .changed(let count) = try await library.change(request(call), in: call.queue) else {
                throw Problem(.internalServerError, code: "unexpected", "Nothing was changed.", fault: .quiver)
            }
            feed.tellSoon(.queue)
            return .json(APIFormat.changed.write(count))
        }
    }

    private var events: Operation {
        Operation(
            id: "followEvents", method: .get, path: "/events",
            summary: "What has changed, as server-sent events: queue, session, message and sequence.",
            answer: Operation.Content(type: "text/event-stream", schema: ["type": "string"]),
            refusals: [429: "Too many pages are open."]
        ) { [feed] _ in
            guard let messages = feed.subscribe() else {
                throw Problem(.tooManyRequests, code: "busy", "Too many pages are open.", fault: .environment)
            }
            return .stream(EventStream.body(messages))
        }
    }
}
