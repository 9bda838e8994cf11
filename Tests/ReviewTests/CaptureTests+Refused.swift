import Foundation
import Glibc
import JSONTree
import TestSupport
import Testing

/// Photos that are not taken, or that the browser cannot keep.
extension ServedBrowserTests.CaptureTests {
    @Test("what is too large or no photo says so and is not sent, or is refused; nothing of it is left")
    func refused() async throws {
        let scene = try await CaptureScene(uploads: [.init("size", "500KiB")])
        let page = scene.page
        try await scene.openCapture()
        let none = page.scene.folder.appendingPathComponent("none.jpg")
        try Data("this is no photo".utf8).write(to: none)
        try await page.browser.choose(
            [CaptureScene.sample("day1/end-01.jpg"), none], in: "[data-test='choose-photos-field']")
        _ = try await eventually("both are refused") {
            let states =
                "return [...document.querySelectorAll('[data-test=upload]')].map((one) => one.dataset.state)"
            return try await page.browser.run(states) == ["error", "error"] ? true : nil
        }
        let told = try await page.text("[data-test='uploads']")
        #expect(told.contains("end-01.jpg has 1.3 MB"), "\(told)")
        #expect(try await page.has("[data-test='upload-again']") == nil)
        #expect(try await page.browser.run("return window.bytesSent").whole == 16)
        for _ in 0..<2 { try await page.click("upload-close") }
        _ = try await eventually("nothing is left in the browser") {
            try await kept(page) == [0, 0] ? true : nil
        }
        #expect(try scene.photos().isEmpty)
        await page.browser.quit()
    }

    @Test("a browser without room says so, and sends the photo all the same")
    func withoutRoom() async throws {
        let scene = try await CaptureScene()
        let page = scene.page
        try await scene.openCapture()
        try await page.browser.command(
            "Storage.overrideQuotaForOrigin", ["origin": .string(scene.address), "quotaSize": 10_000])
        let photo = CaptureScene.sample("day2/end-01.jpg")
        try await page.browser.setOffline(false, bytesPerSecond: 100_000)
        try await scene.hold(behind: 10, of: photo)
        try await page.browser.choose([photo], in: "[data-test='take-photo-field']")
        _ = try await eventually("it says so") {
            try await page.text("[data-test='upload']").contains("leave this page open") ? true : nil
        }
        try await scene.hold(behind: nil, of: photo)
        try await scene.reviewed()
        #expect(try scene.photos().count == 1)
        await page.browser.quit()
    }

    @Test("a database that the browser lost for a moment loses no photo")
    func lostDatabase() async throws {
        let scene = try await CaptureScene()
        let page = scene.page
        try await scene.openCapture()
        // As behind a locked screen: the connection is there, and nothing can be read on it or on the next one.
        try await page.browser.run(
            """
            const real = IDBDatabase.prototype.transaction;
            let left = 4;
            IDBDatabase.prototype.transaction = function (...all) {
                if (all[1] === "readonly" && left-- > 0) throw new DOMException("lost", "InvalidStateError");
                return real.apply(this, all);
            };
            """)
        try await page.browser.choose(
            [CaptureScene.sample("day2/end-01.jpg")], in: "[data-test='take-photo-field']")
        try await scene.reviewed()
        #expect(try scene.photos().count == 1)
        _ = try await eventually("nothing is left in the browser") {
            try await kept(page) == [0, 0] ? true : nil
        }
        await page.browser.quit()
    }

    @Test("where photos are not taken, no button is there, and the sessions say how that is changed")
    func off() async throws {
        let page = try await ReviewPage()
        try await page.browser.screen(390, 844, isTouch: true)
        try await page.open("#/sessions")
        try await page.wait("[data-test='uploads-off']")
        #expect(try await page.text("[data-test='uploads-off']").contains("serve.uploads.on"))
        #expect(try await page.has("[data-test='to-capture']") == nil)
        try await page.open("#/sessions/\(page.session)")
        try await Task.sleep(for: .milliseconds(500))
        #expect(
            try await page.browser.run(
                "return document.querySelector('[data-test=take-photo]')?.checkVisibility() ?? false") == false)
        await page.browser.quit()
    }

    @Test("signing out asks for photos that were not sent, and takes them out of the browser")
    func signOut() async throws {
        // The samples' queue is there, so that a token can be made before the program starts.
        let scene = try await CaptureScene(output: "out")
        let page = scene.page
        let token = try GuardedScene.makeToken(page.scene)
        let again = try await scene.restart()
        defer { kill(again.pid, SIGKILL) }
        try await scene.open("#/signin")
        try await page.wait("[data-test='token']")
        try await page.browser.run(
            "document.querySelector('[data-test=token]').value = arguments[0]", .string(token))
        try await page.click("sign-in")
        try await page.wait("[data-test='sign-out']")
        try await page.browser.run("location.hash = '#/capture'")
        try await page.wait("[data-test='take-photo-field']")
        let photo = CaptureScene.sample("day2/end-01.jpg")
        try await page.browser.setOffline(false, bytesPerSecond: 20_000)
        try await scene.hold(behind: 10, of: photo)
        try await page.browser.choose([photo], in: "[data-test='take-photo-field']")
        _ = try await eventually("the photo is kept") { try await kept(page) == [1, 1] ? true : nil }
        try await page.click("sign-out")
        try await page.wait("[data-test='sign-out-anyway']")
        #expect(try await page.text("dialog").contains("1 photo has not reached Quiver yet."))
        try await page.click("sign-out-anyway")
        // The page is loaded anew meanwhile, and answers no question then.
        _ = try await eventually("it is signed out") {
            (try? await page.browser.run("return location.hash"))?.text == "#/signin" ? true : nil
        }
        _ = try await eventually("nothing is left in the browser") {
            (try? await kept(page)) == [0, 0] ? true : nil
        }
        #expect(try scene.photos().isEmpty)
        await page.browser.quit()
    }
}
