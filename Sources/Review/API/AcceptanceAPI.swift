import Control
import JSONTree
import Storage
import Supervisor

/// Acceptance of many photos at once, and the way back.
struct AcceptanceAPI {
    /// More photos than one request names; a request has at most a mebibyte.
    static let most = 100_000
    /// Photos that one transaction changes.
    static let atOnce = 5000

    let library: ReviewLibrary
    let summaries: JobSummaries

    var operations: [Operation] { [accept, takeBack] }

    private struct Acceptance: Decodable, Sendable {
        var detector: String?
        var above: Double
        /// The photos that are meant; all without it.
        var jobs: [Int]?
        var isTrial: Bool?

        static let format = APIFormat<Acceptance>.object([
            APIKey("detector", orNull: .text), APIKey("above", described: .share), APIKey("jobs", orNull: .chosen),
            APIKey("isTrial", orNull: .bool),
        ]).named("Acceptance")
    }

    private struct Choice: Decodable, Sendable {
        var jobs: [Int]

        static let format = APIFormat<Choice>.object([APIKey("jobs", described: .chosen)]).named("AcceptedJobs")
    }

    private static let answer = Operation.Content.json(APIFormat.accepted)

    private var accept: Operation {
        Operation(
            id: "acceptJobs", method: .post, path: "/jobs/accept",
            summary:
                "Accepts photos without corrections whose findings are all surer than a bound; a trial only names them.",
            body: .json(Acceptance.format, example: ["above": 0.9]), answer: Self.answer,
            refusals: [422: "The bound is outside 0 to 1, or too many photos are named."]
        ) { [library, summaries] call in
            let wanted = try call.decoded(Acceptance.self)
            guard (0...1).contains(wanted.above) else {
                throw Problem(.unprocessableContent, code: .impossible, "A confidence is from 0 to 1.")
            }
            try Self.check(wanted.jobs ?? [])
            let chosen = wanted.jobs.map(Set.init)
            let photos = try await library.read { snapshot in
                try summaries.photos(surerThan: wanted.above, by: wanted.detector, among: chosen, in: snapshot)
            }
            if wanted.isTrial != true {
                // A request of the supervisor has at most a mebibyte.
                let atOnce = 2500 / (1 + (photos.lazy.map(\.basis.count).max() ?? 0)) + 1
                for start in stride(from: 0, to: photos.count, by: atOnce) {
                    let part = photos[start..<min(start + atOnce, photos.count)].map { ($0.content, $0.basis) }
                    _ = try await library.change(
                        .accept(contents: Dictionary(part) { first, _ in first }), in: call.queue)
                }
            }
            return .json(APIFormat.accepted.write(photos.map(\.job)))
        }
    }

    private var takeBack: Operation {
        Operation(
            id: "takeBackAcceptance", method: .post, path: "/jobs/unaccept",
            summary: "Takes the acceptance of photos back in which nothing was changed.",
            body: .json(Choice.format, example: ["jobs": [1, 2]]),
            answer: Self.answer, refusals: [422: "Too many photos are named."]
        ) { [library] call in
            let wanted = try call.decoded(Choice.self).jobs
            try Self.check(wanted)
            var taken: [Int] = []
            for start in stride(from: 0, to: wanted.count, by: Self.atOnce) {
                let part = wanted[start..<min(start + Self.atOnce, wanted.count)]
                let found = try await library.read { snapshot in
                    try part.compactMap { job -> (job: Int, content: String)? in
                        guard let content = try JobJSON.job(Int64(job), in: snapshot).content?.description,
                            try snapshot.reviews.findingReview(ofContent: content)?.isOnlyAccepted == true
                        else { return nil }
                        return (job, content)
                    }
                }
                guard !found.isEmpty else { continue }
                _ = try await library.change(.unaccept(contents: found.map(\.content)), in: call.queue)
                taken += found.map(\.job)
            }
            return .json(APIFormat.accepted.write(taken))
        }
    }

    /// - Throws: A problem for more photos than one request may name.
    private static func check(_ jobs: [Int]) throws {
        guard jobs.count <= most else {
            throw Problem(.unprocessableContent, code: .impossible, "Name at most \(most) photos.")
        }
    }
}

extension APIFormat where Value == Int {
    /// How many jobs were changed.
    static let changed = object([APIKey("changed", { $0 }, .whole)]).named("Changed")
}

extension APIFormat where Value == [Int] {
    /// The photos that are meant.
    fileprivate static let chosen = list(.whole).with(["maxItems": .integer(AcceptanceAPI.most)])
    /// The jobs that were changed.
    static let accepted = object([APIKey("changed", \.count, .whole), APIKey("jobs", { $0 }, .list(.whole))])
        .named("Accepted")
}
