import Foundation
import Glibc
import JSONTree
import Reports
import TestSupport
import Testing

@testable import Review

/// The API against its own description, on a real queue.
@Suite("The review's API")
struct APITests {
    @Test("every operation takes the example of its description and answers as it says")
    func examples() async throws {
        let scene = try await ReviewScene()
        let session = try await scene.session()
        let document = try await scene.ask("/openapi.json").json
        let schemas = document["components"]?["schemas"] ?? nil
        guard case .object(let paths)? = document["paths"] else { throw WebDriver.Failed("no paths") }
        let photo = try await scene.end(1)["photos"]?.items.first?["id"]?.text ?? ""
        var sent = 0
        for path in paths {
            guard case .object(let operations) = path.value else { continue }
            for operation in operations where operation.value["operationId"]?.text != "followEvents" {
                let id = path.name.contains("/photos/") ? photo : session["id"]?.text ?? ""
                let address = path.name.replacing("{id}", with: id).replacing("{job}", with: "1")
                let body = operation.value["requestBody"]?["content"]?["application/json"]?["example"]?.line
                let answer = try await scene.ask(operation.name.uppercased(), scene.address + address, body: body)
                let described = operation.value["responses"]?["\(answer.status)"]
                let name = operation.value["operationId"]?.text ?? path.name
                #expect(described != nil, "\(name): \(answer.status) \(answer.json.line.prefix(300))")
                #expect(answer.status < 500, "\(name): \(answer.json.line.prefix(300))")
                if let content = described?["content"], case .object(let types) = content, let type = types.first,
                    type.name.hasSuffix("json"), let schema = type.value["schema"]
                {
                    let problems = try JSONSchemaCheck.problems(
                        of: answer.json.line, against: schema.withDefinitions(schemas).line)
                    #expect(problems.isEmpty, "\(name): \(problems.prefix(5))")
                }
                sent += 1
            }
        }
        #expect(sent == paths.reduce(0) { if case .object(let all) = $1.value { $0 + all.count } else { $0 } } - 1)
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

    @Test("the page is told where words for confidence begin, as the settings have it")
    func confidenceLevels() async throws {
        let scene = try await ReviewScene()
        #expect(try await scene.session()["confidenceLevels"]?.line == "[0.9,0.7,0.5]")
        let settings = #"{"output":{"path":"out","confidenceLevels":[0.8,0.6,0.25]}}"#
        try Data(settings.utf8).write(to: scene.folder.appendingPathComponent("pipeline.json"))
        let (running, address) = try await scene.serve([])
        defer { kill(running.pid, SIGKILL) }
        #expect(try await scene.ask(address + "/api/v1/jobs/1").json["confidenceLevels"]?.line == "[0.8,0.6,0.25]")
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

    @Test("the description names every route, and only those")
    func routes() async throws {
        let scene = try await ReviewScene()
        let document = try await scene.ask("/openapi.json").json
        guard case .object(let paths)? = document["paths"] else { throw WebDriver.Failed("no paths") }
        for path in paths {
            guard case .object(let operations) = path.value else { continue }
            let named = Set(operations.map(\.name))
            for method in ["get", "put", "post", "delete"] where !named.contains(method) {
                let answer = try await scene.ask(
                    method.uppercased(), scene.address + path.name.replacing("{id}", with: "x"),
                    body: method == "get" ? nil : "{}")
                #expect(answer.status == 405, "\(method) \(path.name) is answered with \(answer.status)")
            }
        }
        #expect(try await scene.ask("/nothing").status == 404)
    }

    @Test("an answer that has not changed is not sent again")
    func tags() async throws {
        let scene = try await ReviewScene()
        let first = try await scene.ask("/sessions")
        let tag = try #require(first.headers.value(forHTTPHeaderField: "ETag"))
        let again = try await scene.ask("/sessions", headers: ["If-None-Match": tag])
        #expect(again.status == 304 && again.data.isEmpty)
        let photo = try #require(try await scene.end(1)["photos"]?.items.first?["id"]?.text)
        let picture = try await scene.ask("/photos/\(photo)/picture?longest=400")
        #expect(picture.status == 200 && picture.data.prefix(2) == Data([0xFF, 0xD8]))
        let part = try await scene.ask("/photos/\(photo)/picture?x=500&y=500&side=200")
        #expect(part.status == 200 && part.data.count < picture.data.count * 4)
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
        let late = try await scene.ask(
            "PUT", "/photos/\(id)/review", body: body, headers: ["If-Match": "\"\(revision)\""])
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
        let again = try scene.program.start(
            ["score", "./photos", "--output", "out", "--arrows", "6", "--face", "wa-122", "--shaft", "6mm"]).wait()
        #expect(again.status <= 1, "\(again.talk)")
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

    @Test("a session's drawings are the report's, in the language that is asked for, with links to the review")
    func drawings() async throws {
        let scene = try await ReviewScene()
        let session = try await scene.session()
        let address = "/sessions/\(session["id"]?.text ?? "")/drawings"
        let answer = try await scene.ask(address).json
        #expect(answer["language"]?.text == "en")
        let parts = answer["parts"]?.items ?? []
        let names = parts.compactMap { $0["name"]?.text }
        let wanted = ReportPart.reviewed.map(\.rawValue).filter { $0 != "archers" }
        #expect(
            names == wanted.filter(names.contains) && Set(["summary", "sheet", "plot", "ends"]).isSubset(of: names))
        let sheet = parts.first { $0["name"]?.text == "sheet" }?["html"]?.text ?? ""
        #expect(sheet.contains("<h2>Score sheet</h2>") && !sheet.contains("style="))
        let photo = try await scene.end(1)["photos"]?.items.first?["id"]?.text ?? "none"
        #expect(sheet.contains("href=\"#/review/\(session["id"]?.text ?? "")/\(photo)\""))
        // A close-up is one of the server's own pictures.
        let doubts = parts.first { $0["name"]?.text == "doubts" }?["html"]?.text ?? ""
        if let picture = doubts.firstMatch(of: #/ src="([^"]+)"/#).map({ $0.1.replacing("&amp;", with: "&") }) {
            #expect(try await scene.ask(scene.address + picture).status == 200, "\(picture)")
        }
        let german = try await scene.ask(address + "?lang=de").json
        #expect(german["language"]?.text == "de" && german.line.contains("<h2>Schusszettel</h2>"))
        #expect(german["parts"]?.items.compactMap { $0["name"]?.text } == names)
        #expect(try await scene.ask(address + "?lang=fr").status == 400)
        #expect(try await scene.ask("/sessions/none/drawings").status == 404)
    }

    @Test("a session is a round: progress, ranking, and what is refused")
    func round() async throws {
        let scene = try await ReviewScene()
        let id = try #require(try await scene.session()["id"]?.text)
        #expect(try await scene.session()["round"] == .null)
        let known = try await scene.ask("/rounds").json["rounds"]?.items ?? []
        #expect(known.contains { $0["id"]?.text == "wa-70" && $0["maximum"]?.whole == 720 })
        let named = try await scene.ask(
            "PUT", "/sessions/\(id)", body: #"{"round":"wa-70","archers":{"names":["Ana"],"by":"hand"}}"#)
        #expect(named.status == 200 && named.json["round"]?["name"]?.text == "WA 720, 70 m")
        let progress = try #require(named.json["progress"]?.items.first)
        let score = try #require(named.json["total"]?["score"]?.whole)
        let missing = try #require(progress["missingArrows"]?.whole)
        #expect(progress["total"]?["score"]?.whole == score && progress["total"]?["maximum"]?.whole == 720)
        #expect(progress["best"]?.whole == score + 10 * missing)
        #expect(missing == 72 - (progress["total"]?["arrows"]?.whole ?? 0))
        let ends = (named.json["rounds"]?.items ?? []).reduce(0) { $0 + ($1["ends"]?.items.count ?? 0) }
        #expect(progress["ends"]?.whole == ends && progress["missingEnds"]?.whole == 12 - ends)
        // The same from another client, and in the ranking.
        #expect(try await scene.ask("/sessions/\(id)").json["progress"] == named.json["progress"])
        #expect(named.json["ranking"]?["rows"]?.items.map { $0["name"]?.text } == ["Ana"])
        let rankings = try await scene.ask("/ranking?round=wa-70").json["rankings"]?.items ?? []
        #expect(rankings.map { $0["rows"]?.items.first?["total"]?["score"]?.whole } == [score])
        #expect(try await scene.ask("/ranking?round=vegas").json["rankings"]?.items.isEmpty == true)
        #expect(try await scene.ask("/ranking?date=1999-01-01").json["rankings"]?.items.isEmpty == true)
        let unknown = try await scene.ask("PUT", "/sessions/\(id)", body: #"{"round":"wa-71"}"#)
        #expect(unknown.status == 422 && unknown.json["code"]?.text == "unknownRound", "\(unknown.json.line)")
        let none = try await scene.ask("PUT", "/sessions/\(id)", body: #"{"round":"none"}"#)
        #expect(none.status == 200 && none.json["round"] == .null && none.json["progress"]?.items.isEmpty == true)
    }

    @Test("a session is named, dated, split, merged, and its archers shoot by turns")
    func arrange() async throws {
        let scene = try await ReviewScene()
        let session = try await scene.session()
        let id = session["id"]?.text ?? ""
        let named = try await scene.ask(
            "PUT", "/sessions/\(id)",
            body: #"{"name":"Club round","date":"2026-04-01","archers":{"names":["Ana","Ben"],"by":"end"}}"#)
        #expect(named.status == 200 && named.json["name"]?.text == "Club round", "\(named.json.line.prefix(300))")
        #expect(named.json["date"]?.text == "2026-04-01")
        let ends = named.json["rounds"]?.items.first?["ends"]?.items ?? []
        for end in ends {
            let archers = Set((end["arrows"]?.items ?? []).map { $0["archer"]?.text })
            #expect(archers.isEmpty || archers == [(end["number"]?.whole ?? 0) % 2 == 1 ? "Ana" : "Ben"])
        }
        let own = named.json["id"]?.text ?? ""
        let last = try #require(ends.last?["photos"]?.items.first?["id"]?.text)
        let split = try await scene.ask(
            "POST", "/sessions/\(own)/split", body: #"{"photos":["\#(last)"],"name":"Second"}"#)
        #expect(split.status == 200 && split.json["session"]?["name"]?.text == "Second")
        #expect(try await scene.ask("/sessions").json["sessions"]?.items.count == 2)
        let taken = try await scene.ask("PUT", "/sessions/\(own)", body: #"{"name":"Second"}"#)
        #expect(taken.status == 422)
        let second = split.json["session"]?["id"]?.text ?? ""
        let merged = try await scene.ask("POST", "/sessions/\(second)/merge", body: #"{"into":"\#(own)"}"#)
        #expect(merged.status == 200 && merged.json["session"]?["name"]?.text == "Club round")
        #expect(try await scene.ask("/sessions").json["sessions"]?.items.count == 1)
        let bad = try await scene.ask("PUT", "/sessions/\(own)", body: #"{"date":"2026-02-31"}"#)
        #expect(bad.status == 422)
        let skipped = try await scene.ask(
            "PUT", "/photos/\(last)/review",
            body: #"{"arrows":[],"archers":[],"faces":[],"isConfirmed":false,"isSkipped":true}"#)
        #expect(skipped.json["session"]?["skipped"]?.items.count == 1)
        #expect(skipped.json["session"]?["rounds"]?.items.first?["ends"]?.items.count == ends.count - 1)
    }
}

extension JSONValue {
    /// The schema with what it refers to in the place of its references.
    func withDefinitions(_ definitions: JSONValue) -> JSONValue {
        switch self {
        case .array(let items): return .array(items.map { $0.withDefinitions(definitions) })
        case .object(let members):
            if let reference = self["$ref"]?.text, let name = reference.split(separator: "/").last {
                return (definitions[String(name)] ?? nil).withDefinitions(definitions)
            }
            return .object(members.map { .init($0.name, $0.value.withDefinitions(definitions)) })
        default: return self
        }
    }
}
