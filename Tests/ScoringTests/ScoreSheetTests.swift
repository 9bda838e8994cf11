import Scoring
import Testing

@Suite struct ScoreSheetTests {
    private let session = Scenes.session([
        Scenes.end(1, [Scenes.scored(8), Scenes.scored(10), Scenes.scored(10, isX: true)]),
        Scenes.end(2, [Scenes.scored(0), Scenes.scored(9)], review: [.tooFewArrows]),
        Scenes.end(3, [], trouble: "No target face was found in this photo."),
    ])

    @Test func anEndStandsInDescendingOrderWithXBeforeTen() {
        let rows = ScoreSheet(session).rounds[0].rows
        #expect(rows.map { $0.arrows.map(\.value.mark) } == [["X", "10", "8"], ["9", "M"], []])
        #expect(rows[0].arrows.map(\.number) == [3, 2, 1])
    }

    @Test func totalsRun() {
        let sheet = ScoreSheet(session)
        let rows = sheet.rounds[0].rows
        #expect(rows.map(\.tally.score) == [28, 9, 0])
        #expect(rows.map(\.running) == [28, 37, 37])
        #expect(rows.map(\.missing) == [0, 1, 3])
        #expect(rows.map(\.needsReview) == [false, true, true])
        #expect(sheet.total == Tally(arrows: 5, score: 37, maximum: 90, tens: 2, xs: 1))
        #expect(sheet.total == sheet.rounds[0].total)
        #expect(sheet.total.average == 7.4)
    }

    @Test func aRoundStartsAnew() {
        var two = session
        two.rounds.append(two.rounds[0])
        let sheet = ScoreSheet(two)
        #expect(sheet.rounds.map { $0.rows[0].running } == [28, 28])
        #expect(sheet.total.score == 74)
        #expect(sheet.total.maximum == 180)
    }

    @Test func aPersonsWordCounts() {
        var end = Scenes.end(1, [Scenes.scored(8), Scenes.scored(7)])
        end.arrows[1].corrected = end.arrows[1].value
        end.arrows[1].value.score = 10
        let tally = ScoreSheet(Scenes.session([end])).total
        #expect(tally.score == 18)
        // A person's ten is no X.
        #expect(tally.tens == 1 && tally.xs == 0)
    }

    @Test func sixesAreTheTensOfTheField() {
        let end = Scenes.end(1, [Scenes.scored(6), Scenes.scored(5), Scenes.scored(6)], type: .field60)
        #expect(ScoreSheet(Scenes.session([end])).total == Tally(arrows: 3, score: 17, maximum: 18, tens: 2))
    }

    @Test func aRoundThatSawNothingGoesByItsSystem() {
        let end = Scenes.end(1, [], trouble: "The photo ends in the middle.")
        #expect(ScoreSheet(Scenes.session([end], system: .field)).total.maximum == 18)
        #expect(ScoreSheet(Scenes.session([end])).total.maximum == 30)
    }

    /// World Archery: of more arrows than an end has only the lowest are counted.
    @Test func ofTooManyTheLowestCount() {
        let scores = [10, 9, 10, 4].map { Scenes.scored($0) }
        let end = Scenes.end(1, scores, review: [.tooManyArrows])
        let row = ScoreSheet(Scenes.session([end])).rounds[0].rows[0]
        #expect(row.tally == Tally(arrows: 3, score: 23, maximum: 30, tens: 1))
        #expect(row.arrows.count == 4)
        #expect(row.surplus == 1 && row.missing == 0)
        #expect(row.needsReview)
    }

    /// What does not count for the session counts for no archer.
    @Test func anArcherHasWhatCountsOnTheSheet() {
        var end = Scenes.end(1, [10, 9, 10, 4].map { Scenes.scored($0) }, review: [.tooManyArrows])
        for (index, archer) in ["Ana", "Ben", "Ben", "Ana"].enumerated() { end.arrows[index].archer = archer }
        let session = Scenes.session([end])
        let totals = ["Ana", "Ben"].map { ScoreSheet(session.only(by: $0)).total.score }
        #expect(totals == [4, 19])
        #expect(totals.reduce(0, +) == ScoreSheet(session).total.score)
    }

    /// An archer whom only an arrow names, and arrows of none: together they are the session's total.
    @Test func everyArrowIsInOneTotal() {
        var end = Scenes.end(1, [10, 9, 8, 4].map { Scenes.scored($0) })
        for (index, archer) in ["Ana", "Cem", nil, "Ana"].enumerated() { end.arrows[index].archer = archer }
        var session = Scenes.session([end], arrowsPerEnd: 4)
        session.archers = Archers(names: ["Ana"])
        #expect(session.totals.map(\.name) == ["Ana", "Cem"])
        #expect(session.totals.map(\.total.score) == [14, 9] && session.unnamedTotal?.score == 8)
        session.rounds[0].ends[0].arrows[2].archer = "Ana"
        #expect(session.unnamedTotal == nil && session.totals.map(\.total.score) == [22, 9])
        session.archers = Archers()
        for index in 0..<4 { session.rounds[0].ends[0].arrows[index].archer = nil }
        #expect(session.totals.isEmpty && session.unnamedTotal == nil, "no archer is named: the total says it")
    }

    /// Two archers on one target, a round of three arrows each: no one's share limits the arrows that no archer is named for.
    @Test func everyArrowOfARoundIsInOneTotal() throws {
        let end = Scenes.end(1, [10, 9, 8, 7, 6, 5].map { Scenes.scored($0) })
        var session = Scenes.session([end], arrowsPerEnd: 6)
        let vegas = try #require(RoundDefinition.known.first { $0.id == "vegas" })
        session.round = vegas
        session.archers = Archers(names: ["Ana", "Ben"])
        func sum() -> Int { session.totals.reduce(session.unnamedTotal?.score ?? 0) { $0 + $1.total.score } }
        #expect(ScoreSheet(session).total.score == 45)
        #expect(session.unnamedTotal?.arrows == 6 && sum() == 45)
        session.rounds[0].ends[0].arrows[1].archer = "Ana"
        #expect(session.unnamedTotal?.arrows == 5 && session.totals.map(\.total.score) == [9, 0] && sum() == 45)
        // One too many: the highest of the end is in no total.
        session.rounds[0].ends[0].arrows.append(Session.Arrow(number: 7, photo: 0, value: Scenes.scored(10)))
        #expect(session.unnamedTotal?.arrows == 5 && sum() == 45)
    }

    @Test func aNeighboursFaceChangesNoMaximum() {
        var end = Scenes.end(1, [Scenes.scored(6), Scenes.scored(5)], type: .field60)
        end.photos[0].faces += Scenes.end(2, [], type: .wa122).photos[0].faces
        let total = ScoreSheet(Scenes.session([end], system: .field, arrowsPerEnd: 2)).total
        #expect(total.maximum == 12 && total.tens == 1)
    }
}
