import Scoring
import Testing

@testable import Reports

@Suite("Drawn faces")
struct FaceDrawingTests {
    /// The fills from the outermost ring in, with neighbours that are alike named once.
    private func fills(_ family: FaceFamily) -> [String] {
        let all = FaceDrawing(family: family).markup.html.matches(of: #/fill="([^"]+)"/#).map { String($0.1) }
        return all.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    private static let white = "#FFFFFF", black = "#1B1D20", blue = "#00B4D8", red = "#E53935", gold = "#FFD700"
    private static let royal = "#2A3FA0"

    @Test(
        "has the colours of the app",
        arguments: [
            (FaceFamily.tenRing, [white, black, blue, red, gold]), (.sixRing, [blue, red, gold]),
            (.fiveRing, [blue, red, gold]),
            (.field, [black, gold]), (.card, [white, black]),
            (.nfaa, [royal, white]), (.nfaaSpot, [royal, white]),
        ])
    func colours(family: FaceFamily, expected: [String]) {
        #expect(fills(family) == expected)
    }

    @Test("has every ring of the face's type, the outermost first", arguments: FaceFamily.allCases)
    func rings(family: FaceFamily) {
        let radii = FaceDrawing(family: family).markup.html.matches(of: #/ r="([0-9.]+)"/#).compactMap { Double($0.1) }
        #expect(radii == family.zones.reversed().map { ($0.radius * 1_000).rounded() })
        #expect(radii.first == family.outlineRadius * 1_000)
    }

    @Test("the page's scripts get the same rings, in radii", arguments: FaceFamily.allCases)
    func plain(family: FaceFamily) throws {
        let plain = try #require(PageSources.faces.first { $0.family == family }?.svg)
        let rings = { (html: String) in html.matches(of: #/<circle[^>]*>/#).map { String($0.0) } }
        #expect(rings(plain) == rings(FaceDrawing(family: family).markup.html))
        #expect(plain.hasPrefix("<g transform=\"scale(0.001)\">") && !plain.contains(" id="))
    }

    @Test("a ring's line can be seen on its colour", arguments: FaceFamily.allCases)
    func lines(family: FaceFamily) {
        // The line around a ring lies between it and the next one out.
        for (inner, outer) in zip(family.zones, family.zones.dropFirst())
        where FacePaint.fill(inner, of: family) == FacePaint.fill(outer, of: family) {
            #expect(FacePaint.line(inner, of: family) != FacePaint.fill(inner, of: family))
            #expect(
                (FacePaint.line(inner, of: family) == "#FFFFFF")
                    == [Self.black, Self.royal].contains(FacePaint.fill(inner, of: family)))
        }
    }
}
