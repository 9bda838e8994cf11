import Foundation
import Scoring
import Testing

@testable import Reports

@Suite("The round on a page")
struct RoundSectionTests {
    private let round = RoundDefinition(
        id: "club", name: "Club <30 m>", faces: [.wa80], ends: 12, arrowsPerEnd: 6, parts: 2)

    private func session(archers: [String] = []) -> Session {
        var session = Samples.full
        session.round = round
        session.archers = Archers(names: archers)
        guard !archers.isEmpty else { return session }
        for end in session.rounds[0].ends.indices {
            for arrow in session.rounds[0].ends[end].arrows.indices {
                session.rounds[0].ends[end].arrows[arrow].archer = archers[arrow % archers.count]
            }
        }
        return session
    }

    private func html(_ session: Session, _ language: ReportLanguage = .english) -> String? {
        ReportDrawings(session, options: ReportOptions(language: language)).html(of: .round) { _ in nil }
    }

    @Test func ofOneArcherItSaysWhatIsMissingAndPossible() throws {
        let progress = try #require(RoundProgress.all(of: session()).first)
        let page = try #require(html(session()))
        #expect(page.contains("Club &lt;30 m&gt;") && !page.contains("<30 m>"))
        #expect(page.contains("12 ends, 6 arrows each, at most 720"))
        #expect(page.contains("data-test=\"progress\"") && !page.contains(">Place<"))
        #expect(page.contains(">2\u{00A0}ends, \(progress.missingArrows)\u{00A0}arrows</td>"), "what is missing")
        #expect(page.contains(">\(progress.best)</td>"))
        #expect(page.contains("<td class=\"number sum\">\(progress.tally.score)</td>"))
        #expect(page.contains("from the highest down"))
    }

    @Test func ofSeveralItIsTheirRanking() throws {
        let rows = Ranking.all(of: [session(archers: ["Anna", "Björn <b>"])])[0].rows
        let page = try #require(html(session(archers: ["Anna", "Björn <b>"])))
        #expect(page.contains("data-test=\"ranking\"") && page.contains("Björn &lt;b&gt;"))
        #expect(page.contains("Equal scores are ranked by 10s, then X."))
        let places = rows.map { page.range(of: "sum\">\($0.tally.score)<")?.lowerBound }
        let (first, second) = (try #require(places[0]), try #require(places[1]))
        #expect(first < second, "the better one stands above")
        let german = try #require(html(session(archers: ["Anna", "Ben"]), .german))
        #expect(german.contains("Schütze") && german.contains("12 Passen, je 6 Pfeile"))
    }

    @Test func whomOnlyArrowsNameHasASheetAndAPlaceInTheRound() throws {
        var session = session(archers: ["Anna"])
        session.rounds[0].ends[0].arrows[0].archer = "Ben"
        #expect(Ranking.all(of: [session])[0].rows.map(\.name).sorted() == ["Anna", "Ben"])
        let sheets = try #require(ReportDrawings(session).html(of: .archers) { _ in nil })
        #expect(sheets.contains("data-test=\"sheet-1\"") && sheets.contains("data-test=\"sheet-2\""))
        #expect(sheets.contains("Ben") && sheets.contains("At best"))
    }

    @Test func aSheetOfAnArcherSaysWhatTheRoundStillHasForThem() throws {
        let session = session(archers: ["Anna", "Ben"])
        let sheets = try #require(
            ReportDrawings(session).html(of: .archers) { _ in nil })
        for progress in RoundProgress.all(of: session) { #expect(sheets.contains("At best \(progress.best)")) }
        #expect(sheets.contains("Club &lt;30 m&gt;"))
    }

    @Test func aSessionThatIsNoRoundHasNone() {
        #expect(html(Samples.full) == nil)
        #expect(!HTMLReport(Samples.full).text { _ in nil }.contains("id=\"round\""))
        #expect(HTMLReport(session()).text { _ in nil }.contains("id=\"round\""))
    }

    @Test func otherFacesThanTheRoundsAreSaid() throws {
        #expect(try #require(html(session())).contains("other faces") == false)
        var field = session()
        field.round = RoundDefinition.known.first { $0.id == "wa-field-24" }
        #expect(try #require(html(field)).contains("other faces than the round’s"))
    }

    @Test func endsThatDoNotCountAreSaid() throws {
        var short = session()
        short.round = RoundDefinition(id: "club", name: "Club", faces: [.wa80], ends: 9, arrowsPerEnd: 6)
        #expect(try #require(html(short)).contains("1 end more than the round has"))
    }
}
