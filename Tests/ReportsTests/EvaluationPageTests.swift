import Evaluation
import Findings
import Scoring
import Testing

@testable import Reports

/// The page of an evaluation: everything is in it, and names from outside are text.
@Suite struct EvaluationPageTests {
    private static let box = Box(x: 10, y: 10, width: 20, height: 20)

    private static func photos(_ label: String) -> [EvaluatedPhoto] {
        (0..<6).map { number in
            EvaluatedPhoto(
                path: "day/<\(number)>.jpg", size: PixelSize(width: 100, height: 80),
                truth: [
                    TrueObject(label: label, box: box),
                    TrueObject(label: "dog", box: Box(x: 50, y: 10, width: 9, height: 9)),
                ],
                found: [
                    FoundObject(label: label, confidence: 0.9, box: box),
                    FoundObject(label: "dog", confidence: 0.8, box: Box(x: 70, y: 50, width: 20, height: 20)),
                ])
        }
    }

    private func page(_ label: String = "<b>&\"", beside: Bool = true, in language: ReportLanguage = .english) -> String
    {
        let photos = Self.photos(label)
        let both = ModelComparison(photos, beside: photos.map { [$0.found[0]] }, mistakesFrom: 0.5)
        return EvaluationPage(
            both.first, beside: beside ? both : nil, title: "out & <new>", notes: ["truth is <x>"], language: language
        ).text
    }

    @Test(arguments: ReportLanguage.allCases) func everyPartIsThere(language: ReportLanguage) {
        let page = page(in: language)
        for id in ["comparison", "classes", "curves", "matrix", "calibration", "worst", "repeated"] {
            #expect(page.contains("<section id=\"\(id)\""), "\(id)")
        }
        #expect(page.contains("lang=\"\(language.rawValue)\"") && page.contains("<polyline") && page.contains("<rect"))
        #expect(page.contains("day/&lt;0&gt;.jpg") && page.contains("truth is &lt;x&gt;"))
        #expect(page.contains("out &amp; &lt;new&gt;") && page.contains("&lt;b&gt;&amp;&quot;"))
        #expect(
            !page.contains("<b>") && !page.contains("<script")
                && page.contains(HTMLReport.policy.replacing("'", with: "&#39;")))
        // No place for a value is left in a text; rules that ignore places are JSON.
        let texts = page.split(separator: "</style>").last ?? ""
        #expect(texts.firstMatch(of: #/\{[a-zA-Z]+\}/#) == nil)
    }

    @Test func whatIsNotThereHasNoPart() {
        #expect(!page(beside: false).contains("id=\"comparison\""))
        let empty = EvaluatedPhoto(path: "a.jpg", size: PixelSize(width: 0, height: 0), truth: [], found: [])
        let page = EvaluationPage(ModelEvaluation([empty]), title: "out", notes: []).text
        #expect(page.contains("No photo has a mistake.") && !page.contains("<polyline") && !page.contains("NaN"))
    }

    @Test func linksLeadToPartsThatAreThere() {
        let empty = EvaluatedPhoto(path: "a.jpg", size: PixelSize(width: 0, height: 0), truth: [], found: [])
        let nothing = EvaluationPage(ModelEvaluation([empty]), title: "out", notes: []).text
        for page in [page(), page(beside: false), nothing] {
            let links = page.matches(of: #/href="#(\w+)"/#).map { String($0.1) }
            let parts = page.matches(of: #/<section id="(\w+)"/#).map { String($0.1) }
            #expect(links == parts && links.contains("classes"))
        }
    }

    @Test func aValueWithBracesStaysAsItIs() {
        let text = EvaluationWord.asClass.text(in: .english, ["truth": "{found}", "found": "{truth}"])
        #expect(text == "{found} as {truth}")
    }

    @Test(arguments: EvaluationWord.allCases) func everyTextIsInBothLanguages(word: EvaluationWord) {
        let texts = ReportLanguage.allCases.map { word.text(in: $0) }
        #expect(texts.allSatisfy { !$0.isEmpty })
        // A text has the same values in each language.
        let values = texts.map { Set($0.matches(of: #/\{(\w+)\}/#).map { String($0.1) }) }
        #expect(values[0] == values[1])
    }
}
