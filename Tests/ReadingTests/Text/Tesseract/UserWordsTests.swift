import Findings
import TestSupport
import Testing

@testable import Reading

@Suite struct UserWordsTests {
    private func word(_ text: String, confidence: Double) -> ReadWord {
        ReadWord(
            text: text, confidence: confidence, box: Box(x: 0, y: 0, width: 10, height: 10), language: "eng",
            characters: [])
    }

    @Test(arguments: [
        ("Quivcr", "Quiver"), ("(Quivcr),", "(Quiver),"), ("Quver", "Quiver"), ("Quiiver", "Quiver"),
        ("Quiver", "Quiver"), ("Qvivcr", "Qvivcr"), ("Lothar", "Lothar"), ("1793", "1793"), ("arc", "arc"), ("-", "-"),
    ])
    func aDoubtfulWordOneLetterOffBecomesTheExpectedOne(read: String, meant: String) {
        let words = UserWords(["Quiver", "Lothar", "Lotham", "1792", "1794", "art"])
        #expect(words.corrected(word(read, confidence: 0.5)).text == meant)
    }

    @Test func aSureWordIsLeftAlone() {
        #expect(UserWords(["Quiver"]).corrected(word("Quivcr", confidence: 0.95)).text == "Quivcr")
    }

    @Test(.enabled(if: Cases.isAvailable)) func wordsOfTheUsersAreRead() throws {
        let picture = try TextPicture(case: "ocr/eurotext.tif")
        #expect(try !picture.read(by: TesseractReader()).text.contains("preguiçoso"))
        let reader = try TesseractReader(settings: TesseractSettings(words: ["preguiçoso", "schnelle"]))
        #expect(try picture.read(by: reader).text.contains("preguiçoso"))
    }
}
