import Findings
import Foundation

/// The printed lines of a page: level ones and upright ones, each turned by 10 degrees at most.
public struct PageRules: Sendable {
    /// From left to right.
    public var horizontal: [Rule] = []
    /// From top to bottom.
    public var vertical: [Rule] = []

    /// No lines.
    public init() {}

    /// The lines of a picture of three bytes a pixel (RGB), row by row.
    ///
    /// `textHeight` is that of ordinary words in pixels; without it, a sixtieth of the picture's height is taken. A buffer that
    /// is too small for the size has no lines.
    public init(pixels: UnsafeRawBufferPointer, size: PixelSize, textHeight: Double? = nil) {
        guard let grey = GreyPicture(pixels: pixels, size: size) else { return }
        let told = textHeight.flatMap { $0.isFinite ? $0 : nil }
        let text = max(told ?? Double(size.height) / 60, 4)
        let reach = Int(min(max(text * 0.35, 4), 24))
        let level = RuleTracer(
            grey: grey.bytes, width: size.width, height: size.height, reach: reach, shortest: max(text * 2, 24))
        horizontal = Self.joined(level.rules(), gap: text)
        let turned = grey.transposed()
        let upright = RuleTracer(
            grey: turned.bytes, width: size.height, height: size.width, reach: reach, shortest: max(text * 1.3, 20))
        vertical = Self.joined(upright.rules(), gap: text * 0.6).map(Self.transposed)
    }

    /// The mean turn of the long lines in radians, clockwise; nil without any.
    public var angle: Double? {
        let angles =
            horizontal.map { (atan2($0.end.y - $0.start.y, $0.end.x - $0.start.x), $0.length) }
            + vertical.map { (-atan2($0.end.x - $0.start.x, $0.end.y - $0.start.y), $0.length) }
        let longest = angles.map(\.1).max() ?? 0
        let long = angles.filter { $0.1 >= longest / 3 }
        let weight = long.reduce(0) { $0 + $1.1 }
        return weight > 0 ? long.reduce(0) { $0 + $1.0 * $1.1 } / weight : nil
    }

    private static func transposed(_ rule: Rule) -> Rule {
        Rule(
            start: Point(x: rule.start.y, y: rule.start.x), end: Point(x: rule.end.y, y: rule.end.x),
            thickness: rule.thickness)
    }

    /// So many lines are looked at; a page of print has fewer.
    private static let most = 1500

    /// Lines of which one goes on where the other ends become one.
    private static func joined(_ rules: [Rule], gap: Double) -> [Rule] {
        var open: [Rule] = []
        let longest = rules.sorted { $0.length > $1.length }.prefix(most)
        for rule in longest.sorted(by: { $0.start.x < $1.start.x }) {
            let match = open.firstIndex { other in
                let slope = (other.end.y - other.start.y) / max(other.end.x - other.start.x, 1)
                let expected = other.end.y + slope * (rule.start.x - other.end.x)
                return rule.start.x - other.end.x < gap && rule.end.x > other.end.x
                    && abs(rule.start.y - expected) < max(2.5, other.thickness)
            }
            guard let match else {
                open.append(rule)
                continue
            }
            open[match].end = rule.end
        }
        return open
    }
}
