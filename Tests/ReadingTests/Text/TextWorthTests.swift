import Findings
import TestSupport
import Testing

@testable import Reading

@Suite struct TextWorthTests {
    private static let known: Set<String> = ["the", "bridge", "below", "weir", "don't"]

    private func worth(_ text: String, confidence: Double = 1) -> TextWorth {
        let corners = Quadrilateral(Box(x: 0, y: 0, width: 1, height: 1))
        let lines = text.split(separator: "\n").map {
            TextLine(text: String($0), confidence: confidence, corners: corners)
        }
        return TextWorth(of: lines) { Self.known.contains($0) }
    }

    @Test func wordsOfTheDictionaryAndNumbersCountFully() {
        let text = worth("the bridge, 1873\n(below) don't")
        #expect(text.letters == 3 + 6 + 4 + 5 + 4)
        #expect(text.known == text.letters && text.knownShare == 1 && text.score == text.letters)
        #expect(text.words == 5)
    }

    @Test func joinedAndMisreadWordsCountLess() {
        #expect(worth("thebridge below the weir").score < worth("the bridge below the weir").score)
        #expect(worth("tbe hridge below the weir").score < worth("the bridge below the weir").score)
        #expect(worth("tbe-bridge").knownShare == 0)
    }

    /// Confidence alone decides nothing: a sure reading of other marks is worth less than a less sure one of words.
    @Test func wordsOutweighConfidence() {
        #expect(worth("tbe hridge helow", confidence: 0.99).score < worth("the bridge below", confidence: 0.8).score)
        #expect(worth("the bridge", confidence: 0.9).score > worth("the bridge", confidence: 0.5).score)
    }

    @Test func nothingIsWorthNothing() {
        #expect(worth("").score == 0 && worth("").knownShare == 0 && worth("— …").words == 0)
    }

    @Test(.enabled(if: (try? LanguageData().check(["eng"])) != nil)) func tesseractsDictionaryIsAsked() throws {
        let reader = try TesseractReader()
        let corners = Quadrilateral(Box(x: 0, y: 0, width: 1, height: 1))
        func share(_ text: String) -> Double {
            reader.worth(of: [TextLine(text: text, confidence: 1, corners: corners)]).knownShare
        }
        #expect(share("The harbour walks, Engineers don't") == 1)
        #expect(share("qxzzy hrdge vvelow") == 0)
    }
}
