import Foundation
import JSONTree
import TestSupport
import Testing

extension BrowserTests {
    /// Every page on a phone, a tablet and a desk, in the light and in the dark: nothing is cut off, every arrow is named.
    ///
    /// The pictures lie in the folder that `QUIVER_SCREENS` names, or in `.build/screens`: look at them.
    @Suite("The review's pages on screens")
    struct ScreenTests {
        private static let folder =
            ProcessInfo.processInfo.environment["QUIVER_SCREENS"].map { URL(fileURLWithPath: $0) }
            ?? Cases.packageRoot.appendingPathComponent(".build/screens")

        @Test("no page is wider than its screen, and each draws itself")
        func screens() async throws {
            let page = try await ReviewPage()
            let photo = try await page.photo(ofEnd: 3)
            try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
            let routes = [
                ("queue", "#/"), ("sessions", "#/sessions"), ("session", "#/sessions/\(page.session)"),
                ("review", "#/review/\(page.session)/\(photo)"), ("photos", "#/photos"), ("photo", "#/photos/1"),
                ("trend", "#/trend"), ("signin", "#/signin"),
            ]
            for (width, height, isTouch) in [(390, 844, true), (820, 1180, true), (1440, 900, false)] {
                for isDark in [false, true] {
                    try await page.browser.screen(width, height, isTouch: isTouch, isDark: isDark)
                    for (name, route) in routes {
                        try await page.open(route)
                        if name == "review" { try await page.wait(".photo-side .marker") }
                        try await Task.sleep(for: .milliseconds(150))
                        let scroll = try await page.browser.run("return document.documentElement.scrollWidth")
                        #expect((scroll.whole ?? .max) <= width, "\(name) is \(scroll.line) wide on \(width)")
                        #expect(try await page.has("[data-test='problem']") == nil, "\(name) shows a problem")
                        try await page.browser.screenshot().write(
                            to: Self.folder.appendingPathComponent("\(name)-\(width)-\(isDark ? "dark" : "light").png"))
                    }
                }
            }
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
