import Control
import Findings
import JSONTree
import Query
import Results
import Storage
import Supervisor
import SystemPackage

/// Photos with what detectors found in them: the list, one of them, and its manual corrections.
struct JobsAPI {
    let library: ReviewLibrary
    let pictures: PictureService
    let summaries: JobSummaries
    /// Where results lie, and what findings are called in them.
    let place: JobJSON.Place
    /// For each page of the list, all photos would be compared again.
    private let alike = KnownNearDuplicates()

    /// - Parameter output: The folder of the results.
    init(library: ReviewLibrary, pictures: PictureService, summaries: JobSummaries, output: FilePath) {
        self.library = library
        self.pictures = pictures
        self.summaries = summaries
        place = JobJSON.Place(output: output, confidenceLevels: library.confidenceLevels)
    }

    var operations: [Operation] { [list, one, record, review, withdraw, picture, cutout, comparison] }

    static let job = Operation.Parameter.path(
        "job", APIFormat.job.schema, example: 1,
        "The photo's number in the queue.")
    private static let answer = Operation.Content.json(JobJSON.format)
    private static let revision = Operation.Parameter(
        name: "If-Match", place: .header, schema: ["type": "string", "pattern": "^(\"[0-9]{1,15}\"|[0-9]{1,15})$"],
        summary: "The revision that the review was made on, in quotes.", isRequired: false, example: "\"0\"")

    private var list: Operation {
        Operation(
            id: "listJobs", method: .get, path: "/jobs",
            summary: "Photos of the queue, in the order of their numbers; the first page says how many there are.",
            parameters: [
                .query(
                    "after", ["type": "integer", "minimum": 0, "maximum": 9_007_199_254_740_991], example: 0,
                    "Begin behind this job."),
                .query(
                    "limit", ["type": "integer", "minimum": 1, "maximum": 1000], example: 100, "At most this many."),
                .query(
                    "state", ["type": "string", "enum": .array(JobState.allCases.map { .string($0.description) })],
                    example: "done", "Only photos in this state."),
                .query(
                    "where", ["type": "string", "maxLength": .integer(Call.longestQuery)],
                    example: "label:arrow count>=3 -is:reviewed",
                    "Only photos that fit this query; a page may then have fewer than `limit`, and `next` goes on."),
            ],
            answer: .json(JobPage.format), refusals: Call.refusedQuery
        ) { [library, summaries, alike] call in
            let limit = try call.integer("limit", 1...1000) ?? 100
            let after = try call.integer("after", 0...9_007_199_254_740_991).flatMap {
                $0 == 0 ? nil : JobID(rawValue: Int64($0))
            }
            var filter = JobFilter()
            if let word = call.query["state"] {
                guard let state = JobState(word: word) else {
                    throw Problem(.badRequest, code: .badRequest, "No photo can be in that state.")
                }
                filter.states = [state]
            }
            if let query = try call.photoQuery("where"), !query.isAll {
                let request = PageRequest(filter, after: after, limit: limit)
                return .json(try await library.read { try Self.photos(query, request, summaries, alike, in: $0) })
            }
            return .json(
                try await library.read { [filter] snapshot in
                    // The other pages stay the same, and so their tags, while photos arrive.
                    let total = try after == nil ? Self.total(of: filter, in: snapshot.jobs.overview()) : nil
                    let page = try snapshot.jobs.page(PageRequest(filter, after: after, limit: limit))
                    let next = page.count == limit ? page.last.map { Int($0.id.rawValue) } : nil
                    return JobPage.format.write(
                        JobPage(
                            jobs: try page.map { try summaries.row(of: $0, in: snapshot) }, total: total, next: next))
                })
        }
    }

    /// Records that are read for one page: its client waits for it.
    private static let mostRecords = 1_000

    private static func photos(
        _ query: Query, _ request: PageRequest, _ summaries: JobSummaries, _ alike: KnownNearDuplicates,
        in snapshot: QueueSnapshot
    ) throws -> JSONValue {
        let books = try QueryBooks(for: query, in: snapshot, keepingAlike: alike)
        let page = try JobQuery(query, in: snapshot, threshold: summaries.threshold, books: books).page(
            request, records: mostRecords)
        return JobPage.format.write(
            JobPage(
                jobs: try page.jobs.map { try summaries.row(of: $0, in: snapshot) }, total: nil,
                next: page.next.map { Int($0.rawValue) }))
    }

