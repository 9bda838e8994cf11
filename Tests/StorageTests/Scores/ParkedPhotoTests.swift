import Findings
import Scoring
import Storage
import Testing

/// A correction belongs to the photo that it was made on, whatever becomes of its file: here the photo is edited, so that
/// its former self has no end any more.
@Suite struct ParkedPhotoTests {
    private let photo = "card/IMG_1.jpg"
    private let old = [Readings.arrow(0.35), Readings.arrow(0.45)]
    private let new = [Readings.arrow(0.03), Readings.arrow(0.15), Readings.arrow(0.25)]

    @discardableResult
    private func store(
        _ book: Book, _ arrows: [DetectedArrow], _ content: String?, path: String? = nil, copyOf: String? = nil
    ) throws -> StoreOutcome {
        var reading = Readings.photo(path ?? photo, arrows, at: 5, content: content)
        reading.copyOf = copyOf
        return try book.transaction { try $0.store(reading) }
    }

    /// A former photo of two arrows with a correction and an added arrow, then another one under its name.
    private func replaced(_ kind: BookKind) throws -> Book {
        let book = try Book(kind)
        try store(book, old, "aa")
        try book.correct(photo, 1, Correction.Value(score: 10, isX: true))
        try book.correct(photo, nil, Correction.Value(score: 10), adds: true)
        #expect(try store(book, new, "bb") == StoreOutcome(parked: 2))
        return book
    }

    @Test(arguments: BookKind.allCases)
    func anotherPhotoOfTheNameHasItsOwnScore(_ kind: BookKind) throws {
        let book = try replaced(kind)
        #expect(try book.marks("card") == ["1:X 2:9 3:8"])
        #expect(try book.ends("card")[0].arrows.allSatisfy { $0.value.source == .model })
        #expect(try store(book, new, "bb") == StoreOutcome())
        #expect(try book.session("card")?.parked.map(\.arrow) == [1, 3])
        #expect(try book.corrections().map(\.said) == ["X", "10"])
        #expect(try book.corrections().allSatisfy(\.isParked))
    }

    @Test(arguments: BookKind.allCases)
    func whatIsParkedCanBeTakenBack(_ kind: BookKind) throws {
        let book = try replaced(kind)
        let result = try book.withdraw(photo, 3)
        #expect(result.isParked && result.before == "10" && result.sums == nil)
        #expect(try book.corrections().map(\.arrow) == [1])
        try book.withdraw(photo, 1)
        #expect(try book.corrections().isEmpty)
        #expect(try book.marks("card") == ["1:X 2:9 3:8"])
        // Nothing is left to come back.
        #expect(try store(book, old, "aa") == StoreOutcome())
        #expect(try book.marks("card") == ["1:7 2:6"])
    }

    @Test(arguments: BookKind.allCases, [String?.none, "copies/a.jpg"])
    func aPhotoThatComesBackHasItsCorrections(_ kind: BookKind, path: String?) throws {
        let book = try replaced(kind)
        try book.correct(photo, 2, Correction.Value(score: 1))
        #expect(try store(book, old, "aa", path: path) == StoreOutcome(parked: path == nil ? 1 : 0, restored: 2))
        #expect(try book.marks(path == nil ? "card" : "copies") == ["1:X 2:6 3:10"])
    }

    /// A file that could not be read is no other photo.
    @Test(arguments: BookKind.allCases)
    func anUnreadableMomentTakesNothingAway(_ kind: BookKind) throws {
        let book = try Book(kind)
        try store(book, old, "aa")
        try book.correct(photo, 1, Correction.Value(score: 2))
        #expect(try store(book, [], nil) == StoreOutcome())
        #expect(try store(book, old, "aa") == StoreOutcome())
        #expect(try book.marks("card") == ["1:2 2:6"])
    }

    /// Of two files with one content the other one may be worked first in the next run.
    @Test(arguments: BookKind.allCases)
    func aPhotoThatBecomesACopyHandsItsCorrectionsOver(_ kind: BookKind) throws {
        let book = try Book(kind)
        try store(book, old, "aa")
        try book.correct(photo, 1, Correction.Value(score: 2))
        try store(book, old, "aa", path: "card/IMG_2.jpg")
        #expect(try store(book, old, "aa", copyOf: "card/IMG_2.jpg") == StoreOutcome())
        #expect(try book.ends("card").map(\.photos.first?.path) == ["card/IMG_2.jpg"])
        #expect(try book.marks("card") == ["1:2 2:6"])
        #expect(try book.corrections().map(\.isParked) == [false])
    }
}
