import Storage
import SystemPackage

/// Photos in small, with their boxes: those that a gallery has in sight.
struct TilesAPI {
    /// More photos than a screen shows.
    private static let most = 200

    let library: ReviewLibrary
    private let place: JobJSON.Place

    /// - Parameter output: The folder of the results.
    init(library: ReviewLibrary, output: FilePath) {
        self.library = library
        place = JobJSON.Place(output: output, confidenceLevels: library.confidenceLevels)
    }

    var operations: [Operation] { [tiles] }

    private var tiles: Operation {
        Operation(
            id: "listTiles", method: .get, path: "/tiles",
            summary: "Photos by number with the boxes of what counts in them; numbers without a photo are left out.",
            parameters: [
                Operation.Parameter(
                    name: "jobs", place: .query,
                    schema: [
                        "type": "string", "maxLength": .integer(Self.most * 17),
                        "pattern": .string("^[0-9]{1,16}(,[0-9]{1,16}){0,\(Self.most - 1)}$"),
                    ], summary: "The photos' numbers in the queue, at most \(Self.most), with commas between them.",
                    isRequired: true, example: "1,2")
            ],
            answer: .json(APIFormat.tiles)
        ) { [library, place] call in
            let words = (call.query["jobs"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            let numbers = words.compactMap { word in
                word.utf8.count <= 16 && word.utf8.allSatisfy(digits.contains) ? Int64(word) : nil
            }
            guard numbers.count == words.count, numbers.count <= Self.most else {
                throw Problem(
                    .badRequest, code: .badRequest,
                    "'jobs' are numbers of photos, at most \(Self.most), with commas between them.")
            }
            let tiles = try await library.read { snapshot in
                try numbers.compactMap { number -> TileJSON? in
                    guard number > 0, try snapshot.jobs.job(JobID(rawValue: number)) != nil else { return nil }
                    return TileJSON(try JobJSON(number, in: snapshot, place))
                }
            }
            return .json(APIFormat.tiles.write(tiles))
        }
    }
}
