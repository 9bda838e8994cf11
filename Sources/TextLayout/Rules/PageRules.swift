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
        let given = textHeight.flatMap { $0.isFinite ? $0 : nil }
        let text = max(given ?? Double(size.height) / 60, 4)
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

    /// The groups of lines that touch each other, each with two ways at least: the frames of tables and forms, downwards.
    ///
    /// `slack` is how far lines may miss each other, in pixels. An upright line of a frame touches two level ones or is at
    /// least six times as long as the slack: a letter's stem that touches one line is no part of a frame.
    func frames(slack: Double) -> [PageRules] {
        var sets = DisjointSets(count: horizontal.count + vertical.count)
        let uprights = horizontal.map { level in vertical.filter { Self.touch(level, $0, slack) }.count }
        for (v, upright) in vertical.enumerated() {
            let touched = horizontal.indices.filter {
                (uprights[$0] >= 2 || horizontal[$0].length > slack * 12) && Self.touch(horizontal[$0], upright, slack)
            }
            guard touched.count >= 2 || upright.length > slack * 6 else { continue }
            for h in touched { sets.join(h, horizontal.count + v) }
        }
        var frames: [Int: PageRules] = [:]
        for (h, rule) in horizontal.enumerated() {
            frames[sets.root(of: h), default: PageRules()].horizontal.append(rule)
        }
        for (v, rule) in vertical.enumerated() {
            frames[sets.root(of: horizontal.count + v), default: PageRules()].vertical.append(rule)
        }
        return frames.sorted { $0.key < $1.key }.map(\.value).filter {
            !$0.horizontal.isEmpty && !$0.vertical.isEmpty && $0.horizontal.count + $0.vertical.count >= 4
        }
    }

    /// All lines of frames, and level lines that are long: what stands beside words without being a part of one.
    ///
    /// `textHeight` is that of ordinary words in pixels, as for the search.
    public func withoutStems(textHeight: Double) -> PageRules {
        let frames = frames(slack: textHeight * 0.6)
        var rules = PageRules()
        rules.vertical = frames.flatMap(\.vertical)
        rules.horizontal = Array(
            Set(frames.flatMap(\.horizontal)).union(horizontal.filter { $0.length > textHeight * 6 }))
        return rules
    }

    /// Whether lines meet or cross, or miss each other by little.
    private static func touch(_ level: Rule, _ upright: Rule, _ slack: Double) -> Bool {
        // Where the upright line's column meets the level one.
        let share = (upright.start.x - level.start.x) / max(level.end.x - level.start.x, 1)
        let y = level.start.y + (level.end.y - level.start.y) * min(max(share, 0), 1)
        let part = (y - upright.start.y) / max(upright.end.y - upright.start.y, 1)
        let x = upright.start.x + (upright.end.x - upright.start.x) * min(max(part, 0), 1)
        return x >= level.start.x - slack && x <= level.end.x + slack && y >= upright.start.y - slack
            && y <= upright.end.y + slack
    }

    /// Paints the lines over with what lies beside them, so that a text engine reads the words of a table and no lines.
    ///
    /// `pixels` are three bytes a pixel (RGB), row by row; a buffer that is too small stays as it is.
    public func erase(from pixels: UnsafeMutableRawBufferPointer, size: PixelSize) {
        guard size.area(ofBytes: pixels.count) != nil else { return }
        for rule in horizontal {
            erase(rule, along: (size.width, 3), across: (size.height, size.width * 3), in: pixels)
        }
        for rule in vertical {
            erase(Self.transposed(rule), along: (size.height, size.width * 3), across: (size.width, 3), in: pixels)
        }
    }

    private func erase(
        _ rule: Rule, along: (count: Int, step: Int), across: (count: Int, step: Int),
        in pixels: UnsafeMutableRawBufferPointer
    ) {
        guard [rule.start.x, rule.start.y, rule.end.x, rule.end.y, rule.thickness].allSatisfy({ abs($0) < 1e7 }) else {
            return
        }
        let slope = (rule.end.y - rule.start.y) / max(rule.end.x - rule.start.x, 1)
        let half = Int((rule.thickness / 2 + 1.5).rounded(.up))
        let first = max(0, Int(rule.start.x) - 2)
        let last = min(along.count - 1, Int(rule.end.x) + 2)
        guard first <= last else { return }
        for x in first...last {
            let middle = Int(rule.start.y + slope * (Double(x) - rule.start.x))
            let above = max(0, min(across.count - 1, middle - half - 1))
            let below = max(0, min(across.count - 1, middle + half + 1))
            let (a, b) = (above * across.step + x * along.step, below * across.step + x * along.step)
            // The lighter side is the paper, the other may be a letter.
            let from = pixels[a + 1] > pixels[b + 1] ? a : b
            for y in max(0, min(across.count - 1, middle - half))...below {
                let place = y * across.step + x * along.step
                for channel in 0..<3 { pixels[place + channel] = pixels[from + channel] }
            }
        }
    }
}

/// A straight printed line.
public struct Rule: Hashable, Sendable {
    /// Its left or upper end, in pixels of the photo.
    public var start: Point
    /// Its right or lower end.
    public var end: Point
    /// Its width in pixels.
    public var thickness: Double

    /// A line from end to end.
    public init(start: Point, end: Point, thickness: Double) {
        self.start = start
        self.end = end
        self.thickness = thickness
    }

    /// From end to end, in pixels.
    public var length: Double { start.distance(to: end) }
}
