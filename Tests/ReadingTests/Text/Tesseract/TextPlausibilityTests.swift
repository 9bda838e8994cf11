import Findings
import Testing

@testable import Reading

@Suite struct TextPlausibilityTests {
    private func line(_ words: [(String, Double)], height: Double = 20) -> ReadLine {
        ReadLine(
            words: words.enumerated().map { index, word in
                ReadWord(
                    text: word.0, confidence: word.1,
                    box: Box(x: Double(index) * 100, y: 0, width: 90, height: height), language: "eng", characters: [])
            }, block: 0, paragraph: 0)
    }

    @Test(arguments: [
        ([("FLAVORED", 0.9)], true, true), ([("Vij", 0.51)], false, false), ([("oo", 0.8)], false, false),
        ([("10", 0.95)], true, false), ([("|||", 0.9)], false, false), ([("lll", 0.9)], true, false),
        ([("wwe", 0.66)], false, false), ([("2298", 0.9)], true, true),
    ])
    func marksAreNoText(words: [(String, Double)], isText: Bool, isTextAlone: Bool) {
        let filter = TextPlausibility(confidence: 0.6)
        #expect(filter.filtered([line(words)], strict: false).isEmpty != isText)
        #expect(filter.filtered([line(words)], strict: true).isEmpty != isTextAlone)
    }

    @Test func marksAtALinesEndsAreCutOff() throws {
        let filtered = TextPlausibility(confidence: 0.6)
            .filtered([line([("|", 0.4), ("Target", 0.9), ("&", 0.9), ("face", 0.9), ("~", 0.3)])], strict: false)
        #expect(try #require(filtered.first).text == "Target & face")
    }

    @Test(arguments: [(20.0, 4), (60.0, 3)])
    func aBadlyReadLineOfAPageIsTextWhereItIsAsHighAsTheOthers(height: Double, count: Int) {
        let good = line([("Written", 0.95), ("plainly", 0.95)])
        let poor = line([("perezoso", 0.45), ("raposa", 0.75)], height: height)
        let doubtful = TextPlausibility(confidence: 0.65).filtered([good, good, good, poor], strict: false)
        #expect(doubtful.count == count)
    }
}
