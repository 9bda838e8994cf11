import SystemPackage
import SystemValues
import Testing

@Suite struct PrintableTextTests {
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

    @Test(
        arguments: [
            ([0x61, 0xFF], "a%FF"), (Array("a\nb".utf8), "a%0Ab"), (Array("Zoë 🏹".utf8), "Zoë 🏹"),
            (Array("a\u{9B}31m".utf8), "a%C2%9B31m"), (Array("a\u{202E}gpj".utf8), "a%E2%80%AEgpj"),
            (Array("é".utf8) + [0xFF], "é%FF"),
            ([0x41, 0x7F], "A%7F"), ([0xC3], "%C3"), (Array("a%é".utf8), "a%é"),
        ] as [([UInt8], String)])
    func whatCannotBeShownOfAPathIsEscaped(bytes: [UInt8], shown: String) {
        #expect(PercentEscape.printable(bytes) == shown)
        #expect(PercentEscape.printable(FilePath(rawBytes: bytes)) == shown)
    }

    @Test func eachCharacterOfASCIIIsJudgedAsItsCategorySays() {
        for value in UInt8.min..<0x80 {
            let scalar = Unicode.Scalar(value)
            #expect(scalar.isUnsafeToShow == (scalar.properties.generalCategory == .control), "\(value)")
        }
    }
}
