import Scoring
import Testing

@testable import Reports

@Suite("Sheets of archers")
struct ArcherSheetsTests {
    /// Two ends of three: X 9 M, then 10 10 7; of each the first arrow in order is Ana's, the others are Ben's.
    private func session(_ names: [String] = ["Ana", "Ben"]) -> Session {
        var session = Samples.small
        session.archers = Archers(names: names, by: .hand)
        for end in session.rounds[0].ends.indices {
            let first = session.rounds[0].ends[end].arrowsInOrder.first?.number
            for arrow in session.rounds[0].ends[end].arrows.indices {
                let number = session.rounds[0].ends[end].arrows[arrow].number
                session.rounds[0].ends[end].arrows[arrow].archer = number == first ? names.first : names.last
            }
        }
        return session
    }

    private func page(_ session: Session) -> Page { Page(html: HTMLReport(session).text { _ in nil }) }

    @Test("the sheet says whose arrows are whose, and each archer has an own sheet behind it")
    func two() throws {
        let page = page(session())
        #expect(page.text("end-1-1") == "1 Ana X 1 Ben 9 3 M 2 19 19 1 1")
        let sheets = try #require(page.text("archers"))
        let title = "Ana Tuesday".split(separator: " ")[0]
        #expect(sheets.hasPrefix(title))
        #expect(sheets.contains("Total 20 2 arrows Ø 10.00"))
        #expect(sheets.contains("Total 26 4 arrows Ø 6.50"))
        #expect(sheets.contains("Score sheet of Ana, round 1") && sheets.contains("Score sheet of Ben, round 1"))
        #expect(page.html.matches(of: #/data-test="sheet-\d"/#).count == 2)
        // Each archer's sums are those that the session counts for each.
        for name in ["Ana", "Ben"] {
            let total = ScoreSheet(session().only(by: name)).total.score
            #expect(total == (name == "Ana" ? 20 : 26))
        }
    }

    @Test("an archer's sheet has the ends that the archer shot in, and says nothing of what is missing")
    func turns() throws {
        var session = session()
        for arrow in session.rounds[0].ends[1].arrows.indices { session.rounds[0].ends[1].arrows[arrow].archer = "Ben" }
        let html = try #require(page(session).element("archers"))
        #expect(html.matches(of: #/<tbody>/#).count == 2)
        #expect(html.matches(of: #/<th scope="row"/#).count == 3 + 2)
        #expect(!html.contains("not found"))
    }

    @Test("one archer has no second sheet, and is named at the head of the page; without a name nothing is said")
    func one() {
        let page = page(session(["Ana"]))
        #expect(page.element("archers") == nil && page.html.contains("<bdi>Ana</bdi>"))
        #expect(page.text("end-1-1") == "1 X 1 9 3 M 2 19 19 1 1")
        #expect(self.page(Samples.small).element("archers") == nil)
    }
}
