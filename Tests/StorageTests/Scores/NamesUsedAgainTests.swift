import Findings
import Scoring
import Storage
import Testing

/// Cameras and senders give one name to many photos; each content keeps its end.
@Suite struct NamesUsedAgainTests {
    private let photo = "card/IMG_1.jpg"
    private static let day: Int64 = 86_400_000
    private let first = [Readings.arrow(0.35), Readings.arrow(0.45)]
    private let second = [Readings.arrow(0.03)]

    @discardableResult
    private func store(
        _ book: Book, _ arrows: [DetectedArrow], _ content: String?, at time: Int64? = nil, name: String? = nil,
        keeping: Keeping = .result, copyOf: String? = nil
    ) throws -> StoreOutcome {
        var reading = Readings.photo(photo, arrows, at: time, content: content)
        (reading.name, reading.keeping, reading.copyOf) = (name, keeping, copyOf)
        return try book.transaction { try $0.store(reading) }
    }

    @Test(arguments: BookKind.allCases)
    func aCardThatIsFilledAgainTakesNoEarlierDayAway(_ kind: BookKind) throws {
        let book = try Book(kind)
        try store(book, first, "aa", at: 5)
        try book.correct(photo, 1, Correction.Value(score: 10))
        #expect(try store(book, second, "bb", at: 7 * Self.day) == StoreOutcome())
        #expect(try book.names() == ["card 1970-01-01", "card 1970-01-08"])
        #expect(try book.marks("card 1970-01-01") == ["1:10 2:6"])
        #expect(try book.marks("card 1970-01-08") == ["1:X"])
        #expect(try book.corrections().map(\.isParked) == [false])
        // The old photo comes back: nothing of the newer one goes.
        #expect(try store(book, first, "aa", at: 5) == StoreOutcome())
        #expect(try book.marks("card 1970-01-01") == ["1:10 2:6"])
        #expect(try book.marks("card 1970-01-08") == ["1:X"])
        #expect(try book.ends("card 1970-01-01")[0].photos.map(\.isFormer) == [false])
        #expect(try book.ends("card 1970-01-08")[0].photos.map(\.isFormer) == [true])
    }

    @Test(arguments: BookKind.allCases)
    func snapshotsAreAsManyEndsAsPhotos(_ kind: BookKind) throws {
        let book = try Book(kind)
        for (number, name) in ["IMG_1.jpg", "IMG_1-2.jpg", "IMG_1-3.jpg"].enumerated() {
            let arrows = [Readings.arrow(0.05 + Double(number) / 10)]
            try store(book, arrows, "a\(number)", name: "card/" + name, keeping: .file)
        }
        #expect(try book.marks("card") == ["1:X", "1:9", "1:8"])
        let photos = try book.ends("card").flatMap(\.photos)
        #expect(photos.map(\.path) == [photo, "card/IMG_1-2.jpg", "card/IMG_1-3.jpg"])
        #expect(photos.allSatisfy { $0.filePath == photo })
        #expect(photos.map(\.isFormer) == [true, true, false])
        // Each is corrected under its own name, and stays itself when it is worked again.
        try book.correct("card/IMG_1-2.jpg", 1, Correction.Value(score: 1))
        try store(book, [Readings.arrow(0.16)], "a1", name: "card/IMG_1-2.jpg", keeping: .file)
        #expect(try book.marks("card") == ["1:X", "1:1", "1:8"])
    }

    /// Two photos that were taken at one moment under one name are one shot: it would count twice.
    @Test(arguments: BookKind.allCases)
    func anEditedPhotoTakesThePlaceOfItsFormerSelf(_ kind: BookKind) throws {
        let book = try Book(kind)
        try store(book, first, "aa", at: 5)
        try store(book, second, "bb", at: 5)
        #expect(try book.marks("card") == ["1:X"])
        try store(book, first, "cc", at: 5, keeping: .file)
        try store(book, second, "dd", at: 5, keeping: .file)
        #expect(try book.marks("card") == ["1:7 2:6", "1:X"])
    }

    @Test(arguments: BookKind.allCases)
    func halfAPhotoMakesWayForTheWhole(_ kind: BookKind) throws {
        let book = try Book(kind)
        try store(book, [], "aa", keeping: .nothing)
        try store(book, second, "bb")
        #expect(try book.marks("card") == ["1:X"])
    }

    @Test(arguments: BookKind.allCases)
    func aNumberedNameThatARealPhotoHasIsGivenToNoOther(_ kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(Readings.photo("card/IMG_1-2.jpg", second, content: "ff"))
        try store(book, first, "aa")
        try store(book, second, "bb", name: "card/IMG_1-2.jpg")
        #expect(try book.ends("card").flatMap(\.photos).map(\.path) == [photo, "card/IMG_1-2.jpg", "card/IMG_1-3.jpg"])
        #expect(try book.marks("card") == ["1:7 2:6", "1:X", "1:X"])
    }

    /// Who puts a folder into a session means the photos that are there today.
    @Test(arguments: BookKind.allCases)
    func formerPhotosStayInTheirSessions(_ kind: BookKind) throws {
        let book = try Book(kind)
        try store(book, first, "aa", at: 5)
        try store(book, second, "bb", at: 7 * Self.day)
        #expect(try book.transaction { try $0.assign(photos: ["card"], to: "club") } == 1)
        #expect(try book.names() == ["card 1970-01-01", "club"])
        try store(book, second, "bb", at: 7 * Self.day)
        #expect(try book.marks("club") == ["1:X"])
    }

    /// A copy of a photo that has an end is none of its own; a copy of one that has none is.
    @Test(arguments: BookKind.allCases)
    func aCopyOfWhatTheBookDoesNotHaveIsAnEnd(_ kind: BookKind) throws {
        let book = try Book(kind)
        try store(book, first, "aa", copyOf: "card/IMG_9.jpg")
        #expect(try book.marks("card") == ["1:7 2:6"])
        try store(book, second, "bb")
        var copy = Readings.photo("card/IMG_2.jpg", first, content: "aa")
        copy.copyOf = photo
        try book.store(copy)
        #expect(try book.marks("card") == ["1:7 2:6", "1:X"])
    }
}
