import Findings
import Foundation
import Scoring
import Testing

@testable import Reports

@Suite("A session's page")
struct HTMLReportTests {
    private func page(_ session: Session) -> Page { Page(html: HTMLReport(session).text { _ in Samples.picture }) }

    @Test(
        "is whole: every element closed, every link leads somewhere, ids once, nothing from elsewhere",
        arguments: Sample.allCases)
    func whole(sample: Sample) {
        let html = page(sample.session).html
        #expect(Page(html: html).unbalanced.isEmpty)
        let ids = html.matches(of: #/ id="([^"]+)"/#).map { String($0.1) }
        #expect(Set(ids).count == ids.count)
        for link in html.matches(of: #/ (?:href|for)="#?([^"]+)"/#) {
            #expect(ids.contains(String(link.1)), "\(link.1)")
        }
        for source in html.matches(of: #/ src="([^"]{0,30})/#) {
            #expect(source.1.hasPrefix("data:image/jpeg;base64,"))
        }
        #expect(!html.contains("<script") && !html.contains("@import") && !html.contains("url(http"))
        #expect(html.contains("default-src &#39;none&#39;") && html.hasPrefix("<!DOCTYPE html>"))
        #expect(!html.contains("nan") && !html.contains("=\"inf"))
    }

    @Test("the sheet comes first, then the plot, the doubts, the trend, the photos")
    func order() {
        let html = page(Samples.full).html
        let places = ["sheet", "corrections", "plot", "doubts", "trend", "photos"].map {
            html.range(of: "<section id=\"\($0)\"")?.lowerBound
        }
        #expect(!places.contains(nil) && places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    }

    @Test("doubtful photos stand before the others, each in the session's order")
    func photos() {
        let captions = page(Samples.full).texts(class: "where").map { $0.prefix { $0 != "·" } }
        // Ends 2 and 4 by the model's doubts and near lines, 9 without a face, 10 with an arrow too few.
        let doubtful = ReportModel(Samples.full, options: ReportOptions()).ends.filter(\.end.needsReview).map(\.label)
        #expect(doubtful.contains("End 2") && doubtful.contains("End 9") && doubtful.contains("End 10"))
        let names = captions.map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(Array(names.prefix(doubtful.count)) == doubtful)
        #expect(names.count == 10 && Set(names).count == 10)
    }

    @Test("what is in doubt is named with its reason and its photo")
    func doubts() throws {
        let page = page(Samples.full)
        #expect(
            page.text("doubt-1-2-3")
                == "7 , to review: the model was only 41\u{202F}% sure; where it enters the face is hidden End 2, arrow 3 The model was only 41\u{202F}% sure; where it enters the face is hidden. See the photo"
                .split(whereSeparator: \.isWhitespace).joined(separator: " "))
        let end = try #require(page.text("doubt-1-9"))
        #expect(end.contains("No target face was found in this photo") && end.contains("IMG_1009.jpg"))
        #expect(page.text("doubt-1-10")?.contains("Fewer arrows than an end has.") == true)
    }

    @Test("manual corrections are listed with what the model read")
    func corrections() {
        let text = page(Samples.full).text("corrections") ?? ""
        #expect(text.contains("End 7, arrow 5 : the model read 10"))
        #expect(text.contains("End 8, arrow 4 : the model had not seen it"))
        #expect(page(Samples.small).text("corrections") == nil)
    }

    @Test(
        "a correction that only moves or confirms an arrow is understood",
        arguments: [
            (0.0, "the model read the same"), (0.01, "the model read the same, at another place"),
        ])
    func confirmations(shift: Double, words: String) throws {
        var session = Samples.small
        let arrow = try #require(session.rounds.first?.ends.first?.arrows.first)
        session.rounds[0].ends[0].arrows[0] = Samples.corrected(arrow, score: 10)
        session.rounds[0].ends[0].arrows[0].value.isX = true
        session.rounds[0].ends[0].arrows[0].value.normalizedX += shift
        #expect(page(session).text("corrections")?.hasSuffix(": " + words) == true)
        // What was confirmed with its whole end is no correction; what was moved stays one.
        session.rounds[0].ends[0].isConfirmed = true
        #expect((page(session).text("corrections") == nil) == (shift == 0))
        #expect(page(session).element("end-1-1")?.contains("class=\"chip x confirmed\"") == (shift == 0))
    }

    @Test("the group is told in millimetres and as a clock shows it")
    func group() throws {
        var session = Samples.small
        session.rounds[0].ends = [
            Session.End(
                number: 1, photos: [Samples.photo("a.jpg")],
                arrows: [(0.15, 0.0), (-0.05, 0.0), (0.05, 0.2), (0.05, -0.2)].enumerated().map {
                    Samples.arrow($0 + 1, x: $1.0, y: $1.1)
                })
        ]
        let text = try #require(page(session).text("plot"))
        // A radius of 610 mm: 0.05 to the right; two arrows 61 mm from the middle of the group and two 122 mm.
        #expect(text.contains("Centre of the group 31 mm off at 3 o’clock: 31 mm right"))
        #expect(text.contains("Mean radius 92 mm"))
        #expect(text.contains("Extreme spread 244 mm"))
        #expect(text.contains("95 % ellipse 488 × 244 mm"))
    }

    @Test("an assumed size is said, a known one is not")
    func assumed() {
        #expect(page(Samples.card).text("plot")?.contains("right only if its full ten rings are 50 cm across") == true)
        #expect(page(Samples.full).text("plot")?.contains("Assumed size") == false)
    }

    @Test("asks for each photo once, and for a close-up of each doubtful arrow that it shows")
    func requests() {
        var requests: [PictureRequest] = []
        _ = HTMLReport(Samples.full).text { request in
            requests.append(request)
            return nil
        }
        let contents = ReportModel(Samples.full, options: ReportOptions())
        #expect(requests.filter { $0.region == nil }.count == 10)
        #expect(requests.filter { $0.region != nil }.count == contents.doubtfulArrows.count)
        #expect(requests.allSatisfy { $0.longestSide == ($0.region == nil ? 1_600 : 480) })
    }

    @Test("a picture that is not lent leaves a sentence; one that cannot be lent ends the report")
    func pictures() {
        let without = HTMLReport(Samples.small).text { _ in nil }
        #expect(without.matches(of: #/No annotated picture of this photo/#).count == 2 && !without.contains("<img"))
        #expect(throws: CocoaError.self) {
            try HTMLReport(Samples.small).text { _ in throw CocoaError(.fileReadNoSuchFile) }
        }
    }

