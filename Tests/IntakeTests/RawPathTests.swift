import SystemPackage
import Testing

@testable import Intake

@Suite("RawPath")
struct RawPathTests {
    @Test(
        "every byte survives",
        arguments: [Array("a b".utf8), [0xFF, 0xFE], Array("new\nline".utf8), Array("🏹.jpg".utf8)])
    func roundTrip(name: [UInt8]) {
        #expect(FilePath(rawBytes: name).rawBytes == name)
    }

    @Test("what cannot be shown is escaped")
    func printable() {
        #expect(RawPath.printable([0x61, 0xFF]) == "a\\xFF")
        #expect(RawPath.printable(Array("a\nb".utf8)) == "a\\x0Ab")
        #expect(RawPath.printable(Array("Zoë 🏹".utf8)) == "Zoë 🏹")
        #expect(RawPath.printable(Array("a\u{9B}31m".utf8)) == "a\\xC2\\x9B31m")
        #expect(RawPath.printable(Array("a\u{202E}gpj".utf8)) == "a\\xE2\\x80\\xAEgpj")
    }

    @Test(
        "inside means below or the same",
        arguments: [("/a/b", "/a", true), ("/ab", "/a", false), ("/a", "/a", true), ("/x", "/", true)])
    func inside(path: String, folder: String, expected: Bool) {
        #expect(RawPath.isInside(Array(path.utf8), Array(folder.utf8)) == expected)
    }
}
