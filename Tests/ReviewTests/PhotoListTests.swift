import Foundation
import JSONTree
import TestSupport
import Testing

extension BrowserTests {
    /// The list of photos: its order, its filter in the address, and why a photo has nothing to show.
    @Suite("The list of photos in a browser")
    struct PhotoListTests {
        /// The photos' numbers from top to bottom, as the keyboard and a screen reader meet them.
        private func order(of page: ReviewPage) async throws -> [Int] {
            let links = try await page.browser.run(
                "return [...document.querySelectorAll('.photo-row a')].map((one) => Number(one.dataset.test.slice(4)))")
            return links.items.compactMap(\.whole)
        }

        private func choose(
            _ test: String, _ value: String, _ event: String = "change", in page: ReviewPage
        ) async throws {
            try await page.browser.run(
                """
                const field = document.querySelector(arguments[0]); field.value = arguments[1];
                field.dispatchEvent(new Event(arguments[2], { bubbles: true }));
                """, .string("[data-test='\(test)']"), .string(value), .string(event))
        }

        private func number(of name: String, in page: ReviewPage) async throws -> Int {
            let all = try await page.scene.ask("/jobs").json["jobs"]?.items ?? []
            return try #require(all.first { $0["photo"]?.text?.hasSuffix(name) == true }?["job"]?.whole)
        }

        @Test(
            "the most doubtful photos stand first and accepted ones last, or all by number",
            .enabled(if: Cases.isAvailable))
        func order() async throws {
            let page = try await ReviewPage(detectedIn: Cases.file("."))
            let jobs = try await page.scene.ask("/jobs").json["jobs"]?.items ?? []
            func doubt(_ job: JSONValue) -> Double { job["uncertain"]?.decimal ?? .infinity }
            let doubts = jobs.sorted { doubt($0) < doubt($1) }.compactMap { $0["job"]?.whole }
            #expect(doubts.count == 3)
            try await page.open("#/photos")
            _ = try await eventually("by doubt") { try await order(of: page) == doubts ? true : nil }
            try await choose("sort", "number", in: page)
            _ = try await eventually("by number") { try await order(of: page) == [1, 2, 3] ? true : nil }
            try await choose("sort", "uncertain", in: page)
            let body = #"{"above":0,"jobs":[\#(doubts[0])]}"#
            #expect(try await page.scene.ask("POST", "/jobs/accept", body: body).json["changed"] == 1)
            let later = Array(doubts.dropFirst()) + [doubts[0]]
            _ = try await eventually("what is accepted goes to the end") {
                try await order(of: page) == later ? true : nil
            }
            await page.browser.quit()
        }

        @Test(
            "the filter stands in the address: a reload and the way back from a photo keep it",
            .enabled(if: Cases.isAvailable))
        func filter() async throws {
            let page = try await ReviewPage(detectedIn: Cases.file("."))
            let one = try await number(of: "people_reading.jpg", in: page)
            try await page.open("#/photos")
            try await choose("filter-where", "name:People_r", "input", in: page)
            try await choose("sort", "number", in: page)
            try await choose("filter-state", "done", in: page)
            let filtered = try await page.browser.run("return location.hash")
            func expectFilter(_ when: String) async throws {
                _ = try await eventually("one photo is listed \(when)") {
                    try await order(of: page) == [one] ? true : nil
                }
                #expect(try await page.browser.run("return location.hash") == filtered, "\(when)")
                let fields = try await page.browser.run(
                    "return ['filter-where', 'filter-state', 'sort'].map((one) =>"
                        + " document.querySelector(`[data-test='${one}']`).value)")
                #expect(fields == ["name:People_r", "done", "number"], "\(when)")
            }
            try await expectFilter("at first")
            try await page.browser.reload()
            try await expectFilter("after a reload")
            try await page.click("job-\(one)")
            try await page.wait("[data-test='back']")
            try await page.browser.reload()
            try await page.wait("[data-test='back']")
            try await page.browser.run("history.back()")
            try await expectFilter("by the way back")
            // The menu leads to all photos again.
            try await page.browser.run("location.hash = '#/photos'")
            _ = try await eventually("all are shown") { try await order(of: page).count == 3 ? true : nil }
            await page.browser.quit()
        }

