import Foundation
import JSONTree
import TestSupport
import Testing

extension ServedBrowserTests {
    /// Every page on a phone, a tablet and a desk, in the light and in the dark: nothing is cut off, every arrow is named.
    ///
    /// Pictures are made where `QUIVER_SCREENS` names a folder for them: look at them.
    @Suite("The review's pages on screens")
    struct ScreenTests {
        private static let folder = ProcessInfo.processInfo.environment["QUIVER_SCREENS"].map {
            URL(fileURLWithPath: $0)
        }

        /// Keeps what is on the screen; making a picture of it takes as long as drawing the page.
        private static func keep(_ page: ReviewPage, as name: String) async throws {
            guard let folder else { return }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try await page.browser.screenshot().write(to: folder.appendingPathComponent(name + ".png"))
        }

        @Test("no page is wider than its screen, and each draws itself")
        func screens() async throws {
            let page = try await ReviewPage()
            let photo = try await page.photo(ofEnd: 3)
            let routes = [
                ("queue", "#/"), ("sessions", "#/sessions"), ("capture", "#/capture"),
                ("session", "#/sessions/\(page.session)"),
                ("review", "#/review/\(page.session)/\(photo)"), ("photos", "#/photos"),
                ("gallery", "#/gallery"), ("photo", "#/photos/1"), ("trend", "#/trend"), ("signin", "#/signin"),
            ]
            let sizes = [
                (390, 844, true), (820, 1180, true), (1440, 900, false), (844, 390, true), (320, 568, true),
            ]
            for (width, height, isTouch) in sizes {
                for isDark in [false, true] {
                    try await page.browser.screen(width, height, isTouch: isTouch, isDark: isDark)
                    for (name, route) in routes {
                        try await page.open(route)
                        if name == "review" { try await page.wait(".photo-side .marker") }
                        try await Task.sleep(for: .milliseconds(150))
                        let scroll = try await page.browser.run("return document.documentElement.scrollWidth")
                        #expect((scroll.whole ?? .max) <= width, "\(name) is \(scroll.line) wide on \(width)")
                        #expect(try await page.has("[data-test='problem']") == nil, "\(name) shows a problem")
                        try await Self.keep(page, as: "\(name)-\(width)-\(isDark ? "dark" : "light")")
                    }
                }
            }
            await page.browser.quit()
        }

        @Test("charts by date and face and their tables hold sessions of the longest names, on a phone too")
        func trend() async throws {
            let page = try await ReviewPage()
            let names = [
                "Vereinsmeisterschaft im Feldbogenschießen der Jugendklassen, zweiter Durchgang am Nachmittag",
                String(repeating: "W", count: 200),
            ]
            var photos: [String] = []
            for end in 1...4 { photos.append(try await page.photo(ofEnd: end)) }
            for (k, name) in names.enumerated() {
                // The second end's photo is cut off and has no arrow: a session of it has no average.
                let body = JSONValue.object([.init("name", .string(name)), .init("photos", [.string(photos[2 * k])])])
                    .line
                let part = try await page.scene.ask("POST", "/sessions/\(page.session)/split", body: body)
                let session = try #require(part.json["session"]?["id"]?.text)
                let date = #"{"date":"2025-1\#(k)-0\#(k + 1)"}"#
                #expect(try await page.scene.ask("PUT", "/sessions/\(session)", body: date).status == 200)
            }
            for (width, height) in [(320, 568), (390, 844), (568, 320), (1280, 800)] {
                try await page.browser.screen(width, height, isTouch: width < 1000)
                for route in ["#/sessions", "#/sessions/\(page.session)", "#/trend?season="] {
                    try await page.open(route)
                    let scroll = try await page.browser.run("return document.documentElement.scrollWidth")
                    #expect((scroll.whole ?? .max) <= width, "\(route) is \(scroll.line) wide on \(width)")
                }
                try await Self.keep(page, as: "trend-long-\(width)")
                // A name has place for words, and the average beside it is in sight.
                let rows = try await page.browser.run(
                    """
                    const tables = [...document.querySelectorAll("table.trend")];
                    return [...tables.at(-1).querySelectorAll("tbody tr")].map((row) => {
                        const [name, average] = [...row.children].map((cell) => cell.getBoundingClientRect());
                        const right = row.closest(".scrolls").getBoundingClientRect().right;
                        return [Math.round(name.width), Math.round(right - average.right)];
                    });
                    """
                ).items
                #expect(rows.count == 3, "\(rows)")
                for row in rows {
                    #expect((row.items[0].whole ?? 0) >= 110, "\(width): \(row.line)")
                    #expect((row.items[1].whole ?? -1) >= 0, "\(width): \(row.line)")
                }
                // A point for each month and each session, a line for each face, and below which line is which.
                let charts = try await page.browser.run(
                    """
                    return [...document.querySelectorAll(".date-chart")].map((chart) => {
                        const kinds = [...chart.querySelectorAll(".legend li")];
                        return chart.querySelectorAll("circle").length === 3
                            && chart.querySelectorAll("polyline").length === kinds.length
                            && kinds.every((one) => one.textContent.trim() && one.scrollWidth <= one.clientWidth + 1);
                    });
                    """)
                #expect(charts == [true, true], "\(width): \(charts.line)")
            }
            await page.browser.quit()
        }

