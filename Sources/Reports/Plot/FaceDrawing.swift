import Scoring

/// A face as it is printed, in thousandths of the full face's radius around 0,0.
struct FaceDrawing {
    let family: FaceFamily

    /// Units of a drawing per radius of the full face.
    static let scale = 1_000.0

    /// The name by which other drawings of a page use it.
    var id: String { "face-" + family.rawValue }

    /// The drawing itself, once in a page.
    var markup: Markup { Markup("g", ["id": id], pieces) }

    private var pieces: [Markup] {
        let rings = family.zones.reversed().map { zone in
            Markup(
                "circle",
                [
                    "r": Numbers.coordinate(zone.radius * Self.scale), "fill": FacePaint.fill(zone, of: family),
                    "stroke": FacePaint.line(zone, of: family), "class": "ring",
                ])
        }
        let middle = Markup(
            "path",
            ["d": "M-12 0H12M0-12V12", "stroke": family == .card ? "#FFFFFF" : "#33373D", "class": "ring"])
        return rings + [middle]
    }

    /// The drawing for the page's scripts, which draw on it themselves: without an id, in radii of the full face.
    static func plain(_ family: FaceFamily) -> String {
        let drawing = FaceDrawing(family: family)
        return Markup("g", ["transform": "scale(\(1 / scale))"], drawing.pieces).html
    }

    /// The same drawing again.
    var use: Markup { Markup("use", ["href": "#" + id]) }
}

/// The colours of printed faces: those of the user's app.
package enum FacePaint {
    /// What a ring is printed in.
    package static func fill(_ zone: Zone, of family: FaceFamily) -> String {
        switch family {
        case .tenRing, .sixRing, .fiveRing: Self.target(zone.score)
        case .field: zone.score >= 5 ? gold : black
        case .nfaa, .nfaaSpot: zone.score >= 5 ? white : nfaaBlue
        // Which rings are black differs by card; on the precision card it is the 7 and what is inside it.
        case .card: zone.score >= 7 ? black : white
        }
    }

    /// The line around a ring: light on dark print, dark on any other.
    package static func line(_ zone: Zone, of family: FaceFamily) -> String {
        let isDark = [black, nfaaBlue].contains(fill(zone, of: family))
        return isDark && zone.radius < darkEdge(family) ? "#FFFFFF" : "#33373D"
    }

    private static func target(_ score: Int) -> String {
        switch score {
        case 9...: gold
        case 7...8: "#E53935"
        case 5...6: "#00B4D8"
        case 3...4: black
        default: white
        }
    }

    /// Where the dark print ends.
    private static func darkEdge(_ family: FaceFamily) -> Double {
        switch family {
        case .tenRing: 0.8
        case .sixRing, .fiveRing: 0
        case .field, .nfaa: 1
        case .nfaaSpot: 0.4
        case .card: 0.4
        }
    }

    private static let gold = "#FFD700"
    private static let black = "#1B1D20"
    private static let white = "#FFFFFF"
    private static let nfaaBlue = "#2A3FA0"
}
