import SystemValues
import Testing

@Suite struct TerminalTextTests {
    @Test(arguments: [
        ("plain é 🎯", "plain é 🎯"), ("\u{1B}[31mred", "\u{FFFD}[31mred"), ("a\u{9B}2J", "a\u{FFFD}2J"),
        ("\u{1B}]0;title\u{7}", "\u{FFFD}]0;title\u{FFFD}"), ("two\nlines", "two\u{FFFD}lines"),
        ("\u{202E}gpj.exe", "\u{FFFD}gpj.exe"), ("👩‍👩‍👧 family", "👩‍👩‍👧 family"),
        ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴\u{E0067}\u{E0062}\u{E007F}"),
    ])
    func nothingCommandsATerminal(text: String, shown: String) {
        #expect(text.forTerminal == shown)
    }

    @Test func aLongTextIsCutForASentence() {
        let long = String(repeating: "x", count: 3 << 20)
        #expect(long.quotable == String(repeating: "x", count: 100) + "…")
        #expect("short\u{1B}".quotable == "short\u{FFFD}")
    }
}
