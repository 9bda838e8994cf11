import Findings
import Testing

@testable import Reading

@Suite struct LineCandidatesTests {
    private func character(_ choices: (String, Double)...) -> ReadCharacter {
        ReadCharacter(choices: choices.map { TextCandidate(text: $0.0, confidence: $0.1) })
    }

    private func line(_ words: [(String, [ReadCharacter])]) -> ReadLine {
        ReadLine(
            words: words.map { text, characters in
                ReadWord(
                    text: text, confidence: 0.8, box: Box(x: 0, y: 0, width: 9, height: 9), language: "eng",
                    characters: characters)
            }, block: 0, paragraph: 0)
    }

    @Test func theMostProbableCombinationsComeFirst() {
        let line = line([
            ("1O", [character(("1", 0.8), ("l", 0.4)), character(("O", 0.8), ("0", 0.6))]),
            ("a", [character(("a", 1))]),
        ])
        let found = LineCandidates(count: 3).candidates(of: line)
        #expect(found.map(\.text) == ["10 a", "lO a", "l0 a"])
        for (candidate, expected) in zip(found, [0.6, 0.4, 0.3]) {
            #expect(abs(candidate.confidence - expected) < 1e-9)
        }
        #expect(LineCandidates(count: 1).candidates(of: line).map(\.text) == ["10 a"])
        #expect(LineCandidates(count: 0).candidates(of: line).isEmpty)
    }

    @Test func aCorrectedWordHasNoOtherReadings() {
        let line = line([("Quiver", [character(("Q", 0.8), ("O", 0.4))])])
        #expect(LineCandidates(count: 5).candidates(of: line).isEmpty)
    }
}
