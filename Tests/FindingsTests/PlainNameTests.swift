import Findings
import Testing

@Suite struct PlainNameTests {
    @Test(arguments: [
        ("arrow", "arrow"), ("Pfeil ↗ 的", "Pfeil ↗ 的"), ("\u{1B}]0;owned\u{07}cat", "]0;ownedcat"),
        ("\u{9B}31mcat", "31mcat"), ("a\r\nb\tc", "abc"), ("\u{202E}tac\u{2066}", "tac"), ("a\u{2028}b", "ab"),
        ("👩‍👧", "👩‍👧"), ("", ""),
    ])
    func commandsAreLeftOut(text: String, plain: String) {
        #expect(text.plainName == plain)
    }

    @Test func namesAreShort() {
        #expect(String(repeating: "ä", count: 100_000).plainName.unicodeScalars.count == 200)
    }
}
