import SystemPackage
import Testing

@testable import Results

@Suite struct EscapedNameTests {
    @Test(arguments: ["a.jpg", "50%.jpg", "%41", "Zürich 🏹.jpg", "line\nbreak", "quote\"", ""])
    func keepsUTF8AsItIs(name: String) {
        let escaped = EscapedName(bytes: Array(name.utf8))
        #expect(escaped.text == name)
        #expect(!escaped.isEscaped)
        #expect(escaped.bytes == Array(name.utf8))
    }

    @Test(
        arguments: [
            ([0xFF], "%FF"), ([0x61, 0x25, 0xE9, 0x2E], "a%25%E9."), (Array("ü".utf8) + [0xC3], "ü%C3"),
            ([0xF0, 0x9F, 0x8F], "%F0%9F%8F"), ([0xED, 0xA0, 0x80], "%ED%A0%80"), ([0xC0, 0xAF], "%C0%AF"),
            ([0x25, 0x34, 0x31, 0x80], "%2541%80"),
        ] as [([UInt8], String)])
    func escapesWhatIsNoCharacter(bytes: [UInt8], text: String) {
        let name = EscapedName(bytes: bytes)
        #expect(name.text == text)
        #expect(name.isEscaped)
        #expect(name.bytes == bytes)
        #expect(EscapedName(text: text, isEscaped: true).bytes == bytes)
    }

    @Test func everyPairOfBytesComesBack() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let bytes = [0x78, first, second]
                if EscapedName(bytes: bytes).bytes != bytes { Issue.record("\(bytes)") }
            }
        }
    }

    @Test(arguments: [
        ("a b.jpg", "a b.jpg"), ("a\nb", "a%0Ab"), ("\u{1b}[31m", "%1B[31m"), ("é\u{202e}gpj", "é%E2%80%AEgpj"),
        ("50%", "50%"),
    ])
    func printsNothingThatMovesTheCursor(name: String, shown: String) {
        #expect(EscapedName.printable(FilePath(name)) == shown)
    }

    @Test func aPathKeepsItsBytes() {
        #expect(EscapedName(Samples.broken).path == Samples.broken)
    }
}
