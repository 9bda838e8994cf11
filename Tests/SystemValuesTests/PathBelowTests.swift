import SystemPackage
import Testing

@testable import SystemValues

@Suite("Paths below a folder")
struct PathBelowTests {
    @Test(arguments: ["a.json", "day 1/a.json", "..a/b..", "...", "a/\u{1b}[31m"])
    func names(path: String) {
        #expect(PathBelow(path.utf8)?.path == FilePath(path))
    }

    @Test(arguments: ["", "/", "/etc/passwd", "..", "../a", "a/../b", "a/..", ".", "./a", "a//b", "a/", "a\u{0}b"])
    func nothing(path: String) {
        #expect(PathBelow(path.utf8) == nil)
    }

    @Test func bytesThatAreNoTextStay() {
        #expect(PathBelow([0x61, 0xFF, 0x2F, 0x62])?.bytes == [0x61, 0xFF, 0x2F, 0x62])
    }
}
