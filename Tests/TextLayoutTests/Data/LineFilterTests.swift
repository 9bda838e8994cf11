import Findings
import Testing
import TextLayout

@Suite("Lines that hold data") struct LineFilterTests {
    private static let lines = [
        "Invoice 2026-17", "see www.example.org/help", "mail info@example.org or call +49 30 1234567", "Thank you",
    ]

    private func kept(_ kinds: [TextDatum.Kind], of texts: [String] = lines) -> [String] {
        let place = Quadrilateral(Box(x: 0, y: 0, width: 100, height: 10))
        let lines = texts.map { TextLine(text: $0, confidence: 1, corners: place) }
        return LineFilter(keeping: kinds).lines(lines).map(\.text)
    }

    @Test(arguments: [
        ([TextDatum.Kind.url], [1]), ([.email], [2]), ([.phone], [2]), ([.url, .email], [1, 2]), ([.money], []),
    ])
    func onlyThoseWithDataOfTheKindsAreKept(kinds: [TextDatum.Kind], places: [Int]) {
        #expect(kept(kinds) == places.map { Self.lines[$0] })
    }

    @Test func anAddressKeepsEachOfItsLines() {
        let address = ["Quiver Club", "Musterstraße 12", "10115 Berlin", "Goodbye"]
        let kept = kept([.address], of: address)
        #expect(kept.contains("Musterstraße 12") && kept.contains("10115 Berlin") && !kept.contains("Goodbye"))
    }
}
