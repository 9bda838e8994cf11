import Foundation
import JSONTree
import TestSupport
import Testing

@testable import Review

@Suite("Many photos changed at once, over the API")
struct BulkAPITests {
    /// A photo with two boxes, and the photos of the queue by number as the list has them.
    private static func scene() async throws -> ReviewScene {
        let folder = try TemporaryFolder()
        let boxes = ["cup", "ball"].map { label -> JSONValue in
            [
                "label": .string(label), "classId": 0, "confidence": 0.5,
                "box": ["x": 1, "y": 2, "width": 30, "height": 40],
            ]
        }
        return try await ReviewScene(
            finding: [
                "name": "things", "task": "segment", "model": .string(try TinyModels.segmenting(in: folder.url)),
                "labels": ["cup", "ball"],
            ], in: Cases.packageRoot.appendingPathComponent("samples/photos/day1/end-01.jpg"),
            saying: [ReviewPage.result("boxes", "detect", "detections", .array(boxes))])
    }

    private static func row(_ scene: ReviewScene) async throws -> JSONValue {
        try #require(try await scene.ask("/jobs").json["jobs"]?.items.first)
    }

    private static func labels(_ scene: ReviewScene) async throws -> [String?] {
        let tile = try #require(try await scene.ask("/tiles?jobs=1").json["tiles"]?.items.first)
        return tile["boxes"]?.items.map { $0["label"]?.text } ?? []
    }

    private static func change(
        _ what: JSONValue, revision: Int, in scene: ReviewScene, _ more: [JSONValue.Member] = []
    ) async throws -> JSONValue {
        guard case .object(let members) = what else { return nil }
        let photo = JSONValue.object([.init("job", 1), .init("revision", .integer(revision))] + more)
        let body = JSONValue.object(members + [.init("photos", [photo])])
        let answer = try await scene.ask("POST", "/jobs/change", body: body.line)
        #expect(answer.status == 200, "\(answer.json.line)")
        return answer.json
    }

    @Test("findings are given a class, a photo that was changed meanwhile stays, and all is undone")
    func changeAndBack() async throws {
        let scene = try await Self.scene()
        #expect(try await Self.row(scene)["revision"] == 0)
        let tile = try #require(try await scene.ask("/tiles?jobs=1").json["tiles"]?.items.first)
        #expect(tile["finished"] == (try await Self.row(scene)["finished"] ?? nil) && tile["pages"] == 1)
        let relabel: JSONValue = ["change": "relabel", "from": "cup", "to": "mug"]
        let trial = try await Self.change(
            ["change": "relabel", "from": "cup", "to": "mug", "isTrial": true], revision: 0, in: scene)
        #expect(trial["findings"] == 1 && trial["photos"]?.items.count == 1)
        #expect(try await Self.labels(scene) == ["cup", "ball"])
        let first = try await Self.change(relabel, revision: 0, in: scene)
        #expect(first["photos"]?.items.first?["revision"] == 1)
        #expect(first["photos"]?.items.first?["former"] == .null)
        #expect(try await Self.labels(scene) == ["mug", "ball"])
        #expect(try await Self.row(scene)["revision"] == 1)
        // Seen before that, it was changed by another since.
        let late = try await Self.change(["change": "delete"], revision: 0, in: scene)
        #expect(late["conflicts"] == [1] && late["photos"] == [])
        #expect(try await Self.change(relabel, revision: 1, in: scene)["untouched"] == [1])
        let deleted = try await Self.change(["change": "delete", "from": "ball"], revision: 1, in: scene)
        #expect(try await Self.labels(scene) == ["mug"])
        for (answer, labels) in [(deleted, ["mug", "ball"]), (first, ["cup", "ball"])] {
            let photo = try #require(answer["photos"]?.items.first)
            let revision = try await Self.row(scene)["revision"] ?? nil
            let body: JSONValue = [
                "photos": [["job": 1, "revision": revision, "review": photo["former"] ?? nil]]
            ]
            let back = try await scene.ask("POST", "/jobs/restore", body: body.line)
            #expect(back.status == 200 && back.json["photos"]?.items.count == 1, "\(back.json.line)")
            #expect(try await Self.labels(scene) == labels)
            // The same a second time meets another revision.
            #expect(try await scene.ask("POST", "/jobs/restore", body: body.line).json["conflicts"] == [1])
        }
        #expect(try await scene.ask("/jobs/1").json["review"] == .null)
    }