    private static func total(of filter: JobFilter, in overview: Overview) -> Int {
        filter.states.isEmpty
            ? overview.counts.values.reduce(0, +) : filter.states.reduce(0) { $0 + overview[$1] }
    }

    private var one: Operation {
        Operation(
            id: "getJob", method: .get, path: "/jobs/{job}", summary: "One photo with what was found in it.",
            parameters: [Self.job], answer: Self.answer, refusals: [404: "There is no such photo."]
        ) { [library, place] call in
            let number = try call.number("job")
            return .json(try await library.read { try JobJSON(number, in: $0, place).value })
        }
    }

    private var review: Operation {
        var operation = Operation(
            id: "reviewJob", method: .put, path: "/jobs/{job}/review",
            summary: "Replaces the manual corrections of a photo's findings.",
            parameters: [Self.job, Self.revision],
            body: .json(
                APIFormat.review,
                example: [
                    "isAccepted": true, "detections": [:], "classes": [:],
                    "texts": [
                        "lines": [
                            [
                                "text": "Room 3", "confidence": nil, "origin": 0,
                                "corners": [
                                    ["x": 20, "y": 10], ["x": 90, "y": 12], ["x": 90, "y": 30], ["x": 20, "y": 28],
                                ],
                            ]
                        ]
                    ],
                ]),
            answer: Self.answer
        ) { call in try await say(call.decoded(FindingReview.self), call) }
        operation.refusals = Self.refusals
        return operation
    }

    private var withdraw: Operation {
        Operation(
            id: "withdrawJobReview", method: .delete, path: "/jobs/{job}/review",
            summary: "Withdraws the manual corrections of a photo's findings.", parameters: [Self.job, Self.revision],
            body: .json(["type": "object"], example: [:]), answer: Self.answer, refusals: Self.refusals
        ) { call in try await say(nil, call) }
    }

    private static let refusals = [
        404: "There is no such photo, or it has no result.", 412: "The photo was changed meanwhile.",
        422: "No photo can show this.",
    ]

    private func say(_ review: FindingReview?, _ call: Call) async throws -> Answer {
        let (number, revision) = (try call.number("job"), try call.revision())
        let (content, checked) = try await library.read { [place] snapshot in
            let checked = try review.map { try JobJSON(number, in: snapshot, place).checked($0) }
            return (try JobJSON.job(number, in: snapshot).content.map(\.description), checked)
        }
        guard let content else { throw Problem(.notFound, code: .unknown, "The photo has no result yet.") }
        do {
            _ = try await library.change(
                .findings(content: content, as: checked, revision: revision), in: call.queue)
        } catch let error as ControlError where error.code == "conflict" {
            let standing = try await library.read { [place] in try JobJSON(number, in: $0, place).value }
            return .refused(Problem(error), ["job": standing])
        }
        return .json(
            try await library.read { [place] in try JobJSON(number, in: $0, place).value })
    }

    private var picture: Operation {
        Operation(
            id: "getJobPicture", method: .get, path: "/jobs/{job}/picture",
            summary: "A photo's picture, or a part of it.",
            parameters: [Self.job] + PictureRequest.parametersOfPages,
            answer: Operation.Content(type: "image/jpeg", schema: ["type": "string", "format": "binary"]),
            refusals: [404: "There is no such photo, or no picture of it can be made."]
        ) { [library, pictures, place] call in
            let (number, request) = (try call.number("job"), try PictureRequest(call))
            let wish = try await library.read { try JobJSON(number, in: $0, place).file.map(request.wish) }
            guard let wish else { throw PictureRequest.none }
            return .jpeg(try await pictures.picture(wish, for: call.client))
        }
    }
}

/// Photos of the list that follow each other.
struct JobPage: Sendable {
    let jobs: [JobSummaries.Row]
    let total: Int?
    let next: Int?

    static let format = APIFormat<JobPage>.object([
        APIKey("jobs", \.jobs, .list(JobSummaries.Row.format)), APIKey("total", \.total, .orNull(.whole)),
        APIKey("next", \.next, .orNull(.whole)),
    ]).named("JobList")
}