        @Test("what photos show is searched, and marked in the photo", .enabled(if: Cases.isAvailable))
        func search() async throws {
            let page = try await ReviewPage(detectedIn: Cases.file("."))
            let one = try await number(of: "people_reading.jpg", in: page)
            let detectors = try await page.scene.ask("/jobs/\(one)").json["detectors"]?.items ?? []
            let found = detectors.flatMap { $0["detections"]?.items ?? [] }
            let label = try #require(found.first?["label"]?.text)
            let query = label.replacing(" ", with: "%20")
            let hits = try await page.scene.ask("/find?q=\(query)").json["hits"]?.items ?? []
            let jobs = try await page.scene.ask("/jobs").json["jobs"]?.items ?? []
            let expected = jobs.filter { job in hits.contains { $0["photo"] == job["photo"] } }
                .compactMap { $0["job"]?.whole }
            #expect(expected.contains(one))
            try await page.open("#/photos?sort=number")
            try await choose("filter-where", label, "input", in: page)
            _ = try await eventually("only photos with it are listed") {
                try await order(of: page) == expected ? true : nil
            }
            // Photos are listed before it is known what was found in them.
            var row = ""
            _ = try await eventually("its row says what was found, and not '\(row)'") {
                row = try await page.text("[data-test='job-\(one)']")
                return row.contains("× \(label)") ? true : nil
            }
            try await choose("filter-where", "nothing of this kind", "input", in: page)
            try await page.wait("[data-test='photos-empty']:not([hidden])")
            try await choose("filter-where", label, "input", in: page)
            _ = try await eventually("they are listed again") {
                try await order(of: page) == expected ? true : nil
            }
            try await page.click("job-\(one)")
            let places = try await page.scene.ask("/find?q=\(query)&job=\(one)").json["hits"]?.items
                .reduce(0) { $0 + ($1["places"]?.items.count ?? 0) }
            let marked = "return document.querySelectorAll(\"[data-test='hit']\").length"
            _ = try await eventually("each is marked") {
                try await page.browser.run(marked).whole == places ? true : nil
            }
            // By a link as well, and not without one.
            try await page.browser.reload()
            _ = try await eventually("each is marked after a reload") {
                try await page.browser.run(marked).whole == places ? true : nil
            }
            try await page.open("#/photos/\(one)")
            try await page.wait("[data-test='back']")
            _ = try await eventually("none is marked") { try await page.browser.run(marked).whole == 0 ? true : nil }
            await page.browser.quit()
        }

        /// Presses Enter on a photo's page, which says why it accepts nothing.
        private func expectRefusal(of job: Int, on page: ReviewPage) async throws {
            try await page.browser.press("Enter")
            try await page.wait("[data-test='message']")
            #expect(try await page.scene.ask("/jobs/\(job)").json["review"] == .null)
        }

        @Test("a photo that failed says why, on the list and on its page, and is not accepted")
        func failed() async throws {
            let page = try await ReviewPage()
            let jobs = try await page.scene.ask("/jobs?state=failed").json["jobs"]?.items ?? []
            let (job, reason) = (try #require(jobs.first?["job"]?.whole), try #require(jobs.first?["reason"]?.text))
            #expect(jobs.count == 1 && !reason.isEmpty)
            try await page.open("#/photos?state=failed")
            try await page.wait("[data-test='job-\(job)']")
            #expect(try await page.text("[data-test='job-\(job)']").contains(reason))
            try await page.open("#/photos/\(job)")
            #expect(try await page.text("[data-test='job-trouble']").contains(reason))
            try await expectRefusal(of: job, on: page)
            await page.browser.quit()
        }

        @Test("a scored photo shows all that was scored, leads to its end, and nothing of it is changed there")
        func scored() async throws {
            let page = try await ReviewPage()
            let job = try await number(of: "end-01.jpg", in: page)
            let found = try await page.scene.ask("/jobs/\(job)").json["detectors"]?.items.first?["detections"]?.items
            try await page.open("#/photos/\(job)")
            try await page.wait("[data-test='list-box-1']")
            let listed = "return document.querySelectorAll('[data-test^=list-box-]').length"
            #expect(try await page.browser.run(listed).whole == found?.count && (found?.count ?? 0) > 1)
            let drawn = "return document.querySelectorAll('.finding-layer [data-test^=box-]').length"
            #expect(try await page.browser.run(drawn).whole == found?.count)
            for test in ["draw-box", "delete-box", "box-class-1"] {
                #expect(try await page.has("[data-test='\(test)']") == nil, "\(test)")
            }
            try await page.click("list-box-2")
            try await page.wait("[data-test='list-box-2'][aria-pressed='true']")
            // Neither keys nor a drag change what was scored.
            for key in ["Delete", "1"] { try await page.browser.press(key) }
            #expect(try await page.browser.run(listed).whole == found?.count)
            // A button that has the focus takes Enter for itself.
            try await page.browser.run("document.activeElement.blur()")
            try await expectRefusal(of: job, on: page)
            let link = "const link = document.querySelector('[data-test=scored-end]'); return link.getAttribute('href')"
            _ = try await eventually("the way to its end") {
                try await page.browser.run(link).text?.hasPrefix("#/review/\(page.session)/") == true ? true : nil
            }
            await page.browser.quit()
        }

        @Test(
            "a photo that was deleted says that it has gone, and is not accepted unseen",
            .enabled(if: Cases.isAvailable))
        func deleted() async throws {
            let page = try await ReviewPage(detectedIn: Cases.file("."))
            let job = try await number(of: "people_sitting.jpg", in: page)
            try FileManager.default.removeItem(
                at: page.scene.folder.appendingPathComponent("photos/people_sitting.jpg"))
            try await page.open("#/photos/\(job)")
            try await page.wait("[data-test='stage-trouble']")
            let said = try await page.text("[data-test='stage-trouble']")
            #expect(said.contains("people_sitting.jpg any more"), "why: \(said)")
            try await expectRefusal(of: job, on: page)
            await page.browser.quit()
        }
    }
}
