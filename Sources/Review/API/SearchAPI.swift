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
                    name: "q", place: .query, schema: ["type": "string", "minLength": 1, "maxLength": 500],
                    summary:
                        "Words or parts of words, all of which a text holds; what stands in double quotes as it is.",
                    isRequired: true, example: "brown dog"),
                .query("kind", ["type": "string"], example: "line", "Only this kind: line, qr, date, arrow."),
                .query("job", APIFormat.job.schema, example: 1, "Only the photo of this number in the queue."),
                .query(
                    "limit", ["type": "integer", "minimum": 1, "maximum": 1000], example: 100, "At most this many."),
            ],
            answer: .json(SearchJSON.format), refusals: [404: "There is no such photo."]
        ) { [library, search] call in
            let limit = try call.integer("limit", 1...1000) ?? 100
            let query = call.query["q"] ?? ""
            guard query.contains(where: { !$0.isWhitespace }), query.utf8.count <= 2000 else {
                throw Problem(.badRequest, code: "badRequest", "'q' is what to look for, at most 500 characters.")
            }
            let number = try call.integer("job", 1...9_007_199_254_740_991)
            let photo: String? =
                if let number {
                    try await library.read { try JobJSON.job(Int64(number), in: $0).recordedPath }
                } else {
                    nil
                }
            let hits = try await search.find(query, kind: call.query["kind"], photo: photo, limit: limit + 1)
            return .json(
                SearchJSON.format.write(SearchJSON(hits: Array(hits.prefix(limit)), isCut: hits.count > limit)))
        }
    }
}
