import Storage
import Supervisor

/// What photos say and show, searched.
struct SearchAPI {
    let library: ReviewLibrary
    let search: SearchService

    var operations: [Operation] { [find] }

    private var find: Operation {
        Operation(
            id: "findInPhotos", method: .get, path: "/find",
            summary: "Photos that say or show something, as 'quiver find' lists them.",
            parameters: [
                Operation.Parameter(
                    name: "q", place: .query,
                    schema: ["type": "string", "minLength": 1, "maxLength": .integer(Call.longestQuery)],
                    summary:
                        "A query: words or parts of words, all of which a text holds, in photos that fit its terms.",
                    isRequired: true, example: "brown dog"),
                .query("kind", ["type": "string"], example: "line", "Only this kind: line, qr, date, arrow."),
                .query("job", APIFormat.job.schema, example: 1, "Only the photo of this number in the queue."),
                .query(
                    "limit", ["type": "integer", "minimum": 1, "maximum": 1000], example: 100,
                    "At most this many; of a query with terms a page may have fewer, and `next` goes on."),
                .query(
                    "after", ["type": "string"], example: "17 /photos/a.jpg",
                    "Begin behind this hit: `next` of an answer."),
            ],
            answer: .json(SearchJSON.format),
            refusals: Call.refusedQuery.merging([404: "There is no such photo."]) { first, _ in first }
        ) { [library, search] call in
            let limit = try call.integer("limit", 1...1000) ?? 100
            guard let query = try call.photoQuery("q"), !query.isAll else {
                throw Problem(.badRequest, code: .badRequest, "'q' is what to look for.")
            }
            let after = try call.query["after"].map { text in
                guard let position = PhotoSearch.Position(text) else {
                    throw Problem(.badRequest, code: .badCursor, "'after' is what an answer had in 'next'.")
                }
                return position
            }
            let number = try call.integer("job", 1...9_007_199_254_740_991)
            let photo: String? =
                if let number {
                    try await library.read { try JobJSON.job(Int64(number), in: $0).recordedPath }
                } else {
                    nil
                }
            return .json(
                SearchJSON.format.write(
                    try await search.page(
                        query, kind: call.query["kind"], photo: photo, after: after, limit: limit)))
        }
    }
}