    @Test("an empty session says so")
    func empty() {
        let page = page(Samples.empty)
        #expect(page.html.contains("No end of this session has been read yet."))
        #expect(page.element("sheet") == nil && page.element("plot") == nil && page.element("photos") == nil)
    }

    @Test(
        "names from outside are text and nothing else",
        arguments: [
            "<img src=x onerror=alert(1)>", "a&b \"c\" 'd' 🎯", "caf%E9 100%25", "</title></style><b>", "javascript:x",
            "\u{202E}evil",
        ])
    func hostile(name: String) {
        var session = Samples.full
        session.name = "in/" + name
        session.rounds[0].name = name
        session.rounds[0].ends[8].trouble = name
        session.rounds[0].ends[8].photos[0].path = name + ".jpg"
        session.rounds.append(session.rounds[0])
        session.rounds[1].number = 2
        let clean = page(Samples.full).html.matches(of: #/<[a-z]+/#).map { $0.output }
        let page = page(session)
        #expect(page.unbalanced.isEmpty)
        // No name makes an element that a harmless session has not.
        #expect(Set(page.html.matches(of: #/<[a-z]+/#).map { $0.output }).isSubset(of: Set(clean + ["<h3"])))
        let shown = name.replacing("\u{202E}", with: "\u{FFFD}")
        #expect(page.text("photo-1-9-1")?.contains(Page.text(Markup.text(shown).html)) == true)
    }
}
