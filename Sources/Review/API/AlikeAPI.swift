import Storage
import Supervisor

/// What the vectors of photos say: which are alike, and where each lies on a map of all.
struct AlikeAPI {
    let library: ReviewLibrary
    let alike: AlikeService

    var operations: [Operation] { [order, map, suggestions] }

    private static let detector = Operation.Parameter.query(
        "detector", ["type": "string", "minLength": 1, "maxLength": 255], example: "look",
        "The detector whose vectors count, where several have made some.")

    private static let none = Problem(
        .notFound, code: .noVector,
        "There is no vector to compare: 'quiver run PHOTOS --task embed' makes them, as does a detector of the task embed."
    )

    private var order: Operation {
        Operation(
            id: "orderAlike", method: .get, path: "/jobs/{job}/alike",
            summary: "All photos that have a vector, the most alike to one first.",
            parameters: [JobsAPI.job, Self.detector], answer: .json(AlikeJSON.order),
            refusals: [404: "There is no such photo, or it has no vector."]
        ) { [library, alike] call in
            let number = try call.number("job")
            let job = try await library.read { try JobJSON.job(number, in: $0).id }
            guard let order = try await alike.order(of: job, by: call.query["detector"]) else { throw Self.none }
            return .json(AlikeJSON.order.write(order))
        }
    }

    private var suggestions: Operation {
        Operation(
            id: "suggestLabels", method: .get, path: "/suggestions",
            summary: "Photos that are called otherwise than those most like them, in groups of one change.",
            parameters: [Self.detector], answer: .json(AlikeJSON.cohorts),
            refusals: [404: "No photo has a vector.", 422: "There are too many vectors to compare."]
        ) { [alike] call in
            guard let cohorts = try await alike.cohorts(by: call.query["detector"]) else { throw Self.none }
            return .json(AlikeJSON.cohorts.write(cohorts))
        }
    }

    private var map: Operation {
        Operation(
            id: "getMap", method: .get, path: "/map",
            summary: "Where each photo that has a vector lies on the plane that shows most of their differences.",
            parameters: [Self.detector], answer: .json(AlikeJSON.map),
            refusals: [404: "No photo has a vector."]
        ) { [alike] call in
            guard let map = try await alike.map(by: call.query["detector"]) else { throw Self.none }
            return .json(AlikeJSON.map.write(map))
        }
    }
}
