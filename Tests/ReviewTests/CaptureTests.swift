import Foundation
import Glibc
import JSONTree
import TestSupport
import Testing

extension ServedBrowserTests {
    /// From the camera to the review, on a phone.
    @Suite("Taking photos")
    struct CaptureTests {
        /// How many photos the browser's database still has, and how many photos' bytes.
        func kept(_ page: ReviewPage) async throws -> JSONValue {
            try await page.browser.run(
                """
                return new Promise((resolve) => {
                    const request = indexedDB.open("quiver.photos");
                    // The page has none yet, and makes its own.
                    request.onupgradeneeded = () => request.transaction.abort();
                    request.onerror = () => resolve([0, 0]);
                    request.onsuccess = ({ target: { result: base } }) => {
                        const all = base.transaction(["entries", "bytes"]);
                        const counts = ["entries", "bytes"].map((name) => all.objectStore(name).count());
                        all.oncomplete = () => { base.close(); resolve(counts.map((one) => one.result)); };
                    };
                });
                """)
        }

        /// Whether the browser's database has the small picture of a photo that is on its way.
        private func pictureIsKept(_ page: ReviewPage) async throws -> Bool {
            try await page.browser.run(
                """
                return new Promise((resolve) => {
                    const request = indexedDB.open("quiver.photos");
                    request.onupgradeneeded = () => request.transaction.abort();
                    request.onerror = () => resolve(false);
                    request.onsuccess = ({ target: { result: base } }) => {
                        const all = base.transaction("entries").objectStore("entries").getAll();
                        all.onsuccess = () => { base.close(); resolve(all.result.some((one) => one.thumbnail)); };
                    };
                });
                """
            ).isTrue
        }

        @Test("a photo of 12 megapixels is taken, sent, read and opened for review without another touch")
        func capture() async throws {
            let scene = try await CaptureScene()
            let (page, photo) = (scene.page, CaptureScene.sample("day1/end-01.jpg"))
            // The models are loaded with the first photo, which is not measured.
            try FileManager.default.copyItem(
                at: CaptureScene.sample("day2/end-01.jpg"),
                to: page.scene.folder.appendingPathComponent("drop/first.jpg"))
            _ = try await eventually("the first photo is read") {
                try await scene.ends().count == 1 ? true : nil
            }
            try await scene.openCapture()
            try await scene.hold(behind: 50, of: photo)
            let begun = ContinuousClock.now
            try await page.browser.choose([photo], in: "[data-test='take-photo-field']")
            try await page.wait("[data-test='upload'] img")
            try await scene.hold(behind: nil, of: photo)
            let bytes = try await scene.reviewed()
            let size = try Data(contentsOf: photo).count
            print("From the shutter to the review: \(begun.duration(to: .now)); sent: \(bytes) of \(size) bytes.")
            #expect(bytes == size)
            #expect(try scene.photos().count == 2)
            #expect(try await scene.ends().count == 2)
            #expect(try await page.has("[data-test='arrow-1']") == true)
            _ = try await eventually("nothing is left in the browser") {
                try await kept(page) == [0, 0] ? true : nil
            }
            try await page.click("confirm")
            _ = try await eventually("confirmed") {
                try await scene.ends().contains { $0["isConfirmed"]?.isTrue == true } ? true : nil
            }
            await page.browser.quit()
        }

        @Test("a cut connection, a killed server and a locked screen leave one photo and one end")
        func trouble() async throws {
            let scene = try await CaptureScene()
            let (page, photo) = (scene.page, CaptureScene.sample("day1/end-01.jpg"))
            try await scene.openCapture()
            let slowly = 120_000
            try await page.browser.setOffline(false, bytesPerSecond: slowly)
            try await scene.hold(behind: 10, of: photo)
            let begun = ContinuousClock.now
            try await page.browser.choose([photo], in: "[data-test='take-photo-field']")
            try await scene.sent(percent: 10)
            try await page.browser.setOffline(true)
            // The piece that comes next is on its way now, and is lost.
            try await scene.hold(behind: 35, of: photo)
            // As long as a phone is out of reach of the hall's network.
            try await Task.sleep(for: .seconds(30))
            #expect(try scene.photos().isEmpty)
            #expect(try await page.text("[data-test='upload']").contains("Waits for the connection"))
            try await page.browser.setOffline(false, bytesPerSecond: slowly)
            try await scene.sent(percent: 35)
            try await scene.hold(behind: 60, of: photo)
            let again = try await scene.restart()
            defer { kill(again.pid, SIGKILL) }
            try await scene.sent(percent: 60)
            try await scene.hold(behind: nil, of: photo)
            try await page.browser.lockScreen(seconds: 5)
            let bytes = try await scene.reviewed()
            let size = try Data(contentsOf: photo).count
            print("With all that, to the review: \(begun.duration(to: .now)); sent: \(bytes) of \(size) bytes.")
            #expect(bytes >= size && bytes < 2 * size)
            #expect(try scene.photos().count == 1)
            #expect(try await scene.ends().count == 1)
            let uploads = try await page.scene.ask(scene.address + "/api/v1/uploads").json["uploads"]?.items ?? []
            #expect(uploads.map { $0["state"]?.text } == ["done"])
            _ = try await eventually("nothing is left in the browser") {
                try await kept(page) == [0, 0] ? true : nil
            }
            await page.browser.quit()
        }

