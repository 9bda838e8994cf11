import Foundation
import Glibc
import JSONTree
import TestSupport
import Testing

extension ServedBrowserTests {
    /// What goes wrong while somebody reviews: nothing that was said is lost, and nothing is half said.
    @Suite("Trouble during a review")
    struct TroubleTests {
        private func arrow(_ number: Int, in scene: ReviewScene) async throws -> JSONValue? {
            try await scene.arrows(ofEnd: 3).first { $0["number"]?.whole == number }
        }

        private func opened() async throws -> (ReviewPage, Int) {
            let page = try await ReviewPage()
            try await page.review(end: 3)
            let arrow = try #require(try await page.scene.arrows(ofEnd: 3).first { $0["isPlaced"]?.isTrue == true })
            let number = arrow["number"]?.whole ?? 0
            try await page.wait("[data-test='arrow-\(number)']")
            try await page.browser.run(
                "document.querySelector(arguments[0]).focus()", .string("[data-test='arrow-\(number)']"))
            return (page, number)
        }

        @Test("of two browsers on one end the second is told, and decides")
        func twoBrowsers() async throws {
            let (page, number) = try await opened()
            let photo = try await page.photo(ofEnd: 3)
            // The second one does not hear of the first: it looked away for a while.
            try await page.browser.setOffline(true)
            try await page.browser.press("7")
            try await page.wait("[data-test='offline']")
            let body =
                #"{"arrows":[{"number":\#(number),"value":{"score":2}}],"archers":[],"faces":[],"isConfirmed":false,"isSkipped":false}"#
            #expect(try await page.scene.ask("PUT", "/photos/\(photo)/review", body: body).status == 200)
            try await page.browser.setOffline(false)
            try await page.wait("[data-test='conflict-mine']")
            #expect(try await arrow(number, in: page.scene)?["mark"]?.text == "2")
            try await page.click("conflict-mine")
            _ = try await eventually("the second one's word counts") {
                try await arrow(number, in: page.scene)?["mark"]?.text == "7" ? true : nil
            }
            await page.browser.quit()
        }

        @Test("a connection that is cut says so and loses nothing, over a reload too")
        func offline() async throws {
            let (page, number) = try await opened()
            try await page.browser.setOffline(true)
            try await page.browser.press("5")
            try await page.wait("[data-test='offline']")
            try await page.browser.press("ArrowLeft", "6")
            // As long as a tablet is out of reach of the hall's network.
            try await Task.sleep(for: .seconds(30))
            #expect(try await arrow(number, in: page.scene)?["source"]?.text == "model")
            // It opens from what the browser kept, or not at all where nothing is kept yet.
            _ = try? await page.browser.reload()
            try await page.browser.setOffline(false)
            try await page.browser.reload()
            _ = try await eventually("the last word is sent") {
                try await arrow(number, in: page.scene)?["mark"]?.text == "6" ? true : nil
            }
            await page.browser.quit()
        }

        @Test("a server that is killed during a confirm leaves it kept or refused, and the page sends it again")
        func killed() async throws {
            let (page, number) = try await opened()
            let port = Int(page.scene.address.split(separator: ":").last ?? "") ?? 0
            try await page.browser.press("8")
            _ = try await page.settledTotal()
            // The key and the signal at the same moment.
            async let confirmed: Void = page.browser.press("Enter")
            kill(page.scene.running.pid, SIGKILL)
            _ = try? await confirmed
            page.scene.running.process.waitUntilExit(within: 600)
            let again = try page.scene.program.start(["serve", "--output", "out", "--port", "\(port)"])
            defer { kill(again.pid, SIGKILL) }
            let stored = try await eventually("the server is back, and has everything") {
                () -> JSONValue? in
                guard let end = try? await page.scene.end(3) else { return Optional.none }
                return end["isConfirmed"]?.isTrue == true ? Optional(end) : Optional.none
            }
            let arrow = stored["arrows"]?.items.first { $0["number"]?.whole == number }
            #expect(arrow?["mark"]?.text == "8" && arrow?["source"]?.text == "person", "\(stored.line)")
            #expect(stored["arrows"]?.items.allSatisfy { $0["source"]?.text == "person" } == true)
            await page.browser.quit()
        }

