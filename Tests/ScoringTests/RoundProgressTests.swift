import Scoring
import Testing

@Suite("How far a round is")
struct RoundProgressTests {
    private let round = Scenes.known("wa-70")

    private func progress(_ session: Session) throws -> RoundProgress {
        let all = RoundProgress.all(of: session)
        #expect(all.count == 1)
        return try #require(all.first)
    }

    /// 7 ends of 6: 54 points an end, 378 of 420; the 30 arrows to come are worth 300.
    @Test func whatIsShotAndTheMostOfWhatIsNot() throws {
        let progress = try progress(Scenes.round(round, [(9, 42)]))
        #expect(progress.tally == Tally(arrows: 42, score: 378, maximum: 720))
        #expect(progress.ends == 7 && progress.missingEnds == 5 && progress.missingArrows == 30)
        #expect(progress.best == 678 && !progress.isOver)
        #expect(progress.perEnd == 54 && progress.perArrow == Array(repeating: 9, count: 6))
    }

    @Test func aWholeRoundHasNothingLeft() throws {
        let progress = try progress(Scenes.round(round, [(11, 12), (10, 24), (9, 36)]))
        #expect(progress.tally == Tally(arrows: 72, score: 684, maximum: 720, tens: 36, xs: 12))
        #expect(progress.isOver && progress.best == 684 && progress.missingEnds == 0)
    }

    @Test func nothingIsShotYet() throws {
        let progress = try progress(Scenes.round(round, []))
        #expect(progress.best == 720 && progress.missingEnds == 12 && progress.missingArrows == 72)
        #expect(progress.perEnd == nil && progress.perArrow == Array(repeating: nil, count: 6))
    }

    @Test func aSessionThatIsNoRoundHasNoProgress() {
        #expect(RoundProgress.all(of: Scenes.session([Scenes.end(1, [Scenes.scored(9)])])).isEmpty)
    }

    /// What an end lacks may still be entered, until a user confirms that it is missed.
    @Test func anArrowThatWasNotSeenCanStillCountUntilItsEndIsConfirmed() throws {
        var session = Scenes.round(round, [(9, 11)])
        #expect(try progress(session).missingArrows == 61 && progress(session).best == 99 + 610)
        #expect(try progress(session).perEnd == 54)
        session.rounds[0].ends[1].isConfirmed = true
        #expect(try progress(session).missingArrows == 60 && progress(session).best == 99 + 600)
        #expect(try progress(session).perEnd == 49.5)
    }

    @Test func ofTooManyArrowsTheLowestCountAndOfTooManyEndsTheFirst() throws {
        var session = Scenes.round(round, [(9, 72)])
        session.rounds[0].ends[0] = Scenes.end(1, [10, 10, 8, 8, 8, 8, 8].map { Scenes.scored($0) })
        session.rounds[0].ends.append(Scenes.end(13, [10, 10, 10, 10, 10, 10].map { Scenes.scored($0) }))
        let progress = try progress(session)
        #expect(progress.tally == Tally(arrows: 72, score: 50 + 11 * 54, maximum: 720, tens: 1))
        #expect(progress.surplusEnds == 1 && progress.ends == 12 && progress.isOver)
    }

    /// From the highest down, as the sheet lists them: 10 9 8 and 8 7 M.
    @Test func eachPlaceOfAnEndHasItsAverage() throws {
        let round = RoundDefinition(id: "club", name: "club", faces: [.wa80], ends: 4, arrowsPerEnd: 3)
        var session = Scenes.round(round, [])
        session.rounds[0].ends = [[9, 8, 10], [0, 8, 7]].enumerated().map { index, scores in
            Scenes.end(index + 1, scores.map { Scenes.scored($0) })
        }
        let progress = try progress(session)
        #expect(progress.perArrow == [9, 8, 4] && progress.perEnd == 21)
    }

    @Test func fieldAndNFAARoundsHaveTheirOwnHighest() throws {
        #expect(try progress(Scenes.round(Scenes.known("wa-field-24"), [(6, 3)])).best == 432)
        let nfaa = try progress(Scenes.round(Scenes.known("nfaa-300"), [(6, 2), (5, 2), (4, 1)]))
        #expect(nfaa.tally == Tally(arrows: 5, score: 24, maximum: 300, tens: 4, xs: 2) && nfaa.best == 299)
    }

