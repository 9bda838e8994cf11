import Foundation
import JSONTree
import TestSupport
import Testing

@testable import Review

@Suite("Tags of photos, over the API")
struct SetsAPITests {
    private static func change(
        _ set: String, _ change: String, _ jobs: [Int], in scene: ReviewScene
    ) async throws -> (status: Int, json: JSONValue) {
        let body: JSONValue = [
            "set": .string(set), "change": .string(change), "jobs": .array(jobs.map { .integer($0) }),
        ]
        let answer = try await scene.ask("POST", "/sets/change", body: body.line)
        return (answer.status, answer.json)
    }

    private static func sets(_ scene: ReviewScene) async throws -> [String] {
        try await scene.ask("/sets").json["sets"]?.items.map {
            "\($0["name"]?.text ?? ""): \($0["photos"]?.whole ?? -1)"
        } ?? []
    }

    @Test("photos get a tag and lose it, and only what changed is undone")
    func giveAndTake() async throws {
        let scene = try await ReviewScene()
        #expect(try await Self.sets(scene).isEmpty)
        let first = try await Self.change("week 12", "add", [1, 2, 99], in: scene)
        #expect(first.status == 200 && first.json["jobs"] == [1, 2] && first.json["untouched"] == [99])
        #expect(first.json["isNew"] == true && first.json["set"]?["photos"] == 2)
        let second = try await Self.change("week 12", "add", [2, 3], in: scene)
        #expect(second.json["jobs"] == [3] && second.json["untouched"] == [2] && second.json["isNew"] == false)
        #expect(try await Self.sets(scene) == ["week 12: 3"])
        let tile = try #require(try await scene.ask("/tiles?jobs=3").json["tiles"]?.items.first)
        #expect(tile["sets"] == ["week 12"])
        #expect(try await scene.ask("/jobs/1").json["sets"] == ["week 12"])
        // What the second change did is taken back, and not what was there before.
        #expect(try await Self.change("week 12", "remove", [3], in: scene).json["jobs"] == [3])
        let found = try await scene.ask("/jobs?where=set:%22week%2012%22").json["jobs"]?.items ?? []
        #expect(found.compactMap { $0["job"]?.whole } == [1, 2])
        let last = try await Self.change("week 12", "remove", [1, 2], in: scene)
        #expect(last.json["set"]?["photos"] == 0)
        #expect(try await Self.sets(scene).isEmpty)
        let gone = try await Self.change("week 12", "remove", [1], in: scene)
        #expect(gone.status == 404 && gone.json["code"] == "unknownSet", "\(gone.json.line)")
    }

    @Test("a change that is sent again under its key is made once, and has one answer")
    func sentAgain() async throws {
        let scene = try await ReviewScene()
        _ = try await Self.change("a", "add", [1], in: scene)
        func send(_ key: String) async throws -> JSONValue {
            let body = #"{"set":"a","change":"add","jobs":[1,2]}"#
            let answer = try await scene.ask("POST", "/sets/change", body: body, headers: ["Idempotency-Key": key])
            #expect(answer.status == 200, "\(answer.json.line)")
            return answer.json
        }
        let first = try await send("word-of-a-client")
        #expect(first["jobs"] == [2] && first["untouched"] == [1])
        #expect(try await send("word-of-a-client") == first)
        #expect(try await send("word-of-another")["jobs"] == [])
    }

    @Test("a tag is renamed and deleted, and no other one has its name")
    func names() async throws {
        let scene = try await ReviewScene()
        _ = try await Self.change("a", "add", [1, 2], in: scene)
        _ = try await Self.change("b", "add", [1], in: scene)
        func rename(_ set: String, _ name: String) async throws -> (status: Int, json: JSONValue) {
            let body: JSONValue = ["set": .string(set), "name": .string(name)]
            let answer = try await scene.ask("POST", "/sets/rename", body: body.line)
            return (answer.status, answer.json)
        }
        let taken = try await rename("a", "B")
        #expect(taken.status == 422 && taken.json["code"] == "setTaken", "\(taken.json.line)")
        #expect(try await rename("c", "d").status == 404)
        #expect(try await rename("a", "x*").status == 422)
        #expect(try await rename("a", "c").json["photos"] == 2)
        #expect(try await Self.sets(scene) == ["b: 1", "c: 2"])
        let deleted = try await scene.ask("POST", "/sets/delete", body: #"{"set":"c"}"#)
        #expect(deleted.status == 200 && deleted.json["changed"] == 2)
        #expect(try await scene.ask("POST", "/sets/delete", body: #"{"set":"c"}"#).status == 404)
        #expect(try await Self.sets(scene) == ["b: 1"])
    }

    @Test("what cannot be meant is refused")
    func refusals() async throws {
        let scene = try await ReviewScene()
        #expect(try await Self.change("a*", "add", [1], in: scene).status == 422)
        #expect(try await Self.change("a", "replace", [1], in: scene).status == 422)
        #expect(try await Self.change("a", "add", Array(1...10_001), in: scene).status == 422)
        let none = try await Self.change("a", "add", [], in: scene)
        #expect(none.status == 200 && none.json["jobs"] == [])
        #expect(try await Self.sets(scene).isEmpty)
    }
}
