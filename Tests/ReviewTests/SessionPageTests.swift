import JSONTree
import Reports
import TestSupport
import Testing

extension BrowserTests {
    /// A session's page: the report's drawings, live.
    @Suite("A session's page in a browser")
    struct SessionPageTests {
        @Test("what the report draws is there, leads to the review, and a choice brings its arrows forward")
        func drawings() async throws {
            let page = try await ReviewPage()
            try await page.open("#/sessions/\(page.session)")
            for part in ["#sheet", "#plot", "#ends", "#trend"] { try await page.wait(part) }
            let session = try await page.scene.session()
            #expect(try await page.text("[data-test=session-total]") == "\(session["total"]?["score"]?.whole ?? -1)")
            // The group's centre and spread stand beside each face; no piece brings a style of its own.
            #expect(try await page.text("#plot .measures").contains("Mean radius"))
            #expect(try await page.browser.run("return document.querySelectorAll('.session [style]').length") == 0)
            #expect(try await page.browser.run("return document.querySelectorAll('#plot .ring').length > 5") == true)
            let faded = try await page.browser.run(
                """
                const choice = document.querySelector("#plot input[data-shows^=e]");
                choice.click();
                const plot = choice.closest("figure"), own = choice.dataset.shows;
                return [...plot.querySelectorAll(".mark")]
                    .map((one) => one.classList.contains("faded") === !one.classList.contains(own));
                """
            ).items
            #expect(!faded.isEmpty && faded.allSatisfy { $0 == true })

            let photo = try await page.photo(ofEnd: 2)
            try await page.click("end-2")
            let address = try await eventually("the end's review opens") { () -> String? in
                let now = try await page.browser.run("return location.hash").text ?? ""
                return now.hasPrefix("#/review/") ? now : nil
            }
            #expect(address == "#/review/\(page.session)/\(photo)")
            await page.browser.quit()
        }

        @Test("a change elsewhere is drawn at once; the focus, the choice and the place stay")
        func live() async throws {
            let page = try await ReviewPage()
            try await page.open("#/sessions/\(page.session)")
            try await page.wait("[data-test=end-3]")
            let before = try await page.text("[data-test=session-total]")
            let chosen =
                try await page.browser.run(
                    """
                    document.querySelector("#plot input[data-shows^=e]").click();
                    document.querySelector("[data-test=end-3]").focus();
                    return document.querySelector("#plot input[data-shows^=e]").id;
                    """
                ).text ?? ""
            let arrow = try #require(try await page.scene.arrows(ofEnd: 3).first)
            let score = arrow["score"]?.whole == 1 ? 2 : 1
            let body = """
                {"arrows":[{"number":\(arrow["number"]?.whole ?? 0),"value":{"score":\(score)}}],"archers":[],"faces":[],\
                "isConfirmed":false,"isSkipped":false}
                """
            let photo = try await page.photo(ofEnd: 3)
            #expect(try await page.scene.ask("PUT", "/photos/\(photo)/review", body: body).status == 200)
            let total = try await page.scene.session()["total"]?["score"]?.whole ?? -1
            #expect("\(total)" != before)
            _ = try await eventually("the page has the new total") {
                try await page.text("[data-test=session-total]") == "\(total)" ? true : nil
            }
            #expect(try await page.browser.run("return document.activeElement.dataset.test") == "end-3")
            #expect(
                try await page.browser.run("return document.getElementById(arguments[0]).checked", .string(chosen))
                    == true)
            #expect(try await page.browser.run("return document.querySelectorAll('#plot .faded').length > 0") == true)
            await page.browser.quit()
        }

        @Test("drawings that are refused for now come a little later", arguments: [429, 503])
        func refusedForNow(status: Int) async throws {
            let page = try await ReviewPage()
            try await page.open("#/sessions/\(page.session)")
            try await page.wait("[data-test=end-3]")
            try await page.browser.run(
                """
                const real = window.fetch;
                let left = 1;
                window.fetch = (address, ...rest) => String(address).includes("/drawings") && left-- > 0
                    ? Promise.resolve(new Response("{}", { status: \(status) })) : real(address, ...rest);
                """)
            let photo = try await page.photo(ofEnd: 3)
            let body = #"{"arrows":[],"archers":[],"faces":[],"isConfirmed":false,"isSkipped":true}"#
            #expect(try await page.scene.ask("PUT", "/photos/\(photo)/review", body: body).status == 200)
            let total = try await page.scene.session()["total"]?["score"]?.whole ?? -1
            _ = try await eventually("the page has the new total") {
                try await page.text("[data-test=session-total]") == "\(total)" ? true : nil
            }
            #expect(try await page.has("[data-test='message']") == nil)
            await page.browser.quit()
        }

        @Test("the drawings are in the page's language as the rest of it is")
        func german() async throws {
            let page = try await ReviewPage()
            try await page.open("#/sessions/\(page.session)")
            try await page.wait("#sheet")
            #expect(try await page.text("#sheet h2") == "Score sheet")
            try await page.browser.run(
                """
                const choice = document.querySelector("[data-test=language]");
                choice.value = "de"; choice.dispatchEvent(new Event("change"));
                """)
            _ = try await eventually("the sheet is in German") {
                try await page.text("#sheet h2") == "Schusszettel" ? true : nil
            }
            let text = try await page.text("main")
            for word in ["Score", "Round", " cm face", "points", "almost on", "more arrows"] {
                #expect(!text.contains(word), "\(word)")
            }
            await page.browser.quit()
        }
    }
}
