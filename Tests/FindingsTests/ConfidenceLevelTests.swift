import Findings
import Foundation
import Testing

@Suite struct ConfidenceLevelTests {
    @Test(arguments: [
        (1, ConfidenceLevel.veryHigh), (0.9, .veryHigh), (0.9.nextDown, .high), (0.7, .high), (0.7.nextDown, .moderate),
        (0.5, .moderate), (0.5.nextDown, .low), (0, .low),
    ])
    func wordsBeginAtTheirBounds(_ confidence: Double, _ level: ConfidenceLevel) {
        #expect(ConfidenceLevels.usual.level(of: confidence) == level)
    }

    @Test func wordsAreThoseOfTheDocuments() {
        #expect(ConfidenceLevel.allCases.map(\.rawValue) == ["very high", "high", "moderate", "low"])
    }

    @Test(arguments: [
        [0.5, 0.7, 0.9], [0.9, 0.9, 0.5], [0.9, 0.7], [1.1, 0.7, 0.5], [0.9, 0.7, -0.1], [.nan, 0.7, 0.5],
    ])
    func boundsDescendFromOneToZero(_ bounds: [Double]) throws {
        #expect(ConfidenceLevels(bounds) == nil)
        guard !bounds.contains(where: \.isNaN) else { return }
        let json = try JSONEncoder().encode(bounds)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ConfidenceLevels.self, from: json) }
    }

    @Test func ownBoundsAreSentOnAsTheyAre() throws {
        let own = try #require(ConfidenceLevels([0.8, 0.6, 0.2]))
        #expect(try JSONDecoder().decode(ConfidenceLevels.self, from: JSONEncoder().encode(own)) == own)
        #expect([0.8, 0.79, 0.2, 0.1].map(own.level) == [.veryHigh, .high, .moderate, .low])
    }
}
