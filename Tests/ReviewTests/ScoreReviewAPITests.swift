import Foundation
import JSONTree
import TestSupport
import Testing

@testable import Review

@Suite("Reviews of scored photos, over the API")
struct ScoreReviewAPITests {
    @Test("what was scored is a photo's findings as its end counts them, and is reviewed with its end alone")
    func scored() async throws {
        let scene = try await ReviewScene()
        let photo = try #require(try await scene.end(1)["photos"]?.items.first)
        let jobs = try await scene.ask("/jobs").json["jobs"]?.items ?? []
        let row = try #require(jobs.first { $0["photo"] == photo["path"] })
        let number = row["job"]?.whole ?? 0
        func detector() async throws -> JSONValue? {
            let job = try await scene.ask("/jobs/\(number)").json
            #expect(job["detectors"]?.items.count == 1 && job["basis"] == .object([]))
            return job["detectors"]?.items.first
        }
        let found = try #require(try await detector())
        let (name, boxes) = (found["name"]?.text ?? "", found["detections"]?.items ?? [])
        let arrows = boxes.filter { $0["label"]?.text == "arrow" }
        #expect(found["scored"] == .bool(true) && row["scored"] == .bool(true))
        #expect(try await scene.arrows(ofEnd: 1).count == arrows.count && arrows.count > 1)
        #expect(arrows.allSatisfy { $0["keypoints"]?.items.first?["name"]?.text == "tip" })
        #expect(boxes.contains { $0["label"]?.text == "face" && $0["keypoints"] == .null })
        #expect(row["findings"]?.whole == boxes.count)
        let refused = try await scene.ask(
            "PUT", "/jobs/\(number)/review", body: #"{"isAccepted":false,"detections":{"\#(name)":[]}}"#)
        #expect(refused.status == 422 && refused.json["title"]?.text?.contains("review it with its end") == true)
        #expect(try await scene.ask("POST", "/jobs/accept", body: #"{"above":0}"#).json["changed"]?.whole == 0)
        let review = #"{"arrows":[{"number":1,"value":{"score":0,"isRemoved":true}}],"archers":[],"faces":[],"#
        let answer = try await scene.ask(
            "PUT", "/photos/\(photo["id"]?.text ?? "")/review",
            body: review + #""isConfirmed":false,"isSkipped":false}"#)
        #expect(answer.status == 200, "\(answer.json.line)")
        #expect(try await detector()?["detections"]?.items.count == boxes.count - 1)
        // The list counts it so too, though it has the photo's line already.
        let after = try await scene.ask("/jobs").json["jobs"]?.items.first { $0["photo"] == photo["path"] }
        #expect(after?["findings"]?.whole == boxes.count - 1)
    }

    @Test("what the model read and how sure it was stays with an arrow that is corrected, confirmed or removed")
    func confidences() async throws {
        let scene = try await ReviewScene()
        let before = try await scene.arrows(ofEnd: 1).map { $0["confidence"]?.decimal ?? -1 }
        let photo = try #require(try await scene.end(1)["photos"]?.items.first?["id"]?.text)
        let body = """
            {"arrows":[{"number":1,"value":{"score":3}},{"number":2,"value":{"score":0,"isRemoved":true}}],"archers":[],\
            "faces":[],"isConfirmed":true,"isSkipped":false}
            """
        #expect(try await scene.ask("PUT", "/photos/\(photo)/review", body: body).status == 200)
        let end = try await scene.end(1)
        for arrow in end["arrows"]?.items ?? [] {
            let number = try #require(arrow["number"]?.whole)
            #expect(arrow["confidence"]?.decimal == 1 && arrow["source"]?.text == "person")
            #expect(arrow["read"]?["confidence"]?.decimal == before[number - 1], "\(arrow.line)")
        }
        let removed = end["photos"]?.items.first?["removed"]?.items.first
        #expect(removed?["read"]?["confidence"]?.decimal == before[1])
    }

    @Test("a review replaces what was said, is refused where somebody else was faster, and survives another run")
    func review() async throws {
        let scene = try await ReviewScene()
        let end = try await scene.end(1)
        let photo = try #require(end["photos"]?.items.first)
        let (id, revision) = (photo["id"]?.text ?? "", photo["revision"]?.whole ?? -1)
        let body = """
            {"arrows":[{"number":1,"value":{"score":4,"isX":false,"position":{"x":0.61,"y":0.1},"face":0}},
            {"number":50,"value":{"score":10,"isX":true}}],"archers":[{"number":1,"archer":"Ana"}],"faces":[],
            "isConfirmed":true,"isSkipped":false}
            """
        let answer = try await scene.ask(
            "PUT", "/photos/\(id)/review", body: body, headers: ["If-Match": "\"\(revision)\""])
        #expect(answer.status == 200, "\(answer.json.line.prefix(500))")
        let again = try await scene.ask(
            "PUT", "/photos/\(id)/review", body: body, headers: ["If-Match": "\"\(revision)\""])
        #expect(again.status == 200, "the answer may have been lost on the way")
        #expect(again.json["photo"]?["revision"]?.whole == revision + 1)
        let late = try await scene.ask(
            "PUT", "/photos/\(id)/review", body: body.replacing("Ana", with: "Ben"),
            headers: ["If-Match": "\"\(revision)\""])
        #expect(late.status == 412 && late.json["code"]?.text == "conflict" && late.json["session"] != nil)

        func check(_ when: String) async throws {
            let arrows = try await scene.arrows(ofEnd: 1)
            let first = try #require(arrows.first { $0["number"]?.whole == 1 })
            #expect(first["mark"]?.text == "4" && first["archer"]?.text == "Ana", "\(when): \(first.line)")
            #expect(first["wasAdjusted"]?.isTrue == true)
            let added = try #require(arrows.first { $0["number"]?.whole == 50 || $0["mark"]?.text == "X" })
            #expect(added["isPlaced"]?.isTrue == false && added["source"]?.text == "person")
            #expect(arrows.allSatisfy { $0["needsReview"]?.isTrue == false }, "\(when)")
            #expect(try await scene.end(1)["isConfirmed"]?.isTrue == true, "\(when)")
        }
        try await check("after the review")
        // An archer whom only an arrow names has a total too, and so have the arrows of none.
        let session = try await scene.session()
        let own = try #require(session["perArcher"]?.items.first)
        #expect(own["name"]?.text == "Ana" && own["total"]?["score"]?.whole == 4)
        let rest = try #require(session["unnamed"]?["score"]?.whole)
        #expect(session["total"]?["score"]?.whole == rest + 4)
        let row = try #require(try await scene.ask("/sessions").json["sessions"]?.items.first)
        #expect(row["archers"]?.items.map { $0["score"]?.whole } == [4] && row["unnamed"]?["score"]?.whole == rest)
        let rerun = try scene.program.start(
            ["score", "./photos", "--output", "out", "--arrows", "6", "--face", "wa-122", "--shaft", "6mm"]).wait()
        #expect(rerun.status <= 1, "\(rerun.talk)")
        try await check("after another run")

        let wrong = try await scene.ask(
            "PUT", "/photos/\(id)/review",
            body:
                #"{"arrows":[{"number":1,"value":{"score":11}}],"archers":[],"faces":[],"isConfirmed":false,"isSkipped":false}"#
        )
        #expect(wrong.status == 422 && wrong.json["title"]?.text?.contains("0 to 10") == true)
    }

    @Test("a face that is corrected moves the arrows' scores, and takes them back when it is reset")
    func face() async throws {
        let scene = try await ReviewScene()
        let end = try await scene.end(1)
        let photo = try #require(end["photos"]?.items.first)
        let id = photo["id"]?.text ?? ""
        let before = try await scene.arrows(ofEnd: 1).map { $0["score"]?.whole ?? -1 }
        let rows: [Double] = photo["faces"]?.items.first?["homography"]?.items.map { $0.decimal ?? 0 } ?? []
        #expect(rows.count == 9)
        // The plane shifted by three rings to the right.
        var moved = rows
        for column in 0..<3 { moved[column] += 0.3 * rows[column + 6] }
        let body = """
            {"arrows":[],"archers":[],"faces":[{"index":0,"type":"wa-122","homography":\(moved)}],
            "isConfirmed":false,"isSkipped":false}
            """
        let answer = try await scene.ask("PUT", "/photos/\(id)/review", body: body)
        #expect(answer.status == 200, "\(answer.json.line.prefix(300))")
        let after = try await scene.arrows(ofEnd: 1).map { $0["score"]?.whole ?? -1 }
        #expect(after.count == before.count && after != before, "\(before) \(after)")
        #expect(answer.json["photo"]?["faces"]?.items.first?["isCorrected"]?.isTrue == true)
        let flat = try await scene.ask(
            "PUT", "/photos/\(id)/review",
            body: body.replacing("\(moved)", with: "[0,0,0,0,0,0,0,0,0]"))
        #expect(flat.status == 422)
        let reset = try await scene.ask(
            "PUT", "/photos/\(id)/review",
            body: #"{"arrows":[],"archers":[],"faces":[],"isConfirmed":false,"isSkipped":false}"#)
        #expect(reset.status == 200)
        #expect(try await scene.arrows(ofEnd: 1).map { $0["score"]?.whole ?? -1 } == before)
    }

    @Test("a confirmed end is un-confirmed, and back as it was read")
    func unconfirmed() async throws {
        let scene = try await ReviewScene()
        let photo = try await scene.end(3)["photos"]?.items.first?["id"]?.text ?? ""
        let marks = try await scene.arrows(ofEnd: 3).map { $0["mark"]?.text }
        func put(_ isConfirmed: Bool) async throws {
            let body =
                #"{"arrows":[],"archers":[],"faces":[],"isConfirmed":\#(isConfirmed),"isSkipped":false}"#
            #expect(try await scene.ask("PUT", "/photos/\(photo)/review", body: body).status == 200)
        }
        try await put(true)
        let confirmed = try await scene.arrows(ofEnd: 3)
        #expect(!confirmed.isEmpty)
        #expect(confirmed.allSatisfy { $0["manual"]?["isOnlyConfirmed"]?.isTrue == true })
        try await put(false)
        let again = try await scene.arrows(ofEnd: 3)
        #expect(again.allSatisfy { $0["source"]?.text == "model" } && again.map { $0["mark"]?.text } == marks)
    }
}
