import Scoring

/// Each end's arrows on a small face.
struct EndsSection {
    let contents: ReportModel

    /// More ends than the page that reviews shows at once: they are folded away.
    static let most = 30

    private var words: Words { contents.words }

    var markup: Markup? {
        guard !contents.ends.isEmpty else { return nil }
        let title = words(.endsTitle)
        let rows = zip(contents.ends, contents.sheet.rounds.flatMap(\.rows))
        let reaches = Dictionary(contents.faceTypes.map { ($0, smallReach($0)) }) { first, _ in first }
        let cards = Markup("div", ["class": "ends"], rows.map { card($0, $1, reaches) })
        let isFolded = contents.options.links.isReview && contents.ends.count > Self.most
        return Markup(
            "section", ["id": "ends", "aria-label": title], Markup("h2", [:], .text(title)),
            isFolded
                ? Markup(
                    "details", ["class": "more", "data-more": "ends"],
                    Markup("summary", [:], .text(words.count(.allEnds, contents.ends.count))), cards)
                : cards)
    }

    /// How far the small faces go: the same for all ends, and no farther than arrows that score.
    private func smallReach(_ type: FaceType) -> Double {
        let farthest = contents.placed(on: type).map(\.arrow.value).filter { $0.score > 0 }.map(\.distanceFromCenter)
        return min(max((farthest.max() ?? 1) * 1.15, type.outlineRadius * 0.4), type.outlineRadius * 1.04)
    }

    /// One end's arrows on its face, drawn small; an end without any has words in its place.
    private func card(_ entry: EndEntry, _ row: ScoreSheet.Row, _ reaches: [FaceType: Double]) -> Markup {
        let score = entry.end.arrows.isEmpty ? "–" : "\(row.tally.score)"
        let type = entry.arrows.lazy.compactMap { $0.place == nil ? nil : $0.faceType }.first
        let arrows = entry.arrows.filter { $0.place != nil && $0.faceType == type }
        let drawing = type.map { type in
            FacePlot(
                type: type, arrows: arrows, group: nil, options: contents.options,
                reach: reaches[type] ?? 1, leastMarker: 0.045
            ).markup(
                label: words(.onItsFace, ["end": entry.label]), drawsFace: false, kind: "face small")
        }
        let blank = words(entry.end.arrows.isEmpty ? .noScore : .noPlaces)
        let doubt: Markup =
            entry.end.needsReview ? Markup("span", ["class": "spoken"], .text(", " + words(.toCheck))) : .none
        return Markup(
            "a", ["class": entry.end.needsReview ? "card doubtful" : "card", "href": entry.links.row(entry)],
            drawing ?? Markup("span", ["class": "blank"], .text(blank)),
            Markup("span", ["class": "name"], .text(entry.label), doubt),
            Markup("strong", [:], .text(score)))
    }
}
