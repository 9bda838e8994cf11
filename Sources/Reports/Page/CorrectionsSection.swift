import Scoring

/// What people said otherwise than the model.
struct CorrectionsSection {
    private let contents: ReportModel

    init(_ contents: ReportModel) { self.contents = contents }

    var markup: Markup? {
        let entries = contents.personsArrows
        let parked = contents.session.parked
        guard !entries.isEmpty || !parked.isEmpty else { return nil }
        return Markup(
            "section", ["id": "corrections"],
            Markup("h2", [:], "Corrected by a person"),
            entries.isEmpty ? .none : Markup("ul", ["class": "corrections"], entries.map(item)),
            parked.isEmpty
                ? .none
                : Markup("p", ["class": "detail"], "Parked, because another photo has the name of theirs now:"),
            parked.isEmpty ? .none : Markup("ul", [:], parked.map(item)))
    }

    private func item(_ parked: Session.ParkedCorrection) -> Markup {
        let name = parked.photo.split(separator: "/").last.map(String.init) ?? parked.photo
        return Markup(
            "li", [:], Markup("bdi", [:], .text(name)),
            .text(", arrow \(parked.arrow): " + (parked.mark ?? "removed")))
    }

    private func item(_ entry: ArrowEntry) -> Markup {
        let said = entry.arrow.corrected.map { Self.said($0, now: entry.arrow.value) } ?? ["the model had not seen it"]
        return Markup(
            "li", [:], Chip.markup(entry, isLink: false),
            Markup("span", [:], Markup("strong", [:], .text(entry.label)), ": ", .group(said)))
    }

    private static func said(_ model: DetectedArrow, now value: DetectedArrow) -> [Markup] {
        guard model.score == value.score, model.isX == value.isX else { return ["the model had said ", plain(model)] }
        let isMoved = model.normalizedX != value.normalizedX || model.normalizedY != value.normalizedY
        return [isMoved ? "the model had said the same, at another place" : "the model had said the same"]
    }

    private static func plain(_ arrow: DetectedArrow) -> Markup {
        Markup("span", ["class": Chip.kind(of: arrow)], .text(arrow.mark))
    }
}
