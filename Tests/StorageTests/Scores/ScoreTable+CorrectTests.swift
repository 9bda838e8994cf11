import Findings
import Scoring
import Storage
import Testing

@Suite struct ScoreTableCorrectTests {
    private let arrows = [Readings.arrow(0.03), Readings.arrow(0.15), Readings.arrow(-0.35, 0.1)]
    private let photo = "day/1.jpg"

    private func book(_ kind: BookKind, arrowsPerEnd: Int? = nil) throws -> Book {
        let book = try Book(kind)
        try book.store(Readings.photo(photo, arrows, arrowsPerEnd: arrowsPerEnd))
        return book
    }

    @Test(arguments: BookKind.allCases)
    func aPersonsWordIsStoredAsGiven(_ kind: BookKind) throws {
        let book = try book(kind)
        // It lies in the X ring, and the person said 10: that is a 10.
        #expect(try book.correct(photo, 1, Correction.Value(score: 10)) == 1)
        try book.correct(photo, 2, Correction.Value(score: 10, isX: true))
        try book.correct(photo, 3, Correction.Value(score: 0))
        #expect(try book.marks() == ["1:10 2:X 3:M"])
        let end = try book.ends()[0]
        #expect(end.arrows.map(\.value.source) == [.person, .person, .person])
        #expect(end.arrows.map(\.corrected) == arrows)
        #expect(end.arrows.map(\.value.normalizedX) == arrows.map(\.normalizedX))
    }

    @Test(arguments: BookKind.allCases)
    func itSurvivesAnotherRun(_ kind: BookKind) throws {
        let book = try book(kind)
        try book.correct(photo, 3, Correction.Value(score: 6))
        let again = [Readings.arrow(-0.36, 0.09), Readings.arrow(0.5), Readings.arrow(0.02), Readings.arrow(0.16)]
        try book.store(Readings.photo(photo, again))
        #expect(try book.marks() == ["1:6 2:6 3:X 4:9"])
        #expect(try book.ends()[0].arrows.map(\.corrected?.score) == [7, nil, nil, nil])
    }

    @Test(arguments: BookKind.allCases)
    func itSurvivesAnArrowThatIsNoLongerSeen(_ kind: BookKind) throws {
        let book = try book(kind)
        try book.correct(photo, 2, Correction.Value(score: 8))
        try book.store(Readings.photo(photo, []))
        #expect(try book.marks() == ["2:8"])
        try book.store(Readings.photo(photo, [], trouble: "The photo ends in the middle."))
        #expect(try book.marks() == ["2:8"])
        try book.store(Readings.photo(photo, arrows))
        #expect(try book.marks() == ["1:X 2:8 3:7"])
    }

