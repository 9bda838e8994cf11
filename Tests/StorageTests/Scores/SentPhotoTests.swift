import Findings
import Scoring
import Storage
import Testing

/// Photos that were sent with an archer's name, or for a session that a user named.
@Suite struct SentPhotoTests {
    /// The photo as the book has it before it is read.
    private func sent(_ number: Int, by archer: String? = nil, into session: String? = nil) -> PhotoReading {
        var reading = Readings.photo(
            "day/\(number).jpg", [], at: Int64(number), content: "c\(number)", trouble: Session.End.beingRead)
        reading.keeping = .nothing
        reading.archer = archer
        reading.into = session
        return reading
    }

    private func read(_ number: Int, _ arrows: [Double] = [0.15, 0.25]) -> PhotoReading {
        Readings.photo("day/\(number).jpg", arrows.map { Readings.arrow($0) }, at: Int64(number), content: "c\(number)")
    }

    @Test(arguments: BookKind.allCases)
    func anEndIsThereBeforeItIsReadAndItsArrowsAreTheArchers(_ kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(sent(1, by: "Ana"))
        #expect(try book.ends().map(\.trouble) == [Session.End.beingRead])
        #expect(try book.session()?.archers.names == ["Ana"])
        try book.store(read(1), read(2))
        let ends = try book.ends()
        #expect(ends.map(\.trouble) == [nil, nil] && ends.map(\.arrows.count) == [2, 2])
        // A photo beside it that came with nobody's name is nobody's.
        #expect(ends[0].arrows.map(\.archer) == ["Ana", "Ana"] && ends[1].arrows.map(\.archer) == [nil, nil])
        #expect(try book.session()?.archers.names == ["Ana"])
        let session = try #require(try book.session())
        #expect(ScoreSheet(session.only(by: "Ana")).total.arrows == 2)
    }

    @Test(arguments: BookKind.allCases)
    func theNameStaysWithWhatIsReadAgainReviewedAndAdded(_ kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(sent(1, by: "Ana"), read(1))
        _ = try book.transaction {
            try $0.review(
                photo: "day/1.jpg",
                as: PhotoReview(
                    arrows: [.init(number: 3, value: Correction.Value(score: 7))],
                    archers: [.init(number: 1, archer: "Ben")], isConfirmed: true), expecting: nil)
        }
        // What is said of an arrow goes before the photo's name.
        #expect(try book.ends()[0].arrows.map(\.archer) == ["Ben", "Ana", "Ana"])
        try book.store(read(1, [0.15, 0.25, 0.45]))
        #expect(try book.ends()[0].arrows.map(\.archer).dropFirst().allSatisfy { $0 == "Ana" })
    }

    @Test(arguments: BookKind.allCases)
    func whatWasConfirmedBeforeAnythingWasReadTakesNoArrowAway(_ kind: BookKind) throws {
        let book = try Book(kind)
        func confirm(_ number: Int, _ arrows: [PhotoReview.Arrow]) throws {
            _ = try book.transaction {
                try $0.review(
                    photo: "day/\(number).jpg", as: PhotoReview(arrows: arrows, isConfirmed: true), expecting: nil)
            }
        }
        try book.store(sent(1), sent(2), read(3))
        try confirm(1, [])
        try confirm(2, [.init(number: 1, value: Correction.Value(score: 7))])
        try confirm(3, [])
        try book.store(read(1), read(2), read(3, [0.15, 0.25, 0.45]))
        let ends = try book.ends()
        #expect(ends.map(\.arrows.count) == [2, 1, 2])
        // Arrows that were entered are what the end has; what was confirmed as it was read stays so.
        #expect(ends.map(\.isConfirmed) == [false, true, true])
    }

    /// A coach who confirms an end whose photo could not be read has looked at it: what is read later takes nothing back.
    @Test(arguments: BookKind.allCases)
    func whatWasConfirmedOfAPhotoThatCouldNotBeReadStays(_ kind: BookKind) throws {
        let book = try Book(kind)
        func failed(_ number: Int) -> PhotoReading {
            var reading = sent(number)
            reading.trouble = "The photo ends in the middle."
            return reading
        }
        func confirm(_ number: Int) throws {
            _ = try book.transaction {
                try $0.review(photo: "day/\(number).jpg", as: PhotoReview(isConfirmed: true), expecting: nil)
            }
        }
        try book.store(sent(1), failed(1), failed(2), sent(3))
        try confirm(1)
        try confirm(3)
        // Not this one: it was confirmed while it was being read, and then could not be.
        try book.store(failed(3))
        try book.store(read(1), read(2), read(3))
        let ends = try book.ends()
        #expect(ends.map(\.isConfirmed) == [true, false, false] && ends.map(\.trouble) == [nil, nil, nil])
        #expect(ends.map(\.arrows.count) == [0, 2, 2])
        // What the model saw is still there, for the one who opens the end again.
        _ = try book.transaction { try $0.review(photo: "day/1.jpg", as: PhotoReview(), expecting: nil) }
        #expect(try book.ends()[0].arrows.count == 2)
    }

    @Test(arguments: BookKind.allCases)
    func aPhotoIsOfTheSessionThatItWasSentFor(_ kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(read(1), read(2))
        let other = try book.transaction { try $0.change(session: "day", .split(photos: ["day/2.jpg"], name: "Final")) }
        try book.store(sent(3, into: other), read(3))
        #expect(try book.ends("Final").flatMap(\.photos).map(\.path) == ["day/2.jpg", "day/3.jpg"])
        // One that is not there any more costs the photo nothing: it is of its folder's.
        try book.store(sent(4, into: "Nowhere"), read(4))
        #expect(try book.ends("day").flatMap(\.photos).map(\.path) == ["day/1.jpg", "day/4.jpg"])
    }

    @Test(arguments: BookKind.allCases)
    func aCopyOfAPhotoThatIsThereIsNoEndOfItsOwn(_ kind: BookKind) throws {
        let book = try Book(kind)
        var (before, copy) = (sent(2), read(2))
        before.content = "c1"
        try book.store(read(1), before)
        #expect(try book.ends().count == 2)
        (copy.copyOf, copy.content) = ("day/1.jpg", "c1")
        try book.store(copy)
        #expect(try book.ends().flatMap(\.photos).map(\.path) == ["day/1.jpg"])
    }
}
