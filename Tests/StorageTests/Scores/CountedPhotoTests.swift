import Findings
import Scoring
import Storage
import Testing

/// Photos as they count, in every store: for results that show corrections of arrows.
@Suite struct CountedPhotoTests {
    private let arrows = [Readings.arrow(0.01), Readings.arrow(0.195, reasons: [.nearLine]), Readings.arrow(0.52)]

    private func book(_ kind: BookKind) throws -> Book {
        let book = try Book(kind)
        try book.store(
            Readings.photo("day/1.jpg", arrows, at: 1, content: "a"),
            Readings.photo("day/2.jpg", arrows, at: 2, content: "b"))
        return book
    }

    private func counted(_ book: Book) throws -> [CountedPhoto] { try book.transaction { try $0.countedPhotos() } }

    @Test(arguments: BookKind.allCases)
    func aPhotoThatNoUserSpokeOfIsNotAmongThem(_ kind: BookKind) throws {
        let book = try book(kind)
        #expect(try counted(book) == [])
        #expect(try book.transaction { try $0.countedPhoto(ofFile: "day/1.jpg", content: "a") } == nil)
        #expect(try book.transaction { try $0.changesOfPhotoReviews() } == 0)
    }

    @Test(arguments: BookKind.allCases)
    func arrowsAreAsTheyCount(_ kind: BookKind) throws {
        let book = try book(kind)
        try book.correct("day/1.jpg", 1, .removed)
        try book.correct("day/1.jpg", 2, Correction.Value(score: 5, position: Point(x: 0.55, y: 0), face: 0))
        let placed = Correction.Value(score: 8, position: Point(x: 0, y: 0.25), face: 0)
        #expect(try book.correct("day/1.jpg", nil, placed, adds: true) == 4)
        // Without a place it is in the book alone.
        #expect(try book.correct("day/1.jpg", nil, Correction.Value(score: 7), adds: true) == 5)
        let photo = try #require(try counted(book).first)
        #expect(try counted(book).count == 1)
        #expect(photo.file == "day/1.jpg" && photo.content == "a" && !photo.isConfirmed)
        #expect(photo.target.arrows.map(\.id) == [2, 3, 4])
        #expect(photo.target.arrows.map(\.score) == [5, arrows[2].score, 8])
        #expect(photo.target.arrows.map(\.source) == [.person, .model, .person])
        #expect(photo.target.arrows.map { $0.pixelX.rounded() } == [875, 860, 600])
        #expect(photo.target.arrows[2].pixelY.rounded() == 725 && photo.target.arrows[2].boundingBox.area == 0)
        #expect(photo.target.targetDetection == TargetDetection(faces: [Readings.face()]))
        let found = { (file: String, content: String) in
            try book.transaction { try $0.countedPhoto(ofFile: file, content: content) }
        }
        #expect(try found("day/1.jpg", "a") == photo)
        #expect(try found("day/1.jpg", "b") == nil && found("day/2.jpg", "b") == nil)
        let kept = CountedPhotos([photo])
        #expect(kept.photo(ofFile: "day/1.jpg", content: "a") == photo)
        #expect(kept.photo(ofFile: "day/2.jpg", content: "a") == nil)
    }

    @Test(arguments: BookKind.allCases)
    func aConfirmedPhotoAndAMovedFaceAreSpokenOf(_ kind: BookKind) throws {
        let book = try book(kind)
        let face = Readings.face(at: Point(x: 650, y: 600))
        let review = PhotoReview(
            faces: [.init(index: 0, type: face.type, homography: face.homography)], isConfirmed: true)
        _ = try book.transaction { try $0.review(photo: "day/2.jpg", as: review, expecting: nil) }
        let photo = try #require(try counted(book).first)
        #expect(photo.file == "day/2.jpg" && photo.isConfirmed)
        let center = try #require(photo.target.targetDetection.faces.first).center
        #expect(photo.target.targetDetection.faces.count == 1 && center.distance(to: Point(x: 650, y: 600)) < 1e-6)
        #expect(photo.target.arrows.count == 3)
        // The same pixels of the photo, on a face that lies elsewhere.
        #expect(zip(photo.target.arrows, arrows).allSatisfy { abs($0.pixelX - $1.pixelX) < 1e-6 })
    }

    @Test(arguments: BookKind.allCases)
    func everyChangeIsCounted(_ kind: BookKind) throws {
        let book = try book(kind)
        func changes() throws -> Int { try book.transaction { try $0.changesOfPhotoReviews() } }
        try book.correct("day/1.jpg", 1, .removed)
        let first = try changes()
        #expect(first > 0)
        try book.correct("day/1.jpg", 1, .removed)
        #expect(try changes() == first, "the same correction twice is one")
        try book.withdraw("day/1.jpg", 1)
        #expect(try changes() == 0, "nothing is said any more")
        #expect(try counted(book) == [])
        _ = try book.transaction {
            try $0.review(photo: "day/2.jpg", as: PhotoReview(isConfirmed: true), expecting: nil)
        }
        let second = try changes()
        #expect(second != 0 && second != first)
        try book.store(Readings.photo("day/3.jpg", arrows, at: 3, content: "c"))
        #expect(try changes() == second, "a photo that is only read leaves the number")
    }
}
