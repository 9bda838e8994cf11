import Findings
import Testing

@testable import Reading

@Suite("What was read on a page")
struct PageTextTests {
    @Test(
        "It is sparse where three lines or more have under four words each on average",
        arguments: [
            ([], false), ([1, 1], false), ([3, 4, 4], true), ([4, 4, 4], false), ([1, 1, 10], false),
            ([1, 2, 8], true),
        ])
    func sparse(words: [Int], isSparse: Bool) {
        let place = Quadrilateral(Box(x: 0, y: 0, width: 10, height: 10))
        let lines = words.map { count in
            TextLine(
                text: "", confidence: 1, corners: place,
                words: Array(repeating: TextWord(text: "a", confidence: 1, corners: place), count: count))
        }
        #expect(PageText(lines: lines).isSparse == isSparse)
    }
}
