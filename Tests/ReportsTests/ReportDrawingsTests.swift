import Findings
import Foundation
import Scoring
import Testing

@testable import Reports

@Suite("A session's drawings for the page that reviews")
struct ReportDrawingsTests {
    private static let both = Sample.allCases.flatMap { sample in ReportLanguage.allCases.map { (sample, $0) } }

    /// The parts one after another, with links to the review of photos whose ids are their numbers.
    private func page(_ session: Session, _ language: ReportLanguage = .english) -> Page {
        let ids = session.photos.enumerated().map { ($1.path, "p\($0 + 1)") }
        let drawings = ReportDrawings(
            session,
            options: ReportOptions(
                language: language,
                links: .review(session: "s1", photos: Dictionary(ids) { first, _ in first })))
        let picture = ReportPicture(address: "/api/v1/photos/p1/picture?x=1&y=2", width: 112, height: 112)
        return Page(html: ReportPart.reviewed.compactMap { drawings.html(of: $0) { _ in picture } }.joined())
    }

    @Test(
        "are whole, have no style, script or address of their own, and links to the review alone", arguments: both)
    func whole(sample: Sample, language: ReportLanguage) {
        let html = page(sample.session, language).html
        #expect(Page(html: html).unbalanced.isEmpty)
        for forbidden in ["<script", "<style", " style=", "javascript:", "data:", "\"nan", "(nan"] {
            #expect(!html.contains(forbidden), "\(forbidden)")
        }
        #expect(html.firstMatch(of: #/<[^>]* on[a-z]+=/#) == nil)
        let ids = html.matches(of: #/ id="([^"]+)"/#).map { String($0.1) }
        #expect(Set(ids).count == ids.count)
        for link in html.matches(of: #/<a [^>]*href="([^"]+)"/#) {
            #expect(link.1.contains(#/^#/review/s1/p\d+(\?arrow=\d+)?$/#), "\(link.1)")
        }
        for face in html.matches(of: #/<use href="#([^"]+)"/#) { #expect(ids.contains(String(face.1))) }
    }

    @Test("say the same in each language, and nothing of the other one")
    func languages() throws {
        let (english, german) = (page(Samples.full), page(Samples.full, .german))
        #expect(
            english.text("sheet")?.hasPrefix("Score sheet Score sheet of round 1 End Arrows Sum Total 10s X") == true)
        #expect(
            german.text("sheet")?.hasPrefix("Schusszettel Schusszettel der Runde 1 Passe Pfeile Summe Gesamt 10er X")
                == true)
        #expect(german.texts(class: "value")[1].contains(","))
        #expect(german.text("plot")?.contains("122-cm-Auflage") == true)
        #expect(german.text("doubts")?.contains("das Modell war nur zu 41\u{202F}% sicher") == false)
        #expect(
            german.text("doubts")?.contains("Das Modell war nur zu 41\u{202F}% sicher".replacing("\u{202F}", with: " "))
                == true)
        for word in ["arrow ", "End ", "Score", "points", "review:", "the "] {
            #expect(!Page.text(german.html).contains(word), "\(word)")
        }
        let shape = { (page: Page) in page.html.matches(of: #/<([a-z]+)/#).map { String($0.1) } }
        #expect(shape(english) == shape(german))
    }

    @Test("the likeliest doubt comes first; the rest of many are counted")
    func doubts() {
        var session = Samples.full
        let few = ReportModel(session, options: ReportOptions())
        #expect(few.doubts.count == few.doubtfulArrows.count + few.doubtfulEnds.count && few.doubts.count > 4)
        #expect(page(session).html.matches(of: #/<li [^>]*id="doubt-/#).count == few.doubts.count)
        #expect(page(session).html.firstMatch(of: #/<li [^>]*id="doubt-([^"]+)"/#)?.1 == "1-9")
        for end in session.rounds[0].ends.indices {
            for arrow in session.rounds[0].ends[end].arrows.indices {
                let known = session.rounds[0].ends[end].arrows[arrow]
                guard known.photo != nil else { continue }
                session.rounds[0].ends[end].arrows[arrow] = Samples.doubtful(known, [.hidden])
            }
        }
        let all = ReportModel(session, options: ReportOptions()).doubts.count
        #expect(page(session).html.matches(of: #/<li [^>]*id="doubt-/#).count == DoubtsSection.most)
        #expect(page(session).text("doubts")?.hasSuffix("and \(all - DoubtsSection.most) more") == true)
    }

    @Test("a long session is folded on the page that reviews, and whole in the report")
    func long() throws {
        var session = Samples.small
        session.rounds[0].ends = (1...70).map { Samples.marked($0, [("9", 0.15), ("8", 0.25), ("7", 0.35)]) }
        let html = page(session).html
        #expect(html.matches(of: #/<details class="more"/#).count == 4)
        #expect(html.matches(of: #/<tr id="end-/#).count == 70)
        #expect(html.matches(of: #/<tfoot/#).count == 1)
        // Seventy buttons beside a plot are none; there is no doubt to choose either.
        #expect(!html.contains("data-shows=") && page(Samples.full).html.contains("data-shows=\"e1-2\""))
        let texts = html.matches(of: #/<summary>([^<]*)/#).map { String($0.1) }
        #expect(texts == ["Ends 1 to 30 ", "Ends 31 to 60 ", "Ends 61 to 70 ", "All 70 ends on their faces"])
        let report = HTMLReport(session).text { _ in nil }
        #expect(!report.contains("<details") && report.matches(of: #/<tr id="end-/#).count == 70)
    }

    @Test(
        "names from outside are text and nothing else",
        arguments: ["<img src=x onerror=alert(1)>", "a&b\" onclick=\"c"])
    func hostile(name: String) {
        var session = Samples.full
        session.archers = Archers(names: [name, "Ben"], by: .end)
        for end in session.rounds[0].ends.indices {
            for arrow in session.rounds[0].ends[end].arrows.indices {
                session.rounds[0].ends[end].arrows[arrow].archer = end.isMultiple(of: 2) ? name : "Ben"
            }
        }
        session.rounds[0].name = name
        session.rounds[0].ends[8].trouble = name
        session.rounds[0].ends[8].photos[0].path = name + ".jpg"
        let page = page(session)
        #expect(page.unbalanced.isEmpty)
        #expect(!page.html.contains("<img src=x") && page.html.firstMatch(of: #/<[^>]* on[a-z]+="/#) == nil)
        #expect(Page.text(page.html).contains(Page.text(Markup.text(name).html)))
    }
}
