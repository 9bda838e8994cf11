import Findings
import Foundation
import JSONTree
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Review

/// Photos by likeness and their map, over the API.
@Suite("Photos that are alike, over the API")
struct AlikeAPITests {
    /// Gives the photos of a queue vectors by their jobs' numbers, as a detector of the task `embed` would have.
    static func look(_ vectors: [Int64: [Float]], by detector: String = "look", in scene: ReviewScene) throws {
        let queue = scene.folder.appendingPathComponent("out/quiver.sqlite").path
        try SQLiteQueueStore(path: queue, owner: .current(), at: 0).transaction { transaction in
            for (job, numbers) in vectors {
                let vector = try #require(Embedding(numbers))
                let row = [PhotoEmbedding(detector: detector, model: [1], vector: vector)].bytes
                try transaction.jobs.keep(embeddings: row, of: JobID(rawValue: job))
            }
        }
    }

    @Test("without a vector it is said what is missing, and a photo that is not there is told")
    func withoutVectors() async throws {
        let scene = try await ReviewScene()
        for path in ["/map", "/jobs/1/alike", "/suggestions"] {
            let answer = try await scene.ask(path)
            #expect(answer.status == 404 && answer.json["code"]?.text == "noVector", "\(answer.json.line)")
        }
        #expect(try await scene.ask("/jobs/99/alike").json["code"]?.text == "unknown")
    }

    @Test("photos stand by likeness, and lie on the map as far apart as their vectors point")
    func orderAndMap() async throws {
        let scene = try await ReviewScene()
        let done = try await scene.ask("/jobs?state=done").json["jobs"]?.items.compactMap { $0["job"]?.whole } ?? []
        try #require(done.count == 4)
        let vectors: [[Float]] = [[1, 0, 0], [0.6, 0.8, 0], [0.98, 0.199, 0], [-1, 0.1, 0]]
        try Self.look(Dictionary(uniqueKeysWithValues: zip(done.map { Int64($0) }, vectors)), in: scene)
        func alike(to place: Int) async throws -> [Int?] {
            let order = try await scene.ask("/jobs/\(done[place])/alike?detector=look").json
            return order["jobs"]?.items.map { one in done.firstIndex { $0 == one.whole } } ?? []
        }
        #expect(try await alike(to: 0) == [0, 2, 1, 3])
        #expect(try await alike(to: 3) == [3, 1, 2, 0])
        #expect(try await scene.ask("/jobs/\(done[0])/alike").json["detectors"] == ["look"])
        #expect(try await scene.ask("/jobs/\(done[0])/alike?detector=other").status == 404)
        let map = try await scene.ask("/map").json
        let steps = map["steps"]?.items.compactMap(\.whole) ?? []
        #expect(steps.indices.map { steps[...$0].reduce(0, +) } == done && map["detectors"] == ["look"], "\(map.line)")
        let bytes = try #require(Data(base64Encoded: map["points"]?.text ?? ""))
        let across = stride(from: 0, to: 16, by: 4).map { Int(bytes[$0]) + 256 * Int(bytes[$0 + 1]) }
        #expect(Set(across).isSuperset(of: [0, 65_535]))
        // Along the axis in which they differ most, the fourth lies at one end, and the first and third at the other.
        let far = abs(across[3] - across[0])
        #expect(abs(across[2] - across[0]) < far / 8 && abs(across[1] - across[0]) < far, "\(across)")
        // Photos without classes ask for none.
        let suggested = try await scene.ask("/suggestions").json
        #expect(suggested["cohorts"] == [] && suggested["detector"]?.text == "look", "\(suggested.line)")
        // The same until another photo ends.
        #expect(try await scene.ask("/map").json == map)
    }

    @Test("a row of the list has the label that counts")
    func label() async throws {
        let boxes = ["cup", "ball", "ball"].map { label -> JSONValue in
            [
                "label": .string(label), "classId": 0, "confidence": 0.5,
                "box": ["x": 1, "y": 2, "width": 30, "height": 40],
            ]
        }
        let folder = try TemporaryFolder()
        let scene = try await ReviewScene(
            finding: [
                "name": "things", "task": "segment", "model": .string(try TinyModels.segmenting(in: folder.url)),
                "labels": ["cup", "ball"],
            ], in: Cases.packageRoot.appendingPathComponent("samples/photos/day1/end-01.jpg"),
            saying: [ReviewPage.result("boxes", "detect", "detections", .array(boxes))])
        func label() async throws -> String? {
            try await scene.ask("/jobs").json["jobs"]?.items.first?["label"]?.text
        }
        #expect(try await label() == "ball")
        let body: JSONValue = [
            "change": "relabel", "from": "ball", "to": "mug", "photos": [["job": 1, "revision": 0]],
        ]
        #expect(try await scene.ask("POST", "/jobs/change", body: body.line).status == 200)
        #expect(try await label() == "mug")
    }
}
