import Findings

extension PageRules {
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
}
