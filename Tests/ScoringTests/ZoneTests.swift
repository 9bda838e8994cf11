import Scoring
import Testing

@Suite struct ZoneTests {
    /// COMPATIBILITY.md's table: scores from the middle out, and the diameter of each ring in millimetres.
    @Test(arguments: [
        (FaceType.wa122, [10, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], [61.0, 122, 244, 366, 488, 610, 732, 854, 976, 1098]),
        (.wa40, [10, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], [20, 40, 80, 120, 160, 200, 240, 280, 320, 360, 400]),
        (.wa80SixRing, [10, 10, 9, 8, 7, 6, 5], [40, 80, 160, 240, 320, 400, 480]),
        (.wa80FiveRing, [10, 10, 9, 8, 7, 6], [40, 80, 160, 240, 320, 400]),
        (.wa40Triple, [10, 10, 9, 8, 7, 6], [20, 40, 80, 120, 160, 200]),
        (.wa40Compound, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], [20, 80, 120, 160, 200, 240, 280, 320, 360, 400]),
        (.wa40TripleCompound, [10, 9, 8, 7, 6], [20, 80, 120, 160, 200]),
        (.field80, [6, 5, 4, 3, 2, 1], [80, 160, 320, 480, 640, 800]),
        (.field20, [6, 5, 4, 3, 2, 1], [20, 40, 80, 120, 160, 200]),
        (.nfaa40, [5, 5, 4, 3, 2, 1], [40, 80, 160, 240, 320, 400]),
        (.nfaa40FiveSpot, [5, 5, 4], [40, 80, 160]),
        (.card, [10, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], [25, 50, 100, 150, 200, 250, 300, 350, 400, 450, 500]),
    ])
    func facesHaveTheirRings(_ face: FaceType, _ scores: [Int], _ diameters: [Double]) {
        let zones = face.zones(in: .compound)
        #expect(zones.map(\.score) == scores)
        for (zone, diameter) in zip(zones, diameters) { #expect(abs(zone.radius * face.diameter - diameter) < 1e-9) }
    }

    @Test(arguments: FaceType.allCases, ScoringSystem.allCases)
    func onlySomeSystemsAndFacesHaveAnX(_ face: FaceType, _ system: ScoringSystem) {
        let zones = face.zones(in: system)
        let expected = system.countsX && face.family != .field && !face.countsInnerTen
        #expect(face.hasX == (face.family != .field && !face.countsInnerTen))
        #expect(zones.contains { $0.isX } == expected)
        #expect(zones.last?.radius == face.outlineRadius)
        #expect(zones.first?.score == face.highestScore)
        #expect(zip(zones, zones.dropFirst()).allSatisfy { $0.radius < $1.radius })
    }
}