    @Test(arguments: BookKind.allCases)
    func sayingItTwiceIsSayingItOnce(_ kind: BookKind) throws {
        let book = try book(kind)
        for _ in 1...2 { #expect(try book.correct(photo, 4, Correction.Value(score: 5), adds: true) == 4) }
        for score in [7, 9] { try book.correct(photo, 1, Correction.Value(score: score)) }
        #expect(try book.marks() == ["1:9 2:9 3:7 4:5"])
    }

    @Test(arguments: BookKind.allCases)
    func aPersonAddsAnArrow(_ kind: BookKind) throws {
        let book = try book(kind)
        #expect(try book.correct(photo, nil, Correction.Value(score: 4), adds: true) == 4)
        try book.store(Readings.photo(photo, arrows))
        let added = try #require(try book.ends()[0].arrows.last)
        #expect(added.value.mark == "4")
        #expect(!added.isPlaced)
        #expect(added.photo == 0)
        #expect(added.corrected == nil)
        try book.correct(photo, 4, .removed)
        #expect(try book.marks() == ["1:X 2:9 3:7"])
    }

    @Test(arguments: BookKind.allCases)
    func anAddedArrowThatTheModelThenSeesIsOne(_ kind: BookKind) throws {
        let book = try book(kind)
        try book.correct(photo, nil, Correction.Value(score: 4, position: Point(x: 0, y: 0.65)), adds: true)
        let added = try #require(try book.ends()[0].arrows.last)
        #expect(added.isPlaced)
        #expect(added.photo == 0)
        #expect(added.value.face == 0)
        #expect(added.value.pixelX == 600 && added.value.pixelY == 925)
        #expect(added.value.clockPositionDeg == 90)
        #expect(abs(added.value.distanceMm - 396.5) < 1e-9)
        try book.store(Readings.photo(photo, arrows + [Readings.arrow(0.01, 0.66)]))
        #expect(try book.marks() == ["1:X 2:9 3:7 4:4"])
    }

    @Test(arguments: BookKind.allCases)
    func aRemovedArrowStaysRemoved(_ kind: BookKind) throws {
        let book = try book(kind)
        try book.correct(photo, 2, .removed)
        #expect(try book.marks() == ["1:X 3:7"])
        try book.store(Readings.photo(photo, arrows))
        #expect(try book.marks() == ["1:X 3:7"])
        // Not seen for once, and then again: still removed.
        try book.store(Readings.photo(photo, [arrows[0], arrows[2], Readings.arrow(0.7)]))
        #expect(try book.marks() == ["1:X 2:7 3:4"])
        try book.store(Readings.photo(photo, arrows + [Readings.arrow(0.7)]))
        #expect(try book.marks() == ["1:X 3:7 4:4"])
        try book.withdraw(photo, 2)
        #expect(try book.marks() == ["1:X 2:9 3:7 4:4"])
    }

    @Test(arguments: BookKind.allCases)
    func aMovedArrowStandsWhereThePersonPutIt(_ kind: BookKind) throws {
        let book = try book(kind)
        try book.correct(photo, 2, Correction.Value(score: 8, position: Point(x: 0.25, y: 0)))
        var arrow = try book.ends()[0].arrows[1]
        #expect(arrow.value.normalizedX == 0.25)
        #expect(arrow.value.pixelX == 725)
        #expect(arrow.corrected == arrows[1])
        // A better model sees it there: the same arrow.
        try book.store(Readings.photo(photo, [arrows[0], Readings.arrow(0.255), arrows[2]]))
        #expect(try book.marks() == ["1:X 2:8 3:7"])
        arrow = try book.ends()[0].arrows[1]
        #expect(arrow.value.normalizedX == 0.25)
        #expect(arrow.corrected?.normalizedX == 0.255)
    }

    @Test(arguments: BookKind.allCases)
    func aWordTakenBackIsGone(_ kind: BookKind) throws {
        let book = try book(kind)
        let before = try book.session()
        try book.correct(photo, 1, Correction.Value(score: 1))
        try book.correct(photo, nil, Correction.Value(score: 2), adds: true)
        try book.withdraw(photo, 1)
        try book.withdraw(photo, 4)
        #expect(try book.session() == before)
    }

    @Test(arguments: BookKind.allCases)
    func nothingIsLeftToReviewWhereAPersonSpoke(_ kind: BookKind) throws {
        let book = try Book(kind)
        let doubtful = [
            Readings.arrow(0.2, reasons: [.nearLine]), Readings.arrow(0.5, reasons: [.tooManyArrows, .hidden]),
            Readings.arrow(0.7, reasons: [.tooManyArrows]),
        ]
        try book.store(Readings.photo(photo, doubtful, arrowsPerEnd: 2))
        #expect(try book.ends()[0].review == [.tooManyArrows])
        try book.correct(photo, 1, Correction.Value(score: 8))
        try book.correct(photo, 3, .removed)
        let end = try book.ends()[0]
        #expect(end.review.isEmpty)
        #expect(end.arrows.map(\.value.reviewReasons) == [[], [.hidden]])
        #expect(end.arrows.map(\.value.needsReview) == [false, true])
    }

    /// A coach who types the command once more means the same arrow.
    @Test(arguments: BookKind.allCases)
    func theSameArrowAddedTwiceIsOne(_ kind: BookKind) throws {
        let book = try book(kind)
        let ten = Correction.Value(score: 10)
        #expect(try book.result(photo, nil, ten, adds: true).isChanged)
        let again = try book.result(photo, nil, ten, adds: true)
        #expect(again.arrow == 4 && !again.isChanged)
        #expect(try book.correct(photo, 5, ten, adds: true) == 5)
        #expect(try book.marks() == ["1:X 2:9 3:7 4:10 5:10"])
    }

    @Test(arguments: BookKind.allCases)
    func theAnswerNamesBothScoresAndTheSums(_ kind: BookKind) throws {
        let book = try book(kind)
        try book.store(Readings.photo("day/2.jpg", [Readings.arrow(0.03)]))
        let result = try book.result(photo, 3, Correction.Value(score: 9))
        #expect(
            result
                == CorrectionResult(
                    photo: photo, arrow: 3, before: "7", after: "9", isChanged: true,
                    sums: .init(
                        session: "day", round: 0, end: 1, endBefore: 26, endAfter: 28, sessionBefore: 36,
                        sessionAfter: 38)))
        let removed = try book.result(photo, 1, .removed)
        #expect(removed.before == "X" && removed.after == nil && removed.sums?.endAfter == 18)
        let back = try book.withdraw(photo, 1)
        #expect(back.before == nil && back.after == "X" && back.sums?.sessionAfter == 38)
    }

