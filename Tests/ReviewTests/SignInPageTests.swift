import Foundation
import JSONTree
import TestSupport
import Testing

extension BrowserTests {
    /// Coming in and going out as a person does it.
    @Suite("Signing in on the page")
    struct SignInPageTests {
        @Test("a link that is used up says so and leaves the address; after signing out no photo's name stays behind")
        func inAndOut() async throws {
            let guarded = try await GuardedScene()
            let browser = try await WebDriver()
            func waits(_ what: String, _ script: String) async throws {
                // The page is loaded anew at times, and answers no question meanwhile.
                _ = try await eventually(what) { (try? await browser.run(script))?.isTrue == true ? true : nil }
            }
            try await browser.open(guarded.address + "/#/signin?link=\(String(repeating: "0", count: 32))")
            try await waits(
                "the refusal", "return (document.querySelector('.trouble')?.textContent ?? '') !== '' || null")
            #expect(try await browser.run("return location.hash").text == "#/signin")
            _ = try await browser.run(
                """
                document.querySelector("[data-test=token]").value = arguments[0];
                document.querySelector("[data-test=sign-in]").click();
                """, .string(guarded.token))
            try await waits("the way out", "return document.querySelector('[data-test=sign-out]') !== null || null")
            // What another tab of this browser has not sent yet.
            _ = try await browser.run(
                """
                window.isFormer = true;
                localStorage.setItem("quiver.unsent.other.photo", JSON.stringify({ photo: "p", name: "A name", at: Date.now() }));
                document.querySelector("[data-test=sign-out]").click();
                """)
            // The page is loaded anew; a question that it has not answered by then would fail.
            try await waits("the sign-in", "return (location.hash === '#/signin' && !window.isFormer) || null")
            let left = try await browser.run(
                "return Object.keys(localStorage).filter((key) => key.startsWith('quiver.unsent'))")
            #expect(left.items.isEmpty, "\(left.line)")
            #expect(
                try await browser.run("return fetch('/api/v1/sessions').then((answer) => answer.status)").whole == 401)
            await browser.quit()
        }
    }
}