    @Test("a round that is shot at faces that count otherwise is noticed")
    func otherFaces() {
        var session = Scenes.round(round, [(9, 6)])
        #expect(!session.isAtOtherFaces)
        session.round = Scenes.known("wa-50")
        #expect(!session.isAtOtherFaces, "six rings count 10 too")
        for id in ["nfaa-300", "wa-field-24"] {
            session.round = Scenes.known(id)
            #expect(session.isAtOtherFaces, "\(id)")
        }
        session.round = nil
        #expect(!session.isAtOtherFaces)
        // Both count up to 10, but another ring is the 10.
        var indoors = Scenes.round(Scenes.known("wa-18"), [(9, 3)])
        #expect(!indoors.isAtOtherFaces)
        indoors.round = Scenes.known("wa-18-compound")
        #expect(indoors.isAtOtherFaces)
        #expect(!Scenes.round(Scenes.known("nfaa-300"), []).isAtOtherFaces, "nothing is shot yet")
    }

    @Test("several archers on one target have their own arrows of each end")
    func severalOnOneTarget() {
        var session = Scenes.round(round, [])
        session.archers = Archers(names: ["Ana", "Ben"], by: .colour, colours: [.red, .blue])
        var end = Scenes.end(1, (0..<12).map { Scenes.scored($0 < 6 ? 9 : 8) })
        for index in 0..<12 { end.arrows[index].archer = index < 6 ? "Ana" : "Ben" }
        // Nobody knows whose the last one is: it may be Ben's, even after the end is confirmed.
        end.arrows[11].archer = nil
        end.isConfirmed = true
        session.rounds[0].ends = [end]
        let all = RoundProgress.all(of: session)
        #expect(all.map(\.archer) == ["Ana", "Ben"])
        #expect(all.map(\.tally.score) == [54, 40])
        #expect(all.map(\.missingArrows) == [66, 67] && all.map(\.best) == [714, 710])
    }

    @Test("whom only arrows name is in the round, as their sheet is, and takes nothing of another's")
    func namedByArrows() {
        var session = Scenes.round(round, [(9, 12)], archer: "Ana")
        session.rounds[0].ends[0].arrows[0].archer = "Ben"
        // Nobody says whose this one is.
        session.rounds[0].ends[1].arrows[0].archer = nil
        let all = RoundProgress.all(of: session)
        #expect(all.map(\.archer) == ["Ana", "Ben"] && all.map(\.tally.score) == [90, 9])
        #expect(Ranking.all(of: [session])[0].rows.map(\.name) == ["Ana", "Ben"])
        session.archers = Archers()
        for arrow in 0..<6 { session.rounds[0].ends[1].arrows[arrow].archer = nil }
        for arrow in 1..<6 { session.rounds[0].ends[0].arrows[arrow].archer = "Ben" }
        let others = RoundProgress.all(of: session)
        #expect(others.map(\.archer) == ["Ben", nil] && others.map(\.tally.score) == [54, 54])
        #expect(others.map(\.ends) == [2, 1])
    }

    /// 7 arrows are Ana's and 6 Ben's: her highest is too many, and of the 13 it would be his X.
    @Test("an archer's sheet counts what the round counts")
    func sheetAndRound() {
        var session = Scenes.round(round, [])
        session.archers = Archers(names: ["Ana", "Ben"], by: .colour, colours: [.red, .blue])
        var end = Scenes.end(
            1, [9, 8, 8, 8, 8, 8, 8].map { Scenes.scored($0) } + (0..<6).map { _ in Scenes.scored(10) })
        for index in 0..<13 { end.arrows[index].archer = index < 7 ? "Ana" : "Ben" }
        session.rounds[0].arrowsPerEnd = 12
        session.rounds[0].ends = [end]
        let totals = RoundProgress.all(of: session).map(\.tally.score)
        #expect(totals == [48, 60])
        #expect(["Ana", "Ben"].map { ScoreSheet(session.only(by: $0)).total.score } == totals)
    }

    @Test("archers who take turns have an end each")
    func turns() {
        var session = Scenes.round(round, [(9, 18)])
        session.archers = Archers(names: ["Ana", "Ben"], by: .end)
        for end in 0..<3 {
            for arrow in 0..<6 { session.rounds[0].ends[end].arrows[arrow].archer = ["Ana", "Ben"][end % 2] }
        }
        let all = RoundProgress.all(of: session)
        #expect(all.map(\.ends) == [2, 1] && all.map(\.missingEnds) == [10, 11])
        #expect(all.map(\.best) == [108 + 600, 54 + 660])
        #expect(round.layout(photosPerEnd: 1, turns: 2) == SessionLayout(endsPerRound: 12))
        #expect(round.layout(photosPerEnd: 2) == SessionLayout(photosPerEnd: 2, endsPerRound: 6))
    }
}
