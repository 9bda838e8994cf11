import Findings
import ScoreBook
import Scoring
import Testing

@Suite struct SessionOutlineLayoutTests {
    private func reading(
        _ number: Int, at time: Int64, score: Double, perEnd: Int = 1, perRound: Int? = nil
    ) -> PhotoReading {
        Readings.photo(
            "day/\(number).jpg", [Readings.arrow(score), Readings.arrow(-score - 0.2)], at: time,
            layout: SessionLayout(photosPerEnd: perEnd, endsPerRound: perRound))
    }

    @Test(arguments: BookKind.allCases)
    func aPhotoThatComesLateTakesItsPlace(_ kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(reading(1, at: 10, score: 0.15), reading(3, at: 30, score: 0.35))
        try book.correct("day/3.jpg", 1, Correction.Word(score: 1))
        try book.store(reading(2, at: 20, score: 0.25))
        let ends = try book.ends()
        #expect(ends.map(\.number) == [1, 2, 3])
        #expect(ends.map(\.photos.first?.path) == ["day/1.jpg", "day/2.jpg", "day/3.jpg"])
        #expect(try book.marks() == ["1:9 2:7", "1:8 2:6", "1:1 2:5"])
    }

    @Test(arguments: BookKind.allCases)
    func roundsFollowTheEnds(_ kind: BookKind) throws {
        let book = try Book(kind)
        for number in [5, 2, 4, 1, 3] {
            try book.store(reading(number, at: Int64(number), score: 0.15, perRound: 2))
        }
        let rounds = try #require(try book.session()).rounds
        #expect(rounds.map { $0.ends.map(\.number) } == [[1, 2], [1, 2], [1]])
        #expect(rounds.flatMap(\.ends).map(\.photos.first?.path) == (1...5).map { "day/\($0).jpg" })
        #expect(rounds.map(\.name) == ["Round 1", "Round 2", "Round 3"])
    }

    @Test(arguments: BookKind.allCases)
    func theLastSettingsHoldForTheWholeSession(_ kind: BookKind) throws {
        let book = try Book(kind)
        for number in 1...4 { try book.store(reading(number, at: Int64(number), score: 0.15, perRound: 2)) }
        try book.correct("day/4.jpg", 2, Correction.Word(score: 3))
        try book.store(reading(1, at: 1, score: 0.15))
        #expect(try book.session()?.rounds.map(\.ends.count) == [4])
        #expect(try book.marks().last == "1:9 2:3")
    }

    @Test(arguments: BookKind.allCases)
    func severalPhotosAreOneEndWithItsOwnNumbers(_ kind: BookKind) throws {
        let book = try Book(kind)
        for number in 1...4 { try book.store(reading(number, at: Int64(number), score: 0.15, perEnd: 2)) }
        let ends = try book.ends()
        #expect(ends.map { $0.arrows.map(\.number) } == [[1, 2, 3, 4], [1, 2, 3, 4]])
        #expect(ends.map { $0.arrows.map(\.photo) } == [[0, 0, 1, 1], [0, 0, 1, 1]])
        // A number is the end's, whichever of its photos is named.
        #expect(try book.correct("day/1.jpg", 4, Correction.Word(score: 2)) == 4)
        #expect(try book.marks()[0] == "1:9 2:7 3:9 4:2")
        #expect(try book.correct("day/2.jpg", nil, Correction.Word(score: 3)) == 5)
        try book.withdraw("day/2.jpg", 5)
    }

    /// A photo between two that were one end: all behind it move on, and what was said of them with them.
    @Test(arguments: BookKind.allCases)
    func aPhotoInBetweenTakesNothingAway(_ kind: BookKind) throws {
        let book = try Book(kind)
        for number in [1, 3, 4, 5] { try book.store(reading(number, at: Int64(number), score: 0.15, perEnd: 2)) }
        try book.correct("day/3.jpg", 4, Correction.Word(score: 2))
        try book.correct("day/4.jpg", 1, Correction.Word(score: 1))
        try book.store(reading(2, at: 2, score: 0.35, perEnd: 2))
        let ends = try book.ends()
        #expect(
            ends.map { $0.photos.map(\.path) } == [
                ["day/1.jpg", "day/2.jpg"], ["day/3.jpg", "day/4.jpg"], ["day/5.jpg"],
            ])
        #expect(ends.map { $0.arrows.map(\.value.score).sorted() } == [[5, 7, 7, 9], [1, 2, 7, 9], [7, 9]])
        #expect(ends.allSatisfy { Set($0.arrows.map(\.number)).count == $0.arrows.count })
        try book.store(reading(2, at: 2, score: 0.35, perEnd: 2))
        #expect(try book.ends() == ends)
    }

    @Test(arguments: BookKind.allCases)
    func aForgottenPhotoLeavesNoGap(_ kind: BookKind) throws {
        let book = try Book(kind)
        for number in 1...3 { try book.store(reading(number, at: Int64(number), score: 0.15)) }
        try book.forget("day/2.jpg")
        #expect(try book.ends().map(\.photos.first?.path) == ["day/1.jpg", "day/3.jpg"])
        #expect(try book.ends().map(\.number) == [1, 2])
        try book.forget("day/1.jpg")
        try book.forget("day/3.jpg")
        #expect(try book.session() == nil)
        try book.store(reading(2, at: 2, score: 0.15))
        #expect(try book.marks() == ["1:9 2:7"])
    }

    @Test(arguments: BookKind.allCases)
    func aPhotoOfAnotherSessionGoesThereWithWhatWasSaid(_ kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(reading(1, at: 1, score: 0.15), reading(2, at: 2, score: 0.35))
        try book.correct("day/2.jpg", 1, Correction.Word(score: 4))
        var moved = reading(2, at: 2, score: 0.35)
        moved.session = "evening"
        try book.store(moved)
        #expect(try book.marks() == ["1:9 2:7"])
        #expect(try book.marks("evening") == ["1:4 2:5"])
        #expect(try book.store.transaction { try $0.sessions() }.map(\.name) == ["day", "evening"])
    }

    @Test(arguments: BookKind.allCases)
    func sessionsAreListedAsPeopleCount(_ kind: BookKind) throws {
        let book = try Book(kind)
        for name in ["day10", "day9", "Day1"] { try book.store(Readings.photo("\(name)/1.jpg", [])) }
        #expect(try book.store.transaction { try $0.sessions() }.map(\.name) == ["Day1", "day9", "day10"])
    }
}