    /// Spots of a triple are of one size: their order may differ from run to run.
    @Test(arguments: BookKind.allCases)
    func aWordStaysOnItsFace(_ kind: BookKind) throws {
        let book = try Book(kind)
        let upper = Readings.face(.wa40Triple)
        let lower = Readings.face(.wa40Triple, at: Point(x: 600, y: 1150))
        try book.store(Readings.photo(photo, [], faces: [upper, lower]))
        try book.correct(photo, nil, Correction.Value(score: 9, position: Point(x: 0.15, y: 0), face: 1), adds: true)
        try book.store(Readings.photo(photo, [], faces: [lower, upper]))
        let arrow = try #require(try book.ends()[0].arrows.first)
        #expect(arrow.value.face == 0)
        #expect(Point(x: arrow.value.pixelX, y: arrow.value.pixelY).distance(to: Point(x: 675, y: 1150)) < 1e-9)
    }

    @Test(arguments: [
        Correction(photo: "day/1.jpg", arrow: 1, value: Correction.Value(score: 11)),
        Correction(photo: "day/1.jpg", arrow: 1, value: Correction.Value(score: -1)),
        Correction(photo: "day/1.jpg", arrow: 1, value: Correction.Value(score: 9, isX: true)),
        Correction(photo: "day/1.jpg", arrow: 0, value: Correction.Value(score: 9)),
        Correction(photo: "day/1.jpg", arrow: 1, value: Correction.Value(score: 9, position: Point(x: .nan, y: 0))),
        Correction(photo: "day/1.jpg", arrow: nil, value: .removed),
        Correction(photo: "day/1.jpg", arrow: 7, value: .removed),
        Correction(photo: "day/1.jpg", arrow: 7, value: Correction.Value(score: 9)),
        Correction(photo: "day/1.jpg", arrow: nil, value: Correction.Value(score: 9)),
        Correction(photo: "day/1.jpg", arrow: 2, value: Correction.Value(score: 9), adds: true),
        Correction(photo: "day/2.jpg", arrow: 1, value: Correction.Value(score: 9)),
    ])
    func whatCannotBeIsRefused(_ correction: Correction) throws {
        for kind in BookKind.allCases {
            let book = try book(kind)
            let before = try book.session()
            let error = #expect(throws: ScoreBookError.self) {
                try book.correct(correction.photo, correction.arrow, correction.value, adds: correction.adds)
            }
            #expect(error?.fault == .input)
            #expect(try book.session() == before)
        }
    }

    @Test(arguments: BookKind.allCases)
    func whatIsNotThereCannotBeTakenBack(_ kind: BookKind) throws {
        let book = try book(kind)
        #expect(throws: ScoreBookError.self) { try book.withdraw(photo, 9) }
        #expect(throws: ScoreBookError.self) { try book.withdraw("day/9.jpg", 1) }
        #expect(throws: ScoreBookError.self) { try book.forget("day/9.jpg") }
    }
}
