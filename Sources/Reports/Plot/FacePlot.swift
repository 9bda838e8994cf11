import Findings
import Scoring

/// Arrows on a drawn face, with their group.
struct FacePlot {
    let type: FaceType
    let arrows: [ArrowEntry]
    let group: ArrowGroup?
    let shaftDiameter: Double
    /// From the middle to the drawing's edge, in radii of the full face.
    let reach: Double
    /// The least radius of a marker, as a share of the reach.
    var leastMarker = 0.021

    /// As far as the drawing goes around a face with these arrows: all of it, and misses near it.
    static func reach(_ type: FaceType, _ arrows: [ArrowEntry]) -> Double {
        let farthest = arrows.map { max($0.arrow.value.normalizedX.magnitude, $0.arrow.value.normalizedY.magnitude) }
        return max(type.outlineRadius * 1.06, min((farthest.max() ?? 0) * 1.05, type.outlineRadius * 1.5))
    }

    /// The arrows that stand outside the drawing, at whose edge they are drawn.
    var outside: [ArrowEntry] {
        arrows.filter {
            max($0.arrow.value.normalizedX.magnitude, $0.arrow.value.normalizedY.magnitude) > reach
        }
    }

    /// The drawing; its face is drawn here or was drawn in the page before.
    func markup(label: String, drawsFace: Bool, kind: String = "face") -> Markup {
        let edge = reach * FaceDrawing.scale
        let drawing = FaceDrawing(family: type.family)
        let markers = arrows.map {
            Marker(
                entry: $0, shaft: shaftDiameter / 2 / type.radius * FaceDrawing.scale, least: leastMarker * edge,
                reach: reach
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
            Markup("title", [:], "Mean point of all arrows, and the ellipse that holds 95 % of such arrows"),
            ellipse ?? .none, cross)
    }
}
