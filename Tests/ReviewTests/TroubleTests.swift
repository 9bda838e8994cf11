import Foundation
import Glibc
import JSONTree
import TestSupport
import Testing

extension BrowserTests {
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
            try await page.browser.setOffline(false)
            _ = try await eventually("the last word is sent", within: 40) {
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
            page.scene.running.process.waitUntilExit()
            let again = try page.scene.program.start(["serve", "--output", "out", "--port", "\(port)"])
            defer { kill(again.pid, SIGKILL) }
            let stored = try await eventually("the server is back, and has everything", within: 180) {
                () -> JSONValue? in
                guard let end = try? await page.scene.end(3) else { return Optional.none }
                return end["isConfirmed"]?.isTrue == true ? Optional(end) : Optional.none
            }
            let arrow = stored["arrows"]?.items.first { $0["number"]?.whole == number }
            #expect(arrow?["mark"]?.text == "8" && arrow?["source"]?.text == "person", "\(stored.line)")
            #expect(stored["arrows"]?.items.allSatisfy { $0["source"]?.text == "person" } == true)
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
