import Foundation
import Glibc
import JSONTree
import Reports
import TestSupport
import Testing

@testable import Review

@Suite("Sessions, over the API")
struct SessionsAPITests {
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
