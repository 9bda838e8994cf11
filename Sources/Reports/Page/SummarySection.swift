import Scoring

/// The session in five numbers.
struct SummarySection {
    let contents: ReportModel

    var markup: Markup {
        guard !contents.ends.isEmpty else {
            return Markup("section", ["class": "empty"], Markup("p", [:], "No end of this session has been read yet."))
        }
        let total = contents.sheet.total
        var tiles = [
            tile("Total", "\(total.score)", detail: "of \(total.maximum)", kind: "tile lead"),
            tile(
                "Average", total.average.map { Numbers.fixed($0, 2) } ?? "–",
                detail: "points per \(contents.noun)"),
            tile(
                contents.plural, "\(total.arrows)",
                detail: "in " + Numbers.count(contents.ends.count, "end")),
            tile(
                contents.bestMark + "s", "\(total.tens)",
                detail: contents.countsX ? "X included" : share(total.tens, of: total.arrows)),
        ]
        if contents.countsX { tiles.append(tile("X", "\(total.xs)", detail: share(total.xs, of: total.arrows))) }
        tiles.append(review)
        return Markup("section", ["class": "tiles", "aria-label": "Summary"], tiles)
    }

    private var review: Markup {
        let arrows = contents.doubtfulArrows.count
        let ends = contents.doubtfulEnds.count
        guard arrows + ends > 0 else { return tile("To review", "0", detail: "nothing in doubt", kind: "tile fine") }
        let detail = Markup(
            "a", ["href": "#doubts"],
            .text(
                ends == 0
                    ? "see which " + (arrows == 1 ? contents.noun : contents.noun + "s")
                    : arrows == 0 ? "see which" : "and " + Numbers.count(ends, "end")))
        return tile("To review", arrows == 0 ? Numbers.count(ends, "end") : "\(arrows)", detail, kind: "tile doubt")
    }

    private func share(_ part: Int, of whole: Int) -> String {
        whole == 0 ? "–" : Numbers.percent(Double(part) / Double(whole))
    }

    private func tile(_ name: String, _ value: String, detail: String, kind: String = "tile") -> Markup {
        tile(name, value, .text(detail), kind: kind)
    }

    private func tile(_ name: String, _ value: String, _ detail: Markup, kind: String) -> Markup {
        Markup(
            "div", ["class": kind],
            Markup("p", ["class": "name"], .text(name)),
            Markup("p", ["class": "value"], .text(value)),
            Markup("p", ["class": "detail"], detail))
    }
}
