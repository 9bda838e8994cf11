import SystemPackage
import SystemValues
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

    @Test(
        "inside means below or the same",
        arguments: [("/a/b", "/a", true), ("/ab", "/a", false), ("/a", "/a", true), ("/x", "/", true)])
    func inside(path: String, folder: String, expected: Bool) {
        #expect(RawPath.isInside(Array(path.utf8), Array(folder.utf8)) == expected)
    }
}
