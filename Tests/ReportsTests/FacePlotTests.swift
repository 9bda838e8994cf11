import Findings
import Scoring
import Testing

@testable import Reports

@Suite("Arrows on a drawn face")
struct FacePlotTests {
    private func entries(_ arrows: [Session.Arrow], type: FaceType = .wa122) -> [ArrowEntry] {
        let end = Session.End(number: 3, photos: [Samples.photo("a.jpg", faces: [Samples.face(type)])], arrows: arrows)
        let round = Session.Round(number: 1, name: "", system: .olympic, arrowsPerEnd: 3, ends: [end])
        return EndEntry(round: round, end: end, namesRound: false).arrows
    }

    @Test(
        "markers have the colour of their confidence, a person's are green",
        arguments: [
            (1.0, "#D50000"), (0.7, "#D50000"), (0.69, "#FF9800"), (0.5, "#FF9800"), (0.49, "#FF5722"), (0, "#FF5722"),
        ])
    func colours(confidence: Double, colour: String) {
        #expect(Marker.colour(of: Samples.arrow(1, x: 0, y: 0, confidence: confidence).value) == colour)
        let person = Samples.arrow(1, x: 0, y: 0, confidence: confidence, source: .person)
        #expect(Marker.colour(of: person.value) == "#1E9E4A")
    }

    @Test("colours begin where the settings say")
    func ownLevels() throws {
        let levels = try #require(ConfidenceLevels([0.9, 0.8, 0.1]))
        let colours = [0.8, 0.79, 0.1, 0.09].map {
            Marker.colour(of: Samples.arrow(1, x: 0, y: 0, confidence: $0).value, levels)
        }
        #expect(colours == ["#D50000", "#FF9800", "#FF9800", "#FF5722"])
        let entry = try #require(entries([Samples.arrow(2, x: 0.25, y: -0.5, confidence: 0.75)]).first)
        let plot = FacePlot(
            type: .wa122, arrows: [entry], group: nil, options: ReportOptions(confidenceLevels: levels), reach: 1)
        #expect(plot.markup(label: "", drawsFace: false).html.contains("#FF9800"))
    }

    @Test("markers stand at their place and say which arrow they are")
    func marker() throws {
        let entry = try #require(entries([Samples.arrow(2, x: 0.25, y: -0.5, confidence: 0.873)]).first)
        let html = Marker(entry: entry, shaft: 4.5, least: 20, reach: 1.06).markup.html
        #expect(html.contains("translate(250 -500)"))
        #expect(
            html.contains(
                "<title>End 3, arrow 2: 5, 341\u{202F}mm from the centre at 1 o’clock, 87\u{202F}% sure</title>"))
        #expect(html.contains("class=\"mark e1-3\""))
        // The shaft is thinner than the marker's least size: its true thickness is a dot.
        #expect(html.contains("r=\"20\"") && html.contains("r=\"4.5\""))
    }

    @Test("a thick shaft on a small face is drawn as it is")
    func thick() throws {
        let entry = try #require(entries([Samples.arrow(1, x: 0, y: 0, type: .field20)], type: .field20).first)
        let html = Marker(entry: entry, shaft: 46.5, least: 20, reach: 1.06).markup.html
        #expect(html.contains("r=\"46.5\"") && html.matches(of: #/<circle/#).count == 2)
    }

    @Test("the drawing grows for a miss beside the face, and pins one far away to its edge")
    func reach() {
        let near = entries([Samples.arrow(1, x: 1.2, y: 0)]), far = entries([Samples.arrow(1, x: 9, y: 0)])
        #expect(FacePlot.reach(.wa122, []) == 1.06)
        #expect(abs(FacePlot.reach(.wa122, near) - 1.26) < 1e-9)
        #expect(FacePlot.reach(.wa122, far) == 1.5)
        #expect(FacePlot.reach(.wa40Triple, []) == 0.53)
        let plot = FacePlot(type: .wa122, arrows: far, group: nil, options: ReportOptions(), reach: 1.5)
        #expect(plot.outside.count == 1)
        let marker = Marker(entry: far[0], shaft: 4.5, least: 20, reach: 1.5)
        #expect(marker.position.x < 1_500 && marker.position.x > 1_400)
    }

    @Test("the group's middle and ellipse are drawn to the face's scale")
    func group() throws {
        let points = [(0.1, 0.0), (-0.1, 0.0), (0.0, 0.2), (0.0, -0.2)].map {
            Point(x: ($0.0 + 0.05) * 610, y: $0.1 * 610)
        }
        let group = try #require(ArrowGroup(points))
        let plot = FacePlot(type: .wa122, arrows: [], group: group, options: ReportOptions(), reach: 1)
        let html = plot.markup(label: "none", drawsFace: true).html
        #expect(html.contains("translate(50 0)"))
        let axes = try #require(html.firstMatch(of: #/rx="([0-9.]+)" ry="([0-9.]+)"/#))
        // Variances of 0.02/3 and 0.08/3 of the radius squared, times 5.991.
        #expect(axes.1 == "399.7" && axes.2 == "199.85")
    }
}
