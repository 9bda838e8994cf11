import Scoring

/// A face as it is printed, in thousandths of the full face's radius around 0,0.
struct FaceDrawing {
    let family: FaceFamily

    /// Units of a drawing per radius of the full face.
    static let scale = 1_000.0

    /// The name by which other drawings of a page use it.
    var id: String { "face-" + family.rawValue }

    /// The drawing itself, once in a page.
    var markup: Markup {
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
        return Markup("g", ["id": id], rings + [middle])
    }

    /// The same drawing again.
    var use: Markup { Markup("use", ["href": "#" + id]) }
}