        @Test("a page that is loaded anew in the middle goes on, for the session and the archer that were chosen")
        func reload() async throws {
            let scene = try await CaptureScene()
            let page = scene.page
            try FileManager.default.copyItem(
                at: CaptureScene.sample("day2/end-01.jpg"),
                to: page.scene.folder.appendingPathComponent("drop/first.jpg"))
            let session = try await eventually("there is a session") { () -> String? in
                let list = try await page.scene.ask(scene.address + "/api/v1/sessions").json["sessions"]?.items ?? []
                return list.first?["id"]?.text
            }
            let named = try await page.scene.ask(
                "PUT", scene.address + "/api/v1/sessions/\(session)",
                body: #"{"archers":{"names":["Ana","Ben"],"by":"hand"}}"#)
            #expect(named.status == 200)
            try await scene.open("#/sessions/\(session)")
            try await page.wait("[data-test='capture-archer-2']")
            try await page.click("capture-archer-2")
            // What is drawn anew below leaves the focus where it is.
            try await page.wait("#sheet")
            try await page.browser.run(
                "document.querySelector('[data-test=capture-archer-2]').focus(); window.sheet = document.querySelector('#sheet')"
            )
            let first = try #require(try await scene.ends().first?["photos"]?.items.first?["id"]?.text)
            let confirmed = try await page.scene.ask(
                "PUT", scene.address + "/api/v1/photos/\(first)/review",
                body: #"{"arrows":[],"archers":[],"faces":[],"isConfirmed":true,"isSkipped":false}"#)
            #expect(confirmed.status == 200)
            _ = try await eventually("the sheet is drawn anew") {
                try await page.browser.run("return document.querySelector('#sheet') !== window.sheet").isTrue
                    ? true : nil
            }
            #expect(
                try await page.browser.run("return document.activeElement.dataset.test") == "capture-archer-2")
            let photo = CaptureScene.sample("day2/end-02.jpg")
            try await page.browser.setOffline(false, bytesPerSecond: 100_000)
            try await scene.hold(behind: 30, of: photo)
            try await page.browser.choose([photo], in: "[data-test='choose-photos-field']")
            try await scene.sent(percent: 30)
            // A picture that is not kept yet is lost with the page.
            _ = try await eventually("its small picture is kept") { try await pictureIsKept(page) ? true : nil }
            try await page.browser.reload()
            try await page.wait("[data-test='upload'] img")
            #expect(try await page.text("[data-test='upload']").contains("Ben"))
            #expect(
                try await page.browser.run("return document.querySelector('[data-test=capture-archer-2]').checked")
                    == true)
            try await scene.hold(behind: nil, of: photo)
            try await scene.reviewed()
            #expect(try await page.browser.run("return location.hash").text?.contains(session) == true)
            #expect(try scene.photos().count == 2)
            let ends = try await scene.ends()
            #expect(ends.count == 2)
            let archers = ends.last?["arrows"]?.items.map { $0["archer"]?.text } ?? []
            #expect(!archers.isEmpty && archers.allSatisfy { $0 == "Ben" }, "\(archers)")
            await page.browser.quit()
        }