        @Test(
            "in German on a narrow phone the menu is one line, and the state of an end is not cut off",
            arguments: [(320, 568), (360, 740), (390, 844), (844, 390)])
        func german(width: Int, height: Int) async throws {
            let page = try await ReviewPage()
            try await page.browser.screen(width, height, isTouch: true)
            try await page.open("#/sessions")
            try await page.browser.run("localStorage.setItem('quiver.language', 'de')")
            try await page.open("#/sessions")
            #expect(try await page.text("#top nav").contains("Sitzungen"))
            let lines = "return new Set([...document.querySelectorAll('#top nav a')].map((one) => one.offsetTop)).size"
            #expect(try await page.browser.run(lines) == 1)
            let scroll = try await page.browser.run("return document.documentElement.scrollWidth")
            #expect((scroll.whole ?? .max) <= width, "\(scroll.line)")
            // Two buttons stand beside the state of a confirmed end.
            try await page.review(end: 1)
            try await page.browser.run("document.querySelector('[data-test=confirm]').click()")
            try await page.allSent()
            try await page.review(end: 1)
            try await page.wait("[data-test='unconfirm']:not([hidden])")
            let cut = try await page.browser.run(
                """
                const text = document.querySelector("[data-test=reason]");
                return text.clientWidth < 100 || text.scrollHeight > text.clientHeight + 1;
                """)
            let text = try await page.text("[data-test='reason']")
            #expect(cut == false, "\(text)")
            await page.browser.quit()
        }

        @Test("a screen reader hears every arrow with its score")
        func names() async throws {
            let page = try await ReviewPage()
            try await page.review(end: 3)
            let arrows = try await page.scene.arrows(ofEnd: 3).filter { $0["isPlaced"]?.isTrue == true }
            try #require(!arrows.isEmpty)
            try await page.wait("[data-test='arrow-\(arrows[0]["number"]?.whole ?? 0)']")
            try await page.browser.command("Accessibility.enable", [:])
            let tree = try await page.browser.command("Accessibility.getFullAXTree", [:])
            let buttons = (tree["nodes"]?.items ?? []).filter { $0["role"]?["value"]?.text == "button" }
                .compactMap { $0["name"]?["value"]?.text }
            for arrow in arrows {
                let (number, mark) = (arrow["number"]?.whole ?? 0, arrow["mark"]?.text ?? "")
                let named = buttons.contains { name in
                    name.contains("\(number)")
                        && (mark == "M" ? name.lowercased().contains("miss") : name.contains(mark))
                }
                #expect(named, "arrow \(number), \(mark): \(buttons)")
            }
            await page.browser.quit()
        }
    }
}
