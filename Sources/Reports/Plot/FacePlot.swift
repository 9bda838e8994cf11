import Findings
import Scoring

/// Arrows on a drawn face, with their group.
struct FacePlot {
    let type: FaceType
    let arrows: [ArrowEntry]
    let group: ArrowGroup?
    let options: ReportOptions
    /// From the middle to the drawing's edge, in radii of the full face.
    let reach: Double
    /// The least radius of a marker, as a share of the reach.
    var leastMarker = 0.021

    /// As far as the drawing goes around a face with these arrows: all of it, and misses near it.
    static func reach(_ type: FaceType, _ arrows: [ArrowEntry]) -> Double {
        let farthest = arrows.map(\.arrow.value.farthest).max() ?? 0
        return max(type.outlineRadius * 1.06, min(farthest * 1.05, type.outlineRadius * 1.5))
    }

    /// The arrows that stand outside the drawing, at whose edge they are drawn.
    var outside: [ArrowEntry] { arrows.filter { $0.arrow.value.farthest > reach } }

    /// The drawing; its face is drawn here or was drawn in the page before.
    func markup(label: String, drawsFace: Bool, kind: String = "face") -> Markup {
        let edge = reach * FaceDrawing.scale
        let drawing = FaceDrawing(family: type.family)
        let markers = arrows.map {
            Marker(
                entry: $0, shaft: options.shaftDiameter / 2 / type.radius * FaceDrawing.scale,
                least: leastMarker * edge,
                reach: reach, levels: options.confidenceLevels
            ).markup
        }
        let (low, side) = (Numbers.coordinate(-edge), Numbers.coordinate(2 * edge))
        return Markup(
            "svg",
            ["viewBox": "\(low) \(low) \(side) \(side)", "class": kind, "role": "img", "aria-label": label],
            [drawsFace ? drawing.markup : drawing.use] + markers + [groupMarkup(edge)])
    }

    /// The group's ellipse and mean point, dark on a light underlay.
    private func groupMarkup(_ edge: Double) -> Markup {
        guard let group, group.count > 1 else { return .none }
        let scale = FaceDrawing.scale / type.radius
        let unit = { (share: Double) in Numbers.coordinate(share * edge) }
        func lines(_ shape: (String, String) -> Markup) -> Markup {
            .group([shape("under", unit(0.014)), shape("over", unit(0.006))])
        }
        let ellipse = group.ellipse.map { ellipse in
            lines { kind, width in
                Markup(
                    "ellipse",
                    [
                        "rx": Numbers.coordinate(ellipse.a * scale), "ry": Numbers.coordinate(ellipse.b * scale),
                        "transform": "rotate(\(Numbers.coordinate(ellipse.angleDeg)))", "class": kind,
                        "stroke-width": width,
                        "stroke-dasharray": kind == "over" ? unit(0.03) + " " + unit(0.018) : nil,
                    ])
            }
        }
        let arm = unit(0.05)
        let cross = lines { kind, width in
            Markup("path", ["d": "M-\(arm) 0H\(arm)M0-\(arm)V\(arm)", "class": kind, "stroke-width": width])
        }
        let place = "\(Numbers.coordinate(group.center.x * scale)) \(Numbers.coordinate(group.center.y * scale))"
        return Markup(
            "g", ["class": "group", "transform": "translate(\(place))"],
            Markup("title", [:], .text((arrows.first?.end.words ?? Words())(.groupDrawn))),
            ellipse ?? .none, cross)
    }
}

/// An arrow on a drawn face.
///
/// The colour shows how sure the model was, as in the user's app; white and dark outlines keep it readable on every ring.
/// A shaft is too thin to see on a large face, so the marker has a least size and the shaft's true one is a dot in it.
struct Marker {
    let entry: ArrowEntry
    /// The shaft's radius in the drawing's units.
    let shaft: Double
    /// The least radius that can be seen.
    let least: Double

    /// How far from the middle the drawing reaches, in radii of the full face.
    let reach: Double
    /// What its colour goes by.
    var levels = ConfidenceLevels.usual

    /// In the drawing's units; a miss beyond its edge stands at the edge, in its true direction.
    var position: Point {
        let place = Point(x: entry.arrow.value.normalizedX, y: entry.arrow.value.normalizedY)
        let farthest = entry.arrow.value.farthest
        let room = reach * FaceDrawing.scale - 1.4 * max(shaft, least)
        return place * (farthest * FaceDrawing.scale > room ? room / farthest : FaceDrawing.scale)
    }

    var markup: Markup {
        let radius = max(shaft, least)
        let hasDot = entry.arrow.value.kind == .arrow && (0.001..<0.7 * radius).contains(shaft)
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
            Markup("circle", ["r": length(radius), "fill": tone.colour]), dot)
    }

    private var kind: String {
        "mark e" + entry.end.key + (entry.arrow.value.needsReview ? " doubt" : "")
    }

    private var title: String {
        let (value, words) = (entry.arrow.value, entry.end.words)
        let far = words(.markerPlace, ["length": words.millimetres(value.distanceMm)])
        let clock = words.clock(value.clockPositionDeg)
        let way = value.distanceMm < 0.5 ? far : words(.clockAt, ["way": far, "clock": clock])
        let sure =
            entry.isOnlyConfirmed
            ? words(.onlyConfirmed)
            : value.source == .person
                ? words(.manualCorrection) : words(.sureShare, ["share": words.percent(value.confidence)])
        return "\(entry.named): \(value.mark), \(way), \(sure)"
    }

    private func length(_ value: Double) -> String { Numbers.coordinate(value) }

    /// How sure an arrow is, as its marker's colour shows it.
    enum Tone: String {
        case sure, likely, unsure, person, confirmed

        /// Red from high on, orange from moderate on, deep orange below; green for a manual correction, blue for one that is
        /// as read.
        var colour: String {
            switch self {
            case .sure: "#D50000"
            case .likely: "#FF9800"
            case .unsure: "#FF5722"
            case .person: "#1E9E4A"
            case .confirmed: "#1565C0"
            }
        }
    }

    private var tone: Tone { entry.isOnlyConfirmed ? .confirmed : Self.tone(of: entry.arrow.value, levels) }

    /// The tone of an arrow's value by itself.
    private static func tone(of arrow: DetectedArrow, _ levels: ConfidenceLevels) -> Tone {
        if arrow.source == .person { return .person }
        return switch levels.level(of: arrow.confidence) {
        case .veryHigh, .high: .sure
        case .moderate: .likely
        case .low: .unsure
        }
    }

    /// The colour of an arrow's value by itself.
    static func colour(of arrow: DetectedArrow, _ levels: ConfidenceLevels = .usual) -> String {
        tone(of: arrow, levels).colour
    }
}

extension DetectedArrow {
    /// The larger of its distances from the face's centre, across and down, in radii of the full face.
    fileprivate var farthest: Double { max(normalizedX.magnitude, normalizedY.magnitude) }
}
