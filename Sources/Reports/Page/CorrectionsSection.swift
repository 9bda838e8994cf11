import Scoring

/// What people said otherwise than the model.
struct CorrectionsSection {
    private let contents: Contents

    init(_ contents: Contents) { self.contents = contents }

    var markup: Markup? {
        let entries = contents.personsArrows
        guard !entries.isEmpty else { return nil }
        return Markup(
            "section", ["id": "corrections"],
            Markup("h2", [:], "Corrected by a person"),
            Markup("ul", ["class": "corrections"], entries.map(item)))
    }

    private func item(_ entry: ArrowEntry) -> Markup {
        let said: [Markup] =
            entry.arrow.corrected.map { model in
                if model.score == entry.arrow.value.score, model.isX == entry.arrow.value.isX {
                    return ["the model had said the same, at another place"]
                }
                return ["the model had said ", Self.plain(model)]
            } ?? ["the model had not seen it"]
        return Markup(
            "li", [:], Chip.markup(entry, isLink: false),
            Markup("span", [:], Markup("strong", [:], .text(entry.label)), ": ", .group(said)))
    }

    private static func plain(_ arrow: DetectedArrow) -> Markup {
        Markup("span", ["class": Chip.kind(of: arrow)], .text(arrow.mark))
    }
}
