import Findings
import Scoring

/// An arrow on a drawn face.
///
/// The colour says how sure the model was, as in the user's app; white and dark outlines keep it readable on every ring.
/// A shaft is too thin to see on a large face, so the marker has a least size and the shaft's true one is a dot in it.
struct Marker {
    let entry: ArrowEntry
    /// The shaft's radius in the drawing's units.
    let shaft: Double
    /// The least radius that can be seen.
    let least: Double

    /// How far from the middle there is room, in radii of the full face.
    let reach: Double

    /// In the drawing's units; a miss beyond its edge stands at the edge, in its true direction.
    var position: Point {
        let place = Point(x: entry.arrow.value.normalizedX, y: entry.arrow.value.normalizedY)
        let farthest = max(place.x.magnitude, place.y.magnitude)
        let room = reach * FaceDrawing.scale - 1.4 * max(shaft, least)
        return place * (farthest * FaceDrawing.scale > room ? room / farthest : FaceDrawing.scale)
    }

    var markup: Markup {
        let radius = max(shaft, least)
        let hasDot = entry.arrow.value.kind == .arrow && shaft < 0.7 * radius
        let dot = hasDot ? Markup("circle", ["r": length(shaft), "fill": "#FFFFFF"]) : .none
        let place = "translate(\(length(position.x)) \(length(position.y)))"
        return Markup(
            "g", ["class": kind, "transform": place],
            Markup("title", [:], .text(title)),
            Markup(
                "circle",
                [
                    "r": length(radius + 0.25 * least), "fill": "#FFFFFF", "stroke": "#15171A",
                    "stroke-width": length(0.16 * least),
                ]),
            Markup("circle", ["r": length(radius), "fill": Self.colour(of: entry.arrow.value)]), dot)
    }

    private var kind: String {
        "mark e" + entry.end.key + (entry.arrow.value.needsReview ? " doubt" : "")
    }

    private var title: String {
        let value = entry.arrow.value
        let way = "\(Numbers.millimetres(value.distanceMm)) from the centre"
        let sure = value.source == .person ? "a person’s word" : "\(Numbers.percent(value.confidence)) sure"
        let clock = value.distanceMm < 0.5 ? "" : " at " + Direction.clock(value.clockPositionDeg)
        return "\(entry.label): \(value.mark), \(way)\(clock), \(sure)"
    }

    private func length(_ value: Double) -> String { Numbers.coordinate(value) }

    /// Red from 0.7, orange from 0.5, deep orange below; green for a person's.
    static func colour(of arrow: DetectedArrow) -> String {
        if arrow.source == .person { return "#1E9E4A" }
        return arrow.confidence >= 0.7 ? "#D50000" : arrow.confidence >= 0.5 ? "#FF9800" : "#FF5722"
    }
}
