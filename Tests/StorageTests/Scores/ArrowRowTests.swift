import Findings
import Scoring
import Storage
import Testing

/// Where an arrow is in the photo that was read on a card that curls: its place is not where the face's map has its pixel.
@Suite struct ArrowRowTests {
    private static let photo = "day/1.jpg"

    /// An arrow that the map has 0.05 farther out than the rings beside it say.
    private static func bent(_ place: Double) -> DetectedArrow {
        var arrow = Readings.arrow(place)
        arrow.pixelX += 25
        // As a hole of its own size has it.
        arrow.distanceToLine += 1
        return arrow
    }

    private func book(_ kind: BookKind, isConfirmed: Bool) throws -> Book {
        let book = try Book(kind)
        try book.store(Readings.photo(Self.photo, [Self.bent(0.25)]))
        if isConfirmed { try say(PhotoReview(isConfirmed: true), book) }
        return book
    }

    @discardableResult
    private func say(_ review: PhotoReview, _ book: Book) throws -> ReviewedPhoto {
        try book.transaction { try $0.review(photo: Self.photo, as: review, expecting: nil) }
    }

    private func arrow(_ book: Book) throws -> Session.Arrow { try #require(try book.ends().first?.arrows.first) }

    @Test(arguments: BookKind.allCases)
    func aConfirmedArrowStaysAtItsPixel(_ kind: BookKind) throws {
        let book = try book(kind, isConfirmed: true)
        let arrow = try arrow(book)
        let read = Self.bent(0.25)
        #expect(arrow.value.source == .person && !arrow.wasAdjusted && arrow.corrected == read)
        #expect(arrow.value.pixelX == read.pixelX && arrow.value.pixelY == read.pixelY)
        #expect(arrow.value.normalizedX == read.normalizedX && arrow.value.distanceToLine == read.distanceToLine)
    }

    /// The page sends the place with another score, with as many decimals as it was told.
    @Test(arguments: BookKind.allCases, [0, 0.000_004])
    func anotherScoreLeavesTheArrowAtItsPixel(_ kind: BookKind, _ rounding: Double) throws {
        let book = try book(kind, isConfirmed: true)
        let value = Correction.Value(score: 3, position: Point(x: 0.25 + rounding, y: 0), face: 0)
        try say(PhotoReview(arrows: [.init(number: 1, value: value)], isConfirmed: true), book)
        let arrow = try arrow(book)
        #expect(arrow.value.score == 3 && arrow.value.pixelX == 750 && arrow.value.normalizedX == 0.25)
    }

    @Test(arguments: BookKind.allCases)
    func aPlaceOfTheUserIsOneOfTheMap(_ kind: BookKind) throws {
        let book = try book(kind, isConfirmed: false)
        let value = Correction.Value(score: 7, position: Point(x: 0.32, y: 0), face: 0)
        try say(PhotoReview(arrows: [.init(number: 1, value: value)]), book)
        let arrow = try arrow(book)
        #expect(abs(arrow.value.pixelX - 760) < 1e-9 && arrow.value.normalizedX == 0.32 && arrow.wasAdjusted)
    }

    @Test("what was confirmed lies as far beside the map after another reading", arguments: BookKind.allCases)
    func readAgain(kind: BookKind) throws {
        let book = try book(kind, isConfirmed: true)
        try book.store(Readings.photo(Self.photo, [Self.bent(0.27)]))
        let arrow = try arrow(book)
        #expect(abs(arrow.value.pixelX - 750) < 1e-9 && arrow.value.normalizedX == 0.25)
    }
}
