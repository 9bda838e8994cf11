import Findings
import Testing

@Suite("What lies behind a cutout")
struct CutoutGroundTests {
    @Test(
        arguments: [
            ("transparent", .transparent), ("blur", .blur), ("grey", .grey),
            ("#ff8000", .colour(.init(red: 255, green: 128, blue: 0))),
            ("#00FF0a", .colour(.init(red: 0, green: 255, blue: 10))),
        ] as [(String, CutoutGround)])
    func wordsAndColoursAreReadAndWritten(word: String, ground: CutoutGround) {
        #expect(CutoutGround(word: word) == ground)
        #expect(ground.text == word.lowercased() && ground.picture == nil)
    }

    @Test(arguments: ["", "gray", "Blur", "#fff", "#ff80000", "#ff800g", "ff8000", "#+f8000", "a.jpg"])
    func otherTextsAreNone(word: String) {
        #expect(CutoutGround(word: word) == nil)
    }

    @Test func aPictureIsItsPath() {
        #expect(CutoutGround.picture("/a/b.jpg").text == "/a/b.jpg")
        #expect(CutoutGround.picture("/a/b.jpg").picture == "/a/b.jpg")
    }
}
