import Foundation
import JSONTree
import TestSupport
import Testing

@testable import Review

@Suite("Findings and their reviews, over the API")
struct FindingsAPITests {
    private static let box: JSONValue = [
        "label": "cup", "classId": 0, "confidence": 0.5, "box": ["x": 1, "y": 2, "width": 30, "height": 40],
    ]

    /// A photo with a box, which is not scored.
    private static func boxes() async throws -> ReviewScene {
        let folder = try TemporaryFolder()
        return try await ReviewScene(
            finding: [
                "name": "things", "task": "segment", "model": .string(try TinyModels.segmenting(in: folder.url)),
                "labels": ["cup", "ball"],
            ], in: Cases.packageRoot.appendingPathComponent("samples/photos/day1/end-01.jpg"),
            saying: [ReviewPage.result("boxes", "detect", "detections", [box])])
    }

    @Test(
        "a photo is as doubtful as its findings are near the threshold of their own run, one without findings as that is",
        arguments: [(nil, 0.45), (0.7, 0.1), (0.25, 0.55)] as [(Double?, Double)], [true, false])
    func doubts(of run: (threshold: Double?, margin: Double), isFound: Bool) async throws {
        let folder = try TemporaryFolder()
        let model = try TinyModels.segmenting(in: folder.url)
        let box: JSONValue = ["x": 1, "y": 2, "width": 30, "height": 40]
        let found: JSONValue = ["label": "cup", "classId": 0, "confidence": 0.8, "box": box]
        guard case .object(var entry) = ReviewPage.result("things", "detect", "detections", isFound ? [found] : [])
        else { return }
        if let threshold = run.threshold { entry.append(.init("threshold", .number(threshold))) }
        let scene = try await ReviewScene(
            finding: ["name": "things", "task": "segment", "model": .string(model), "labels": ["cup", "ball"]],
            in: Cases.packageRoot.appendingPathComponent("samples/photos/day1/end-01.jpg"), saying: [.object(entry)])
        let row = try #require(try await scene.ask("/jobs").json["jobs"]?.items.first)
        #expect(row["findings"]?.whole == (isFound ? 1 : 0))
        #expect(row["uncertain"]?.decimal == (isFound ? run.margin : run.threshold))
    }

    @Test("a review of a detector that did not look, or of a box far outside, is refused and changes nothing")
    func impossibleFindings() async throws {
        let scene = try await Self.boxes()
        let before = try await scene.ask("/jobs/1").json
        let detector = try #require(before["detectors"]?.items.first?["name"]?.text)
        let far = #"[{"label":"x","box":{"x":-500,"y":0,"width":99999,"height":10}}]"#
        for detections in [#"{"nothing":[]}"#, #"{"\#(detector)":\#(far)}"#] {
            let answer = try await scene.ask(
                "PUT", "/jobs/1/review", body: #"{"isAccepted":true,"detections":\#(detections),"classes":{}}"#)
            #expect(answer.status == 422, "\(answer.json.line)")
        }
        #expect(try await scene.ask("/jobs/1").json["revision"] == before["revision"])
    }

    @Test("the corners of a turned box are answered as they were said")
    func turnedBoxes() async throws {
        let scene = try await Self.boxes()
        let corners = ReviewPage.corners(20, 30, 40, 50)
        let box: JSONValue = ["x": 20, "y": 30, "width": 40, "height": 53]
        let said: JSONValue = ["label": "cup", "box": box, "corners": corners]
        let review: JSONValue = ["isAccepted": true, "detections": ["boxes": [said]]]
        let answer = try await scene.ask("PUT", "/jobs/1/review", body: review.line)
        #expect(answer.status == 200, "\(answer.json.line)")
        let stored = try await scene.ask("/jobs/1").json["review"]?["detections"]?["boxes"]?.items.first
        #expect(stored?["corners"]?.line == corners.line, "\(stored?.line ?? "")")
        let three = review.line.replacing(#"{"x":20,"y":30},"#, with: "")
        #expect(try await scene.ask("PUT", "/jobs/1/review", body: three).status == 422)
    }

    @Test("an acceptance is of the findings that were shown, and a changed class has no confidence of the model")
    func acceptance() async throws {
        let scene = try await Self.boxes()
        let before = try await scene.ask("/jobs/1").json
        let detector = try #require(before["detectors"]?.items.first)
        let (name, box) = (detector["name"]?.text ?? "", try #require(detector["detections"]?.items.first))
        func put(_ confidence: JSONValue, _ label: String, basis: JSONValue?) async throws -> JSONValue {
            let drawn: JSONValue = [
                "label": .string(label), "box": box["box"] ?? nil, "confidence": confidence, "origin": 0,
            ]
            let members: JSONValue = ["isAccepted": true, "detections": .object([.init(name, [drawn])])]
            guard case .object(var review) = members else { return nil }
            if let basis { review.append(.init("basis", basis)) }
            let answer = try await scene.ask("PUT", "/jobs/1/review", body: JSONValue.object(review).line)
            #expect(answer.status == 200, "\(answer.json.line)")
            return answer.json
        }
        func isReviewed() async throws -> Bool? {
            try await scene.ask("/jobs?limit=1").json["jobs"]?.items.first?["reviewed"]?.isTrue
        }
        let found = try await put(box["confidence"] ?? nil, box["label"]?.text ?? "", basis: nil)
        #expect(found["review"]?["isAccepted"] == .bool(true))
        #expect(found["review"]?["detections"]?[name]?.items.first?["confidence"] == box["confidence"])
        #expect(try await isReviewed() == true)
        // What another run had found was accepted: the page was shown before this one ended.
        let other: JSONValue = .object([.init(name, ["task": "detect", "digest": "1"])])
        let late = try await put(box["confidence"] ?? nil, "other", basis: other)
        #expect(late["review"]?["isAccepted"] == .bool(false))
        #expect(late["review"]?["detections"]?[name]?.items.first?["confidence"] == .null)
        #expect(late["review"]?["detections"]?[name]?.items.first?["label"]?.text == "other")
        #expect(try await isReviewed() == false)
        // The photo as it is now is accepted with the basis that it shows.
        #expect(try await put(nil, "other", basis: late["basis"])["review"]?["isAccepted"] == .bool(true))
        #expect(try await isReviewed() == true)
    }

    @Test("photos that are accepted at once are accepted for what was found in them")
    func acceptedAtOnce() async throws {
        let (scene, box) = (try await Self.boxes(), Self.box)
        func isAccepted() async throws -> JSONValue? {
            try await scene.ask("/jobs/1").json["review"]?["isAccepted"]
        }
        let first = try await scene.ask("POST", "/jobs/accept", body: #"{"above":0}"#).json
        #expect(first["jobs"]?.items.contains(1) == true, "\(first.line)")
        #expect(try await isAccepted() == .bool(true))
        let jobs = try await scene.ask("/jobs").json["jobs"]?.items ?? []
        #expect(jobs.first { $0["job"]?.whole == 1 }?["reviewed"] == .bool(true))
        #expect(try await scene.ask("POST", "/jobs/accept", body: #"{"above":0}"#).json["changed"]?.whole == 0)
        // Another run finds one box more, which was not there to see.
        try ReviewScene.say([ReviewPage.result("boxes", "detect", "detections", [box, box])], in: scene.folder)
        #expect(try await isAccepted() == .bool(false))
        let undone = try await scene.ask("POST", "/jobs/unaccept", body: #"{"jobs":[1]}"#).json
        #expect(undone["changed"]?.whole == 1)
    }
}
