import Testing

@testable import Storage

@Suite struct PhotoReadingTests {
    @Test(arguments: [
        ("day/a.jpg", "day/"), ("a.jpg", ""), ("/a.jpg", "/"), ("day/\u{301}a.jpg", "day/"),
        ("day/\u{301}one/a.jpg", "day/\u{301}one/"),
    ])
    func theFolderEndsAtTheLastSlashWhateverTheNameBeginsWith(path: String, folder: String) {
        #expect(Array(PhotoReading.folder(ofPhoto: path).unicodeScalars) == Array(folder.unicodeScalars))
    }

    @Test func aPhotoIsNamedByItsFolderWhateverItsNameBeginsWith() {
        #expect(PhotoReading.isNamed("day/\u{301}a.jpg", by: ["day"]))
        #expect(!PhotoReading.isNamed("days/\u{301}a.jpg", by: ["day"]))
    }
}