        @Test("a tab that is duplicated while a correction waits has an outbox of its own, and both are stored")
        func duplicated() async throws {
            let (page, number) = try await opened()
            let first = try await page.browser.windows()
            try await page.browser.setOffline(true)
            try await page.browser.press("7")
            try await page.wait("[data-test='offline']")
            // A window that a page opens gets a copy of what its tab keeps, as a browser's "Duplicate tab" makes one.
            try await page.browser.run("window.open(location.href)")
            let second = try await eventually("the second tab is open") {
                try await page.browser.windows().first { !first.contains($0) }
            }
            let name = "return sessionStorage.getItem('quiver.tab')"
            let own = try await page.browser.run(name)
            try await page.browser.look(at: second)
            try await page.wait("[data-test='end-total']")
            _ = try await eventually("it has a name of its own") { () -> Bool? in
                let other = try await page.browser.run(name)
                return other != own && other != .null ? true : nil
            }
            // It corrects another end, which is stored; what waits in the first one is not sent from here.
            let address = "#/review/\(page.session)/\(try await page.photo(ofEnd: 1))"
            let title = try await page.text("h1")
            try await page.browser.run("location.hash = arguments[0]", .string(address))
            _ = try await eventually("the other end is shown") { () -> Bool? in
                guard try await page.has("[data-test='list-arrow-1']") == true else { return nil }
                return try await page.text("h1") != title ? true : nil
            }
            try await page.click("list-arrow-1")
            try await page.click("score-3")
            _ = try await eventually("the second tab's correction is stored") {
                try await page.scene.arrows(ofEnd: 1).first?["mark"]?.text == "3" ? true : nil
            }
            #expect(try await arrow(number, in: page.scene)?["source"]?.text == "model")
            try await page.browser.look(at: first[0])
            try await page.browser.setOffline(false)
            _ = try await eventually("the first tab's correction is stored") {
                try await arrow(number, in: page.scene)?["mark"]?.text == "7" ? true : nil
            }
            #expect(try await page.scene.arrows(ofEnd: 1).first?["mark"]?.text == "3")
            let left = "return Object.keys(localStorage).filter((one) => one.startsWith('quiver.unsent.')).length"
            _ = try await eventually("nothing waits") { try await page.browser.run(left) == 0 ? true : nil }
            await page.browser.quit()
        }

        @Test("names that are programs are text")
        func storedScript() async throws {
            let page = try await ReviewPage()
            let script = "<img src=x onerror=alert(1)>\"'><script>window.hacked=1</script>"
            let quoted = JSONValue.string(script).line
            let answer = try await page.scene.ask(
                "PUT", "/sessions/\(page.session)",
                body: #"{"name":\#(quoted),"archers":{"names":[\#(quoted)],"by":"hand"}}"#)
            #expect(answer.status == 200)
            let photos = page.scene.folder.appendingPathComponent("photos")
            try FileManager.default.copyItem(
                at: photos.appendingPathComponent("end-04.jpg"),
                to: photos.appendingPathComponent("<img src=x onerror=window.hacked=1>.jpg"))
            let again = try page.scene.program.start(["score", "./photos", "--output", "out", "--arrows", "6"]).wait()
            #expect(again.status <= 1, "\(again.talk)")
            let session = answer.json["id"]?.text ?? ""
            for route in ["#/", "#/sessions", "#/sessions/\(session)", "#/photos", "#/trend"] {
                try await page.open(route)
                try await Task.sleep(for: .milliseconds(300))
                let hacked = try await page.browser.run(
                    "return [window.hacked ?? 0, document.querySelectorAll('img[src=x], main script').length]")
                #expect(hacked == [0, 0], "\(route): \(hacked.line)")
            }
            try await page.open("#/sessions/\(session)")
            #expect(try await page.text("main").contains("<img src=x onerror=alert(1)>"))
            await page.browser.quit()
        }
    }
}