    @Test("photos are accepted as they were seen, and once")
    func accept() async throws {
        let scene = try await Self.scene()
        let finished = try await Self.row(scene)["finished"]?.whole ?? 0
        let stale = try await Self.change(
            ["change": "accept"], revision: 0, in: scene, [.init("finished", .integer(finished - 1))])
        #expect(stale["conflicts"] == [1])
        let done = try await Self.change(
            ["change": "accept"], revision: 0, in: scene, [.init("finished", .integer(finished))])
        #expect(done["photos"]?.items.first?["job"] == 1)
        #expect(try await Self.row(scene)["reviewed"] == true)
        #expect(try await Self.change(["change": "accept"], revision: 1, in: scene)["untouched"] == [1])
        // What was accepted stays so where a class is corrected.
        _ = try await Self.change(["change": "relabel", "to": "mug"], revision: 1, in: scene)
        #expect(try await Self.row(scene)["reviewed"] == true)
        #expect(try await Self.labels(scene) == ["mug", "mug"])
    }

    @Test("a change that is sent again under its key is made once, and has one answer")
    func sentAgain() async throws {
        let scene = try await Self.scene()
        let body: JSONValue = ["change": "relabel", "from": "cup", "to": "mug", "photos": [["job": 1, "revision": 0]]]
        func send(_ key: String, _ body: JSONValue) async throws -> ReviewScene.Answer {
            try await scene.ask("POST", "/jobs/change", body: body.line, headers: ["Idempotency-Key": key])
        }
        let first = try await send("word-of-a-client", body)
        #expect(first.status == 200 && first.json["photos"]?.items.first?["former"] == .null)
        #expect(try await send("word-of-a-client", body).json == first.json)
        #expect(try await send("word-of-another", body).json["untouched"] == [1])
        let other: JSONValue = ["change": "delete", "from": "mug", "photos": [["job": 1, "revision": 1]]]
        #expect(try await send("word-of-a-client", other).json["photos"]?.items.count == 1)
        #expect(try await send("short", body).status == 400)
    }

    @Test("what cannot be meant is refused, and a photo that is not there is told")
    func refusals() async throws {
        let scene = try await Self.scene()
        let many = JSONValue.array((1...501).map { ["job": .integer($0), "revision": 0] })
        let bodies: [JSONValue] = [
            ["change": "relabel", "from": "cup", "photos": []], ["change": "relabel", "to": "", "photos": []],
            ["change": "accept", "photos": many],
        ]
        for body in bodies {
            let answer = try await scene.ask("POST", "/jobs/change", body: body.line)
            #expect(answer.status == 422, "\(body.line.prefix(80))")
        }
        let other: JSONValue = ["change": "accept", "photos": [["job": 99, "revision": 0]]]
        #expect(try await scene.ask("POST", "/jobs/change", body: other.line).json["untouched"] == [99])
        let impossible: JSONValue = [
            "photos": [["job": 1, "revision": 0, "review": ["isAccepted": true, "classes": ["nothing": "cat"]]]]
        ]
        let refused = try await scene.ask("POST", "/jobs/restore", body: impossible.line).json
        #expect(refused["refused"]?.items.first?["job"] == 1 && refused["photos"] == [], "\(refused.line)")
        for wrong in ["", "a", "1,,2", "-1", "1,", String(repeating: "1,", count: 200) + "1"] {
            #expect(try await scene.ask("/tiles?jobs=\(wrong)").status == 400, "\(wrong.prefix(20))")
        }
        #expect(try await scene.ask("/tiles?jobs=99,0").json["tiles"] == [])
    }
}
