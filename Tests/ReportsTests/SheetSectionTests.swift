import Scoring
import Testing

@testable import Reports

@Suite("The score sheet of a page")
struct SheetSectionTests {
    private func page(_ session: Session) -> Page { Page(html: HTMLReport(session).text { _ in nil }) }

    @Test("arrows from the highest down, sums, running totals, tens and X")
    func small() throws {
        let page = page(Samples.small)
        #expect(page.text("end-1-1") == "1 X 1 9 3 M 2 19 19 1 1")
        #expect(page.text("end-1-2") == "2 10 2 10 3 7 1 27 46 2 0")
        let sheet = try #require(page.text("sheet"))
        #expect(sheet.hasPrefix("Score sheet Score sheet of round 1 End Arrows Sum Total 10s X"))
        #expect(sheet.contains("Total 46 /\u{2009}60 3 1".replacing("\u{2009}", with: " ")))
    }

    @Test("the summary agrees with it")
    func summary() {
        let page = page(Samples.small)
        #expect(page.texts(class: "value") == ["46", "7.67", "6", "3", "1", "0"])
    }

    @Test(
        "chips have the colours of the app",
        arguments: [
            ("X", "x"), ("10", "ten"), ("9", "high"), ("8", "high"), ("7", "middle"), ("6", "middle"), ("5", "low"),
            ("1", "low"), ("M", "low"),
        ])
    func colours(mark: String, kind: String) throws {
        let arrow = try #require(Samples.marked(1, [(mark, 0.1)]).arrows.first)
        #expect(Chip.kind(of: arrow.value) == "chip " + kind)
        #expect(arrow.value.mark == mark)
    }

    @Test("what is missing, in doubt or a person's is marked and said")
    func marks() throws {
        let page = page(Samples.full)
        #expect(page.text("end-1-10")?.contains("– not found") == true)
        #expect(page.text("end-1-9")?.contains("No target face was found") == true)
        let doubt = try #require(page.element("end-1-2"))
        #expect(doubt.contains("chip middle doubt") && doubt.contains("href=\"#doubt-1-2-3\""))
        #expect(page.text("end-1-7")?.contains("manual correction, the model read 10") == true)
    }

    @Test("more and fewer arrows than an end has are said, and an unusual number, and a face with nothing on it")
    func counts() throws {
        var session = Samples.small
        session.rounds[0].arrowsPerEnd = 2
        #expect(page(session).text("end-1-1")?.contains("1 too many: only the lowest ") == true)
        session.rounds[0].arrowsPerEnd = 4
        #expect(page(session).text("end-1-1")?.contains("1 fewer than an end has.") == true)
        session.rounds[0].ends[0].review = [.unusualCount]
        session.rounds[0].ends[1].review = [.noArrows]
        #expect(page(session).text("end-1-1")?.contains("Most ends of the session") == true)
        #expect(page(session).text("end-1-2")?.contains("nothing was found on it") == true)
    }

    @Test("of an end with several photos each arrow's number says which photo it is in")
    func severalPhotos() throws {
        var session = Samples.small
        session.rounds[0].ends[0].photos.append(Samples.photo("club/Tuesday/1b.jpg"))
        session.rounds[0].ends[0].arrows[2].photo = 1
        session.rounds[0].ends[0].arrows[2].number = 1
        #expect(page(session).text("end-1-1")?.hasPrefix("1 X 1/1 9 2/1 M 1/2") == true)
    }

    @Test("a round without X has no column for it, a field round counts 6s, rounds have names")
    func systems() {
        let indoor = page(Samples.triple).text("sheet") ?? ""
        #expect(indoor.contains("Round 1 · Indoor 18 m") && indoor.contains("10s 1 ") && !indoor.contains("10s X"))
        #expect(page(Samples.oneEnd).text("sheet")?.contains("Sum Total 6s 1 ") == true)
        #expect(page(Samples.card).text("sheet")?.contains("End Holes Sum") == true)
    }

    @Test(
        "chips stand in lines that are alike",
        arguments: [
            (3, 4, 3), (4, 4, 4), (5, 4, 3), (6, 4, 3), (10, 4, 4), (12, 4, 4), (10, 6, 5), (12, 6, 6), (1, 4, 1),
        ])
    func lines(chips: Int, most: Int, expected: Int) {
        #expect(SheetTable.perLine(chips, most: most) == expected)
    }
}
