import Scoring

/// The session in five numbers.
struct SummarySection {
    let contents: ReportModel

    private var words: Words { contents.words }

    var markup: Markup {
        guard !contents.ends.isEmpty else {
            return Markup("section", ["class": "empty"], Markup("p", [:], .text(words(.noEnds))))
        }
        let total = contents.sheet.total
        var tiles = [
            tile(
                words(.total), "\(total.score)", detail: words(.outOf, ["maximum": "\(total.maximum)"]),
                kind: "tile lead", test: "session-total"),
            tile(
                words(.average), total.average.map { words.fixed($0, 2) } ?? "–",
                detail: words(.pointsPerArrow, ["arrow": contents.noun])),
            tile(contents.plural, "\(total.arrows)", detail: words.count(.inEnds, contents.ends.count)),
            tile(
                words(.bests, ["best": contents.bestMark]), "\(total.tens)",
                detail: contents.countsX ? words(.xIncluded) : share(total.tens, of: total.arrows)),
        ]
        if contents.countsX { tiles.append(tile("X", "\(total.xs)", detail: share(total.xs, of: total.arrows))) }
        tiles.append(review)
        return Markup("section", ["class": "tiles", "aria-label": words(.summary)], tiles)
    }

    private var review: Markup {
        let (arrows, ends) = (contents.doubtfulArrows.count, contents.doubtfulEnds.count)
        guard arrows + ends > 0 else {
            return tile(words(.toReview), "0", detail: words(.nothingInDoubt), kind: "tile fine")
        }
        let nouns = arrows == 1 ? contents.noun : contents.nouns
        // On the page that reviews the list stands below, and another button leads to the first of it.
        let detail =
            contents.options.links.isReview
            ? (ends == 0 ? nouns : arrows == 0 ? "" : words.count(.andEnds, ends, ["arrows": nouns]))
            : ends == 0
                ? words(.seeWhichOf, ["arrows": nouns])
                : arrows == 0 ? words(.seeWhich) : words.count(.andEnds, ends, ["arrows": nouns])
        let text: Markup =
            contents.options.links.isReview ? .text(detail) : Markup("a", ["href": "#doubts"], .text(detail))
        return tile(
            words(.toReview), arrows == 0 ? words.count(.ends, ends) : "\(arrows)", text, kind: "tile doubt")
    }

    private func share(_ part: Int, of whole: Int) -> String {
        whole == 0 ? "–" : words.percent(Double(part) / Double(whole))
    }

    private func tile(
        _ name: String, _ value: String, detail: String, kind: String = "tile", test: String? = nil
    ) -> Markup {
        tile(name, value, .text(detail), kind: kind, test: test)
    }

    private func tile(
        _ name: String, _ value: String, _ detail: Markup, kind: String, test: String? = nil
    ) -> Markup {
        Markup(
            "div", ["class": kind],
            Markup("p", ["class": "name"], .text(name)),
            Markup("p", ["class": "value", "data-test": test], .text(value)),
            Markup("p", ["class": "detail"], detail))
    }
}
