import Findings
import Scoring
import Storage
import Testing

@Suite struct ScoreTableStoreTests {
    private let arrows = [Readings.arrow(0.03), Readings.arrow(0.15), Readings.arrow(-0.35, 0.1)]

    @Test(arguments: BookKind.allCases)
    func aPhotoIsAnEnd(_ kind: BookKind) throws {
        let book = try Book(kind)
        let reading = Readings.photo("day/1.jpg", arrows, at: 5)
        try book.store(reading)
        let session = try #require(try book.session())
        #expect(session.rounds.map(\.number) == [1])
        let end = try #require(session.rounds[0].ends.first)
        #expect(end.number == 1)
        #expect(end.photos == [reading.photo])
        #expect(end.arrows.map(\.number) == [1, 2, 3])
        #expect(end.arrows.map(\.value) == arrows)
        #expect(end.arrows.map(\.photo) == [0, 0, 0])
        #expect(session.rounds[0].arrowsPerEnd == 0)
        #expect(
            try book.transaction { try $0.sessions() } == [
                SessionSummary(name: "day 1970-01-01", ends: 1, photos: 1, date: "1970-01-01")
            ])
    }

    @Test(arguments: BookKind.allCases)
    func aSecondRunChangesNothing(_ kind: BookKind) throws {
        let book = try Book(kind)
        let readings = (1...3).map { Readings.photo("day/\($0).jpg", arrows, at: Int64($0)) }
        for reading in readings { try book.store(reading) }
        let first = try book.session()
        for reading in readings.reversed() { try book.store(reading) }
        #expect(try book.session() == first)
    }

    @Test(arguments: BookKind.allCases)
    func numbersAreThoseOfTheNewPictureAndWordsGoWithTheirArrows(_ kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(Readings.photo("day/1.jpg", arrows))
        try book.correct("day/1.jpg", 2, Correction.Value(score: 3))
        let moved = [Readings.arrow(-0.34, 0.11), Readings.arrow(0.5), Readings.arrow(0.16), Readings.arrow(0.04)]
        try book.store(Readings.photo("day/1.jpg", moved))
        #expect(try book.marks() == ["1:7 2:6 3:3 4:X"])
    }

    @Test(arguments: BookKind.allCases)
    func whatIsNoLongerSeenGoes(_ kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(Readings.photo("day/1.jpg", arrows))
        try book.store(Readings.photo("day/1.jpg", [arrows[0], arrows[2]]))
        #expect(try book.marks() == ["1:X 2:7"])
        try book.store(Readings.photo("day/1.jpg", [arrows[0], arrows[2], Readings.arrow(0, -0.65)]))
        #expect(try book.marks() == ["1:X 2:7 3:4"])
    }

    /// Two shafts side by side: each new arrow takes the nearer old one, whatever the order.
    @Test(arguments: BookKind.allCases)
    func neighboursAreNotMixedUp(_ kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(Readings.photo("day/1.jpg", [Readings.arrow(0.30), Readings.arrow(0.33)]))
        try book.correct("day/1.jpg", 2, Correction.Value(score: 2))
        try book.store(Readings.photo("day/1.jpg", [Readings.arrow(0.335), Readings.arrow(0.305)]))
        #expect(try book.marks() == ["1:2 2:7"])
    }

    @Test(arguments: BookKind.allCases)
    func aPhotoThatCouldNotBeReadIsAnEndWithItsReason(_ kind: BookKind) throws {
        let book = try Book(kind)
        let reason = "No target face was found in this photo."
        try book.store(Readings.photo("day/1.jpg", [], trouble: reason, arrowsPerEnd: 6))
        #expect(try book.ends().map(\.trouble) == [reason])
        #expect(try book.ends().map(\.review) == [[]])
        try book.store(Readings.photo("day/1.jpg", arrows))
        #expect(try book.ends().map(\.trouble) == [nil])
        #expect(try book.marks() == ["1:X 2:9 3:7"])
    }

    @Test(arguments: BookKind.allCases)
    func theEndsNumberIsChecked(_ kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(Readings.photo("day/1.jpg", arrows, at: 1, arrowsPerEnd: 4))
        try book.store(Readings.photo("day/2.jpg", arrows, at: 2, arrowsPerEnd: 3))
        #expect(try book.ends().map(\.review) == [[], []])
        try book.store(Readings.photo("day/3.jpg", [], at: 3, arrowsPerEnd: 2))
        #expect(try book.ends().map(\.review) == [[.tooManyArrows], [.tooManyArrows], [.tooFewArrows]])
        #expect(try book.session()?.rounds.map(\.arrowsPerEnd) == [2])
    }

    @Test(arguments: BookKind.allCases)
    func aFailedTransactionLeavesNoTrace(_ kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(Readings.photo("day/1.jpg", arrows))
        let before = try book.session()
        #expect(throws: ScoreBookError.self) {
            try book.transaction { verbs in
                try verbs.store(Readings.photo("day/2.jpg", arrows))
                try verbs.forget(photo: "day/9.jpg")
            }
        }
        #expect(try book.session() == before)
    }

    @Test(arguments: BookKind.allCases)
    func aFaceOnWhichNothingIsFoundIsMarked(_ kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(Readings.photo("day/1.jpg", []))
        #expect(try book.ends().map(\.review) == [[.noArrows]])
        #expect(try book.ends().map(\.needsReview) == [true])
        try book.correct("day/1.jpg", nil, Correction.Value(score: 0), adds: true)
        #expect(try book.ends().map(\.review) == [[]])
    }

    @Test(arguments: BookKind.allCases)
    func anEndWithAnUnusualNumberIsMarked(_ kind: BookKind) throws {
        let book = try Book(kind)
        for number in 1...3 { try book.store(Readings.photo("day/\(number).jpg", arrows, at: Int64(number))) }
        try book.store(Readings.photo("day/4.jpg", [arrows[0]], at: 4))
        #expect(try book.ends().map(\.review) == [[], [], [], [.unusualCount]])
        for number in 2...3 { try book.correct("day/4.jpg", number, Correction.Value(score: 5), adds: true) }
        #expect(try book.ends().map(\.review) == [[], [], [], []])
    }

    @Test(arguments: BookKind.allCases)
    func aSessionThatIsNotThereIsNil(_ kind: BookKind) throws {
        let book = try Book(kind)
        #expect(try book.session("other") == nil)
        #expect(try book.transaction { try $0.sessions() }.isEmpty)
    }
}
