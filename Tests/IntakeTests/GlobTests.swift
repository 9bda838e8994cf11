import Testing

@testable import Intake

@Suite("Glob")
struct GlobTests {
    @Test(
        "matches",
        arguments: [
            ("*.jpg", "a.jpg", true), ("*.jpg", "a.jpeg", false), ("?.png", "é.png", false), ("?.png", "e.png", true),
            ("[a-c]*", "beta", true), ("[!a-c]*", "beta", false), ("raw/*", "raw/a.jpg", true),
            ("raw/*", "raw/x/a.jpg", false),
            ("raw/**", "raw/x/a.jpg", true), ("**/raw", "raw", true), ("**/raw", "a/b/raw", true),
            ("**/raw", "straw", false), ("**/raw", "a/straw", false), ("**/raw", "raw/a", false),
            ("a/**/b", "a/b", true), ("a/**/b", "a/x/y/b", true), ("a/**/b", "a/xb", false),
            ("**/*.jpg", "a.jpg", true), ("**/*.jpg", "x/a.jpg", true),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbYbZ", false), ("\\*", "*", true), ("\\*", "a", false), ("[", "[", true), ("*", "", true),
        ])
    func matches(pattern: String, text: String, expected: Bool) {
        #expect(Glob(pattern).matches(Array(text.utf8)) == expected)
    }

    @Test("bytes that are not UTF-8 match like any other")
    func raw() { #expect(Glob("*.jpg").matches([0xC3, 0x28] + Array(".jpg".utf8))) }
}
