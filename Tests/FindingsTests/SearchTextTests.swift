import Findings
import Testing

@Suite struct TextLineFindTests {
    /// Two words of one width a character, 10 pixels each, that rise by 1 pixel in 10.
    private let line = TextLine(
        text: "Call 5550", confidence: 1, corners: Self.slanted(from: 0, to: 90),
        words: [
            TextWord(text: "Call", confidence: 1, corners: Self.slanted(from: 0, to: 40)),
            TextWord(text: "5550", confidence: 1, corners: Self.slanted(from: 50, to: 90)),
        ])

    private static func slanted(from left: Double, to right: Double) -> Quadrilateral {
        Quadrilateral(
            topLeft: Point(x: left, y: 20 - left / 10), topRight: Point(x: right, y: 20 - right / 10),
            bottomRight: Point(x: right, y: 40 - right / 10), bottomLeft: Point(x: left, y: 40 - left / 10))
    }

    @Test(arguments: [
        ("Call", 0.0, 40.0), ("all", 10, 40), ("5550", 50, 90), ("55", 50, 70), ("l 5", 30, 60), ("Call 5550", 0, 90),
    ])
    func aTextIsFoundWhereItsCharactersAre(text: String, left: Double, right: Double) throws {
        let found = try #require(line.corners(of: text))
        let expected = Self.slanted(from: left, to: right)
        for (a, b) in zip(found.corners, expected.corners) { #expect(a.distance(to: b) < 1e-9) }
    }

    @Test(arguments: ["", "Fall", " ", "5551"])
    func whatDoesNotStandThereIsNotFound(text: String) {
        #expect(line.corners(of: text) == nil)
    }

    @Test func withoutWordsTheLineIsMeasuredOut() throws {
        var bare = line
        bare.words = []
        let found = try #require(bare.corners(of: "5550"))
        #expect(found.topLeft.distance(to: Self.slanted(from: 50, to: 90).topLeft) < 1e-9)
    }

    @Test func wordsThatDoNotSpellTheLineAreNotTrusted() throws {
        var odd = line
        odd.words.removeLast()
        let found = try #require(odd.corners(of: "5550"))
        #expect(found.topLeft.distance(to: Self.slanted(from: 50, to: 90).topLeft) < 1e-9)
    }
}
