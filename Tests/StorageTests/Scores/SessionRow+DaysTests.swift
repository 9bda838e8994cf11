import Findings
import Scoring
import Storage
import Testing

@Suite struct SessionRowDaysTests {
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
        try book.correct("day/3.jpg", 1, Correction.Value(score: 1))
        try book.store(reading(2, at: 20, score: 0.25))
        let ends = try book.ends()
        #expect(ends.map(\.number) == [1, 2, 3])
        #expect(ends.map(\.photos.first?.path) == ["day/1.jpg", "day/2.jpg", "day/3.jpg"])
        #expect(try book.marks() == ["1:9 2:7", "1:8 2:6", "1:1 2:5"])
    }

    /// A person gave the only day of a folder its date, so that it is the person's; later photos come from the folder.
    @Test(arguments: BookKind.allCases, [[1, 3, 2], [1, 2, 3]])
    func noTwoSessionsHaveOneName(_ kind: BookKind, order: [Int]) throws {
        let book = try Book(kind)
        let day: Int64 = 86_400_000
        func store(_ number: Int, at time: Int64) throws {
            try book.store(
                Readings.photo("day/\(number).jpg", [Readings.arrow(0.15)], at: time, folder: "/photos/day"))
        }
        try store(order[0], at: 1)
        let name = try #require(try book.names().first)
        _ = try book.transaction { try $0.change(session: name, .date("1970-01-01")) }
        try store(order[1], at: day + 1)
        try store(order[2], at: 2)
        let names = try book.names()
        #expect(Set(names).count == names.count, "\(names)")
        let ends = try names.flatMap { try book.ends($0) }
        #expect(ends.count == 3 && Set(ends.flatMap(\.photos).map(\.path)).count == 3)
        #expect(try book.transaction { try $0.allSessions() }.map(\.name) == names)
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
        try book.correct("day/4.jpg", 2, Correction.Value(score: 3))
        try book.store(reading(1, at: 1, score: 0.15))
        #expect(try book.session()?.rounds.map(\.ends.count) == [4])
        #expect(try book.marks().last == "1:9 2:3")
    }

    @Test(arguments: BookKind.allCases)
    func severalPhotosAreOneEndWithItsOwnNumbers(_ kind: BookKind) throws {
        let book = try Book(kind)
        for number in 1...4 { try book.store(reading(number, at: Int64(number), score: 0.15, perEnd: 2)) }
        let ends = try book.ends()
        #expect(ends.map { $0.arrows.map(\.number) } == [[1, 2, 1, 2], [1, 2, 1, 2]])
        #expect(ends.map { $0.arrows.map(\.photo) } == [[0, 0, 1, 1], [0, 0, 1, 1]])
        // A number is its photo's, as in the picture.
        #expect(try book.correct("day/2.jpg", 2, Correction.Value(score: 2)) == 2)
        #expect(try book.marks()[0] == "1:9 2:7 1:9 2:2")
        #expect(try book.correct("day/2.jpg", nil, Correction.Value(score: 3), adds: true) == 3)
        try book.withdraw("day/2.jpg", 3)
    }

    /// A photo between two that were one end: all behind it move on, and what was said of them with them.
    @Test(arguments: BookKind.allCases)
    func aPhotoInBetweenTakesNothingAway(_ kind: BookKind) throws {
        let book = try Book(kind)
        for number in [1, 3, 4, 5] { try book.store(reading(number, at: Int64(number), score: 0.15, perEnd: 2)) }
        try book.correct("day/3.jpg", 2, Correction.Value(score: 2))
        try book.correct("day/4.jpg", 1, Correction.Value(score: 1))
        try book.store(reading(2, at: 2, score: 0.35, perEnd: 2))
        let ends = try book.ends()
        #expect(
            ends.map { $0.photos.map(\.path) } == [
                ["day/1.jpg", "day/2.jpg"], ["day/3.jpg", "day/4.jpg"], ["day/5.jpg"],
            ])
        #expect(ends.map { $0.arrows.map(\.value.score).sorted() } == [[5, 7, 7, 9], [1, 2, 7, 9], [7, 9]])
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
    func photosGoIntoTheSessionThatAPersonNamesAndStayThere(_ kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(reading(1, at: 1, score: 0.15), reading(2, at: 2, score: 0.35))
        try book.correct("day/2.jpg", 1, Correction.Value(score: 4))
        #expect(try book.transaction { try $0.assign(photos: ["day/2.jpg"], to: "evening") } == 1)
        #expect(try book.marks() == ["1:9 2:7"])
        #expect(try book.marks("evening") == ["1:4 2:5"])
        try book.store(reading(2, at: 2, score: 0.35))
        #expect(try book.marks("evening") == ["1:4 2:5"])
        #expect(try book.names() == ["day 1970-01-01", "evening"])
        #expect(try book.transaction { try $0.assign(photos: ["day"], to: "evening") } == 1)
        #expect(try book.names() == ["evening"])
        #expect(try book.session("evening")?.folder == nil)
        try book.store(Readings.photo("other/1.jpg", []))
        #expect(throws: ScoreBookError.self) {
            try book.transaction { try $0.assign(photos: ["day"], to: "other") }
        }
    }

    /// Every card counts from IMG_0001 in 100CANON again.
    @Test(arguments: BookKind.allCases)
    func cardsAndDaysAreSessionsOfTheirOwn(_ kind: BookKind) throws {
        let book = try Book(kind)
        let day: Int64 = 86_400_000
        func store(_ path: String, at time: Int64?) throws {
            try book.store(
                Readings.photo(
                    path, [Readings.arrow(0.15)], at: time, session: "100CANON",
                    folder: PhotoReading.folder(ofPhoto: path)))
        }
        try store("/a/100CANON/1.jpg", at: 20_000 * day + 5)
        try store("/a/100CANON/2.jpg", at: nil)
        try store("/a/100CANON/3.jpg", at: 20_007 * day)
        try store("/b/100CANON/1.jpg", at: 20_000 * day + 9)
        #expect(try book.names() == ["100CANON (2) 2024-10-04", "100CANON 2024-10-04", "100CANON 2024-10-11"])
        // A photo without a time is of the day of the one before it.
        #expect(
            try book.ends("100CANON 2024-10-04").map(\.photos.first?.path) == [
                "/a/100CANON/1.jpg", "/a/100CANON/2.jpg",
            ])
        #expect(try book.session("100CANON") == nil)
        #expect(try book.ends("100CANON (2)").map(\.photos.first?.path) == ["/b/100CANON/1.jpg"])
    }

    @Test(arguments: BookKind.allCases)
    func sessionsAreListedAsPeopleCount(_ kind: BookKind) throws {
        let book = try Book(kind)
        for name in ["day10", "day9", "Day1"] { try book.store(Readings.photo("\(name)/1.jpg", [])) }
        #expect(try book.transaction { try $0.sessions() }.map(\.name) == ["Day1", "day9", "day10"])
    }
}
