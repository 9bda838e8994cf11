import Foundation
import Glibc
import JSONTree
import TestSupport
import Testing

extension ServedBrowserTests {
    /// One address serves many results, one after the other, and one result is looked at by many.
    @Suite("Other results and other people in a browser")
    struct OtherResultsTests {
        /// Scores the scene's photos once more, into a queue that is made anew.
        private func makeAnew(_ scene: ReviewScene) throws {
            try FileManager.default.removeItem(at: scene.folder.appendingPathComponent("out"))
            let ended = try scene.program.start([
                "score", "./photos", "--output", "out", "--arrows", "6", "--face", "wa-122",
            ]).wait()
            try #require(ended.status <= 1, "\(ended.talk)")
        }

        private func queue(_ scene: ReviewScene) async throws -> String {
            try #require(try await scene.ask("/queue").headers.value(forHTTPHeaderField: "Quiver-Queue"))
        }

        private static let review =
            #"{"arrows":[],"archers":[],"faces":[],"isConfirmed":true,"isSkipped":false}"#

        @Test("a change that names another queue is refused, and so is none that names this one or nothing")
        func otherQueue() async throws {
            let scene = try await ReviewScene()
            let photo = try await scene.end(3)["photos"]?.items.first?["id"]?.text ?? ""
            let own = try await queue(scene)
            let other = String(repeating: "0", count: own.count)
            let refused = try await scene.ask(
                "PUT", "/photos/\(photo)/review", body: Self.review, headers: ["Quiver-Queue": other])
            #expect(refused.status == 409 && refused.json["code"]?.text == "otherQueue", "\(refused.json.line)")
            #expect(refused.headers.value(forHTTPHeaderField: "Quiver-Queue") == own)
            #expect(try await scene.end(3)["isConfirmed"]?.isTrue == false)
            for headers in [["Quiver-Queue": own], [:]] {
                let taken = try await scene.ask(
                    "PUT", "/photos/\(photo)/review", body: Self.review, headers: headers)
                #expect(taken.status == 200, "\(taken.json.line)")
            }
        }

        @Test("a correction that waits is not stored on other results that are served at the same address")
        func twoFolders() async throws {
            let page = try await ReviewPage()
            let port = Int(page.scene.address.split(separator: ":").last ?? "") ?? 0
            let other = try await ReviewScene()
            kill(other.running.pid, SIGKILL)
            try makeAnew(other)
            try await page.review(end: 3)
            let before = try await page.scene.arrows(ofEnd: 3)
            // The one that every photo has which was read and not corrected yet.
            let fresh = try #require(try await page.scene.end(3)["photos"]?.items.first?["revision"]?.whole)
            kill(page.scene.running.pid, SIGKILL)
            page.scene.running.process.waitUntilExit(within: 600)
            try await page.browser.press("Delete")
            try await page.wait("[data-test='offline']")
            let serving = try other.program.start(["serve", "--output", "out", "--port", "\(port)"])
            defer { kill(serving.pid, SIGKILL) }
            _ = try await eventually("the page says whose the correction is") {
                try? await page.has("[data-test='of-others']")
            }
            for end in 1...4 {
                let photos = try await page.scene.end(end)["photos"]?.items ?? []
                #expect(photos.count == 1 && photos.allSatisfy { $0["revision"]?.whole == fresh }, "nothing was stored")
            }
            // Back at its own results, it is sent.
            kill(serving.pid, SIGKILL)
            serving.process.waitUntilExit(within: 600)
            let again = try page.scene.program.start(["serve", "--output", "out", "--port", "\(port)"])
            defer { kill(again.pid, SIGKILL) }
            let end = try await eventually("stored where it belongs") { () -> JSONValue? in
                // `nil` alone would be the JSON value of this name.
                guard let end = try? await page.scene.end(3),
                    end["photos"]?.items.first?["revision"]?.whole ?? 0 > fresh
                else { return JSONValue?.none }
                return end
            }
            // The correction itself, and nothing beside it: one arrow was deleted.
            let left = end["arrows"]?.items ?? []
            // Arrows are numbered anew, from the best one on.
            let same = { (one: JSONValue) in [one["id"], one["pixelX"], one["pixelY"], one["mark"]] }
            #expect(
                left.count == before.count - 1 && left.allSatisfy { before.map(same).contains(same($0)) }, "\(end.line)"
            )
            #expect(end["photos"]?.items.first?["removed"]?.items.count == 1)
            await page.browser.quit()
        }