        @Test("several photos: the first opens, the others are told; another review is not left for them")
        func several() async throws {
            let scene = try await CaptureScene()
            let page = scene.page
            try await scene.openCapture()
            try await page.browser.choose(
                ["day2/end-01.jpg", "day2/end-02.jpg", "day2/end-03.jpg"].map(CaptureScene.sample),
                in: "[data-test='choose-photos-field']")
            try await scene.reviewed()
            let first = try await page.browser.run("return location.hash")
            _ = try await eventually("all are read") { try await scene.ends().count == 3 ? true : nil }
            _ = try await eventually("the others are told") {
                try await page.text("[data-test='read'] p") == "2 photos are read." ? true : nil
            }
            #expect(try await page.browser.run("return location.hash") == first)
            try await page.click("read-review")
            _ = try await eventually("the second is shown") {
                try await page.browser.run("return location.hash") != first ? true : nil
            }
            _ = try await eventually("one is left") {
                try await page.text("[data-test='read'] p").hasSuffix("is read.") ? true : nil
            }
            // The line moves nothing under the finger; what is loaded first does.
            try await scene.reviewed()
            try await page.wait(".photo-side .marker")
            try await page.laidOut()
            let top = "return document.querySelector('quiver-photo').getBoundingClientRect().top"
            let before = try await page.browser.run(top)
            try await page.browser.run("document.querySelector(\"[data-test='read'] .small\").click()")
            #expect(try await page.has("[data-test='read']") == nil)
            #expect(try await page.browser.run(top) == before)
            #expect(try scene.photos().count == 3)
            await page.browser.quit()
        }

        @Test("at a desk photos are dropped and pasted, and no camera is offered")
        func desk() async throws {
            let scene = try await CaptureScene()
            let page = scene.page
            try await page.browser.screen(1440, 900)
            try await scene.openCapture()
            #expect(try await page.has("[data-test='take-photo']") == nil)
            // Events of a page's own carry files as a mouse's and the clipboard's do.
            try await page.browser.run(
                """
                const carry = (name) => {
                    const data = new DataTransfer();
                    data.items.add(new File(["this is no photo"], name, { type: "image/jpeg" }));
                    return data;
                };
                const more = { bubbles: true, cancelable: true };
                document.body.dispatchEvent(new DragEvent("drop", { ...more, dataTransfer: carry("dropped.jpg") }));
                document.body.dispatchEvent(new ClipboardEvent("paste", { ...more, clipboardData: carry("pasted.jpg") }));
                // A chip that was chosen has the focus and takes no text; a field does.
                for (const type of ["text", "radio"]) {
                    const field = Object.assign(document.createElement("input"), { type });
                    document.querySelector("main").append(field);
                    field.dispatchEvent(
                        new ClipboardEvent("paste", { ...more, clipboardData: carry(`in-${type}.jpg`) }));
                }
                """)
            for name in ["dropped.jpg", "pasted.jpg", "in-radio.jpg"] {
                _ = try await eventually("\(name) was sent, and is no photo") {
                    let states =
                        "return [...document.querySelectorAll('[data-test=upload]')].map((one) => one.textContent + one.dataset.state)"
                    return try await page.browser.run(states).items.contains {
                        $0.text?.contains(name) == true && $0.text?.hasSuffix("error") == true
                    } ? true : nil
                }
            }
            #expect(try await !page.text("[data-test='uploads']").contains("in-text.jpg"))
            await page.browser.quit()
        }

        @Test("a page on a photo that is being read confirms nothing, and begins anew when it is read")
        func unread() async throws {
            let scene = try await CaptureScene()
            let page = scene.page
            // Nothing is read before this test lets it.
            let queue = scene.address + "/api/v1/queue"
            #expect(try await page.scene.ask("POST", queue + "/pause", body: "{}").status == 200)
            try await scene.openCapture()
            try await page.browser.choose(
                [CaptureScene.sample("day2/end-01.jpg")], in: "[data-test='take-photo-field']")
            let place = try await eventually("its end is there") { () -> String? in
                let uploads = try await page.scene.ask(scene.address + "/api/v1/uploads").json["uploads"]?.items
                guard let session = uploads?.first?["session"]?.text, let photo = uploads?.first?["photo"]?.text
                else { return nil }
                return "#/review/\(session)/\(photo)"
            }
            try await page.browser.run("location.hash = arguments[0]", .string(place))
            try await page.wait("[data-test='manual-banner']")
            try await page.click("confirm")
            #expect(try await page.scene.ask("POST", queue + "/resume", body: "{}").status == 200)
            // The arrows are drawn a moment before the page begins anew.
            _ = try await eventually("it is read, and nothing is entered by hand any more") {
                try await page.has(".review:not([data-mode=manual]) [data-test='arrow-1']")
            }
            #expect(try await page.has("quiver-photo.without-picture") == nil)
            let ends = try await scene.ends()
            #expect(ends.count == 1 && ends.first?["isConfirmed"]?.isTrue == false)
            #expect(ends.first?["isBeingRead"]?.isTrue == false)
            await page.browser.quit()
        }
    }
}
