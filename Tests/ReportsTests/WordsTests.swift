import Scoring
import Testing

@testable import Reports

@Suite("Words in each language")
struct WordsTests {
    @Test("values stand where their names are, once, and exactly one has a text of its own")
    func values() {
        let words = Words()
        #expect(words(.roundAndEnd, ["round": "2", "end": "3"]) == "Round 2, end 3")
        #expect(words(.sheetOfArcher, ["name": "{number}", "number": "1"]) == "Score sheet of {number}, round 1")
        #expect(words.count(.arrows, 1) == "1 arrow" && words.count(.arrows, 0) == "0 arrows")
        #expect(Words(.german).count(.ends, 1) == "1 Passe" && Words(.german).count(.ends, 2) == "2 Passen")
    }

    @Test("no value is forgotten: a text of a language names what that of the other names", arguments: Word.allCases)
    func names(word: Word) {
        let names = ReportLanguage.allCases.map { language in
            Set(word.text(in: language).matches(of: #/\{(\w+)\}/#).map { String($0.1) })
        }
        // The warning of the accuracy has its figures in its English sentence already.
        #expect(names[0] == names[1] || word == .accuracy, "\(word)")
        #expect(!word.text(in: .english).isEmpty && !word.text(in: .german).isEmpty)
    }

    @Test("numbers and days are written as the language has them")
    func numbers() {
        #expect(Words(.german).fixed(7.675, 2) == "7,68" && Words().fixed(7.675, 2) == "7.68")
        #expect(Words(.german).millimetres(4.24) == "4,2\u{202F}mm")
        #expect(Words(.german).day("2026-03-09") == "9. März 2026" && Words().day("2026-03-09") == "9 March 2026")
        #expect(Words().day("soon") == "soon")
    }

    @Test(
        "why an end has no score is said in the language, and what is not known in the scorer's words",
        arguments: [
            ("no face is seen", "No face is seen.", "Keine Auflage ist zu sehen."),
            (Session.End.beingRead, Session.End.beingRead, "Das Foto ist gesendet und wird gerade gelesen."),
            (
                "the picture ends too early", "The picture ends too early.",
                "Kein Ergebnis. Quiver meldet: „The picture ends too early.“"
            ),
            ("a.jpg: gone.", "a.jpg: gone.", "Kein Ergebnis. Quiver meldet: „a.jpg: gone.“"),
        ])
    func troubles(reason: String, english: String, german: String) {
        #expect(Words().trouble(reason) == english)
        #expect(Words(.german).trouble(reason) == german)
    }

    @Test("every face has a name in each language", arguments: FaceType.allCases)
    func faces(type: FaceType) {
        #expect(type.words == type.name(in: .english) && type.name(in: .german) != type.words)
        let table = Words.table(in: .german)
        #expect(
            table.contains { $0.key.lowercased() == "facetype" + type.rawValue && $0.text == type.name(in: .german) })
    }

    @Test("keys are each one text's", arguments: ReportLanguage.allCases)
    func keys(language: ReportLanguage) {
        let keys = Words.table(in: language).map(\.key)
        #expect(Set(keys).count == keys.count)
    }
}