        @Test("results that are made anew under the server are shown, and what was open is not corrected there")
        func madeAnew() async throws {
            let page = try await ReviewPage()
            try await page.review(end: 3)
            let before = try await queue(page.scene)
            try makeAnew(page.scene)
            try await page.browser.press("3")
            _ = try await eventually("the page says that the results were replaced") {
                try await page.has("[data-test='message'], [data-test='of-others']")
            }
            #expect(try await queue(page.scene) != before)
            #expect(try await page.scene.arrows(ofEnd: 3).allSatisfy { $0["source"]?.text == "model" })
            await page.browser.quit()
        }

        @Test("a second person who only looks sees what the first one does, without a reload")
        func looking() async throws {
            let page = try await ReviewPage()
            try await page.open("#/sessions/\(page.session)")
            try await page.browser.run("window.stays = 1")
            let photo = try await page.photo(ofEnd: 3)
            let before = try await page.browser.run("return document.getElementById('page').textContent").text
            let number = try await page.scene.arrows(ofEnd: 3).first?["number"]?.whole ?? 0
            let body =
                #"{"arrows":[{"number":\#(number),"value":{"score":1}}],"archers":[],"faces":[],"isConfirmed":false,"isSkipped":false}"#
            #expect(try await page.scene.ask("PUT", "/photos/\(photo)/review", body: body).status == 200)
            _ = try await eventually("the session page is drawn anew") {
                try await page.browser.run("return document.getElementById('page').textContent").text != before
                    ? true : nil
            }
            #expect(try await page.browser.run("return window.stays") == 1, "without a reload")
            await page.browser.quit()
        }

        @Test("a link from before a session was renamed leads to it")
        func renamed() async throws {
            let page = try await ReviewPage()
            let answer = try await page.scene.ask("PUT", "/sessions/\(page.session)", body: #"{"name":"Finals"}"#)
            #expect(answer.status == 200 && answer.json["id"]?.text == page.session, "its address stays")
            #expect(try await page.scene.ask("/sessions/\(page.session)").json["name"]?.text == "Finals")
            try await page.review(end: 3)
            #expect(try await page.has("[data-test='end-total']") == true)
            await page.browser.quit()
        }

        @Test("a session that takes the name that another one had is not what links to that one lead to")
        func formerName() async throws {
            let scene = try await ReviewScene()
            let session = try await scene.session()
            let (id, name) = (session["id"]?.text ?? "", session["name"]?.text ?? "")
            let photo = try await scene.end(4)["photos"]?.items.first?["id"]?.text ?? ""
            #expect(try await scene.ask("PUT", "/sessions/\(id)", body: #"{"name":"Finals"}"#).status == 200)
            let body = JSONValue.object([.init("name", .string(name)), .init("photos", [.string(photo)])]).line
            let split = try await scene.ask("POST", "/sessions/\(id)/split", body: body)
            let other = try #require(split.json["session"]?["id"]?.text)
            #expect(other != id && split.json["session"]?["name"]?.text == name)
            // A page that was open all the while dates the session that it shows, and no other.
            let dated = try await scene.ask("PUT", "/sessions/\(id)", body: #"{"date":"2020-01-01"}"#).json
            #expect(dated["name"]?.text == "Finals" && dated["date"]?.text == "2020-01-01", "\(dated.line.prefix(200))")
            let list = try await scene.ask("/sessions").json["sessions"]?.items ?? []
            let listed = list.map { "\($0["id"]?.text ?? "") \($0["name"]?.text ?? "")" }
            #expect(Set(listed) == ["\(id) Finals", "\(other) \(name)"])
            let trend = try await scene.ask("/trend").json["sessions"]?.items ?? []
            #expect(Set(trend.compactMap { $0["id"]?.text }) == [id, other])
            for one in [id, other] { #expect(try await scene.ask("/sessions/\(one)").json["id"]?.text == one) }
        }

        @Test(
            "photos that another person accepts are so on an open list, without a reload",
            .enabled(if: Cases.isAvailable))
        func acceptedByOthers() async throws {
            let page = try await ReviewPage(detectedIn: Cases.file("."))
            try await page.open("#/photos")
            try await page.wait("[data-test='job-1']")
            try await page.browser.run("window.stays = 1")
            #expect(try await page.has(".photo-row.reviewed") == nil)
            let accepted = try await page.scene.ask("POST", "/jobs/accept", body: #"{"above":0,"jobs":[1,2]}"#)
            #expect(accepted.json["jobs"] == [1, 2], "\(accepted.json.line)")
            _ = try await eventually("both are marked") {
                try await page.browser.run("return document.querySelectorAll('.photo-row.reviewed').length") == 2
                    ? true : nil
            }
            #expect(try await page.browser.run("return window.stays") == 1, "without a reload")
            await page.browser.quit()
        }
    }
}
