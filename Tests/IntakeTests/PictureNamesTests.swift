import Testing

@testable import Intake

@Suite("PictureNames")
struct PictureNamesTests {
    @Test(
        "endings that claim a picture",
        arguments: ["a.jpg", "A.JPG", "b.c.Jpeg", "x.psd", "é.webp", "a b.HEIC", "x.spider"])
    func pictures(name: String) { #expect(PictureNames.claimsPicture(Array(name.utf8))) }

    @Test(
        "endings that do not",
        arguments: ["a.jpg.json", "notes.txt", ".jpg", "jpg", "a.", "", "a.jpg ", "a.mov", "a.xmp"])
    func others(name: String) { #expect(!PictureNames.claimsPicture(Array(name.utf8))) }

    @Test("bytes that are not UTF-8 do no harm")
    func raw() {
        #expect(PictureNames.claimsPicture([0xFF, 0xFE] + Array(".jpg".utf8)))
        #expect(!PictureNames.claimsPicture(Array("a.jp".utf8) + [0xFF]))
    }
}
