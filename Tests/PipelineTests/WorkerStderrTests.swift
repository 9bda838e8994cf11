import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

@Suite struct WorkerStderrTests {
    @Test func linesComeWhole() {
        var talk = WorkerStderr()
        #expect(talk.feed("one\ntw".utf8) == ["one"])
        #expect(talk.feed("o\nthree".utf8) == ["two"])
        #expect(talk.end() == ["three"])
    }

    @Test func aLongLineIsCut() {
        var talk = WorkerStderr()
        let lines = talk.feed(String(repeating: "x", count: 1_000_000).utf8) + talk.feed("\nnext\n".utf8)
        #expect(lines.map(\.count) == [1002, 4])
    }

    @Test func endlessTalkIsCounted() {
        var talk = WorkerStderr()
        #expect(talk.feed(String(repeating: "x\n", count: 5000).utf8).count == 100)
        #expect(talk.end() == ["(4900 more lines)"])
    }

    @Test(arguments: ["\u{1B}[31mred", "a\rb", "\u{202E}gpj.exe", "\u{7}"])
    func nothingCommandsATerminal(_ line: String) {
        var talk = WorkerStderr()
        let shown = talk.feed((line + "\n").utf8).joined()
        #expect(shown.contains("\u{FFFD}"))
        #expect(!shown.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    }
}
