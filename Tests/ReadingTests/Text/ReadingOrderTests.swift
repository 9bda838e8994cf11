import Findings
import Testing

@testable import Reading

@Suite("Reading order")
struct ReadingOrderTests {
    private func lines(_ texts: [String]) -> [TextLine] {
        texts.map { TextLine(text: $0, confidence: 1, corners: Quadrilateral(Box(x: 0, y: 0, width: 1, height: 1))) }
    }

    private static let left = ["one two three", "four five six", "seven eight nine", "ten eleven twelve"]
    private static let right = ["red green blue", "white black grey", "pink brown gold", "lime cyan teal"]

    @Test("columns that were read across stand in another order")
    func across() throws {
        let page = lines(Self.left + Self.right)
        let scene = lines(zip(Self.left, Self.right).flatMap { [$0, $1] })
        let agreement = try #require(ReadingOrder.agreement(of: scene, with: page))
        #expect(agreement < 0.7)
        #expect(ReadingOrder.agreement(of: page, with: page) == 1)
    }

    @Test("lines that are only divided otherwise stand in the same order")
    func divided() {
        let rows = zip(Self.left, Self.right).map { "\($0) \($1)" }
        let cells = zip(Self.left, Self.right).flatMap { [$0, $1] }
        #expect(ReadingOrder.agreement(of: lines(cells), with: lines(rows)) == 1)
    }

    @Test("words that are misread or repeated do not count, and few words tell nothing")
    func few() throws {
        let misread = Self.left.map { $0.replacing("e", with: "c") }
        #expect(ReadingOrder.agreement(of: lines(misread), with: lines(Self.left)) == nil)
        let page = lines(Self.left + ["the the the"])
        #expect(ReadingOrder.agreement(of: lines(["the"] + Self.left), with: page) == 1)
        #expect(ReadingOrder.agreement(of: [], with: []) == nil)
    }
}
