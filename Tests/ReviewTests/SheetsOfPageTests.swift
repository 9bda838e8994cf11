import Foundation
import Glibc
import JSONTree
import TestSupport
import Testing

/// What is changed over the page is in the session's files a moment later, where no supervisor runs too.
@Suite("The sheets beside the page")
struct SheetsOfPageTests {
    private func text(_ name: String, in scene: ReviewScene) -> String {
        (try? String(contentsOf: scene.folder.appendingPathComponent("out/\(name)"), encoding: .utf8)) ?? ""
    }

    /// The rows of an end in a table, by their columns.
    private func rows(ofEnd end: Int, in scene: ReviewScene) -> [[String: String]] {
        let lines = text("scores.csv", in: scene).split(separator: "\r\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        guard let names = lines.first else { return [] }
        return lines.dropFirst().map { Dictionary(zip(names, $0)) { first, _ in first } }.filter {
            $0["end"] == "\(end)"
        }
    }

    private func confirm(_ end: Int, in scene: ReviewScene, archer: String) async throws {
        let photo = try await scene.end(end)["photos"]?.items.first?["id"]?.text ?? ""
        let body = """
            {"arrows":[{"number":60,"value":{"score":10,"isX":true}}],"archers":[{"number":60,"archer":"\(archer)"}],
            "faces":[],"isConfirmed":true,"isSkipped":false}
            """
        #expect(try await scene.ask("PUT", "/photos/\(photo)/review", body: body).status == 200)
    }

    @Test("reviews are in the table and on the page, together with what the model read and who shot")
    func reviews() async throws {
        let scene = try await ReviewScene()
        #expect(rows(ofEnd: 1, in: scene).allSatisfy { $0["confirmed"] == "false" })
        let page = text("scores.html", in: scene)
        for end in 1...3 { try await confirm(end, in: scene, archer: "Ana") }
        _ = try await eventually("all three are in the table") {
            (1...3).allSatisfy { end in
                let rows = rows(ofEnd: end, in: scene)
                return !rows.isEmpty && rows.allSatisfy { $0["confirmed"] == "true" }
            } ? true : nil
        }
        for end in 1...3 {
            let arrows = try await scene.arrows(ofEnd: end)
            let rows = rows(ofEnd: end, in: scene)
            #expect(rows.map { $0["score"] } == arrows.map { $0["mark"]?.text })
            #expect(rows.map { $0["adjusted"] } == arrows.map { $0["wasAdjusted"]?.isTrue == true ? "true" : "false" })
            let added = try #require(rows.first { $0["archer"] == "Ana" })
            #expect(added["modelMark"] == "" && added["endArchers"] == "Ana" && added["score"] == "X")
            #expect(rows.filter { $0["archer"] == "" }.allSatisfy { $0["modelConfidence"] != "" })
        }
        #expect(text("scores.html", in: scene) != page)
        kill(scene.running.pid, SIGTERM)
        let ended = try scene.running.wait()
        #expect(!ended.talk.contains("warning"), "\(ended.talk)")
    }

    @Test("a session of another name has its files under that name, and none under the old one")
    func renamed() async throws {
        let scene = try await ReviewScene()
        let id = try await scene.session()["id"]?.text ?? ""
        #expect(try await scene.ask("PUT", "/sessions/\(id)", body: #"{"name":"Club night"}"#).status == 200)
        _ = try await eventually("the new files are there") {
            text("scores-Club night.html", in: scene).contains("Club night") && text("scores.html", in: scene).isEmpty
                ? true : nil
        }
        #expect(text("scores-Club night.csv", in: scene).contains("Club night,1,1,"))
        #expect(text("scores.csv", in: scene).isEmpty)
    }

    @Test("a correction is made where its sheet cannot be written; that is said, and made up for")
    func obstructed() async throws {
        let scene = try await ReviewScene()
        let table = scene.folder.appendingPathComponent("out/scores.csv")
        try Data("mine".utf8).write(to: table)
        try await confirm(1, in: scene, archer: "Ben")
        #expect(try await scene.end(1)["isConfirmed"]?.isTrue == true)
        _ = try await eventually("it is said") {
            try String(contentsOf: scene.running.talk, encoding: .utf8).contains("was not made by Quiver") ? true : nil
        }
        #expect(text("scores.csv", in: scene) == "mine")
        try FileManager.default.removeItem(at: table)
        _ = try await eventually("it is written after all") {
            rows(ofEnd: 1, in: scene).contains { $0["archer"] == "Ben" } ? true : nil
        }
    }
}
