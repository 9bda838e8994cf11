import Testing

@testable import Intake

@Suite("IgnoreList")
struct IgnoreListTests {
    private func ignores(_ path: String, adding patterns: [String] = []) -> Bool {
        let bytes = Array(path.utf8)
        return IgnoreList(adding: patterns).pattern(leavingOut: RawPath.lastComponent(bytes), relative: bytes) != nil
    }

    @Test(
        "temporary names and leavings are ignored",
        arguments: [
            ".syncthing.a.jpg.tmp", "~syncthing~a.jpg.tmp", "a.jpg.part", "a.crdownload", "a.filepart", "a.tmp",
            ".~lock.a.jpg#", ".goutputstream-X", ".a.jpg.Xy12Zz", "a.swp", "._a.jpg", ".DS_Store", "Thumbs.db",
            "desktop.ini",
            "@eaDir", ".stfolder", ".stversions", "__MACOSX", ".Trashes", ".hidden.jpg", "a.jpg~",
            "a.jpg.annotated.jpg",
        ])
    func ignored(name: String) { #expect(ignores(name)) }

    @Test(
        "ordinary names are not",
        arguments: ["a.jpg", "part.jpg", "tmp", "IMG 0001.JPG", "x~y.png", "~a.jpg", "eaDir", "a.annotated.png"])
    func kept(name: String) { #expect(!ignores(name)) }

    @Test("a user's globs are added")
    func own() {
        #expect(ignores("raw/b.jpg", adding: ["raw/*.jpg"]))
        #expect(!ignores("fine/b.jpg", adding: ["raw/*.jpg"]))
        #expect(ignores("x/IMG_12.jpg", adding: ["IMG_*.jpg"]))
        #expect(ignores("x/proofs", adding: ["proofs"]))
        #expect(ignores("a.part", adding: ["proofs"]))
    }
}
