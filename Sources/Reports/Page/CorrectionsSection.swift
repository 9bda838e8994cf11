import Scoring

/// The manual corrections, and those that are parked.
struct CorrectionsSection {
    let contents: ReportModel

    private var words: Words { contents.words }

    var markup: Markup? {
        let entries = contents.correctedArrows
        let parked = contents.session.parked
        guard !entries.isEmpty || !parked.isEmpty else { return nil }
        return Markup(
            "section", ["id": "corrections"],
            Markup("h2", [:], .text(words(.correctionsTitle))),
            entries.isEmpty ? .none : Markup("ul", ["class": "corrections"], entries.map(item)),
            parked.isEmpty
                ? .none
                : Markup("p", ["class": "detail"], .text(words(.parked))),
            parked.isEmpty ? .none : Markup("ul", [:], parked.map(item)))
    }

    private func item(_ parked: Session.ParkedCorrection) -> Markup {
        Markup(
            "li", [:], Markup("bdi", [:], .text(Session.fileName(ofPhoto: parked.photo))),
            .text(
                words(
                    parked.mark == nil ? .parkedRemoved : .parkedArrow,
                    ["number": "\(parked.arrow)", "mark": parked.mark ?? ""])))
    }

    private func item(_ entry: ArrowEntry) -> Markup {
        let answer: [Markup] =
            entry.arrow.corrected.map { self.answer($0, now: entry.arrow.value) } ?? [.text(words(.modelMissed))]
        return Markup(
            "li", [:], Chip.markup(entry, isLink: false),
            Markup("span", [:], Markup("strong", [:], .text(entry.named)), ": ", .group(answer)))
    }

    /// What the model had answered.
    private func answer(_ model: DetectedArrow, now value: DetectedArrow) -> [Markup] {
        guard model.score == value.score, model.isX == value.isX else {
            return [.text(words(.modelRead)), plain(model)]
        }
        let isMoved = model.normalizedX != value.normalizedX || model.normalizedY != value.normalizedY
        return [.text(words(isMoved ? .modelReadSameElsewhere : .modelReadSame))]
    }

    private func plain(_ arrow: DetectedArrow) -> Markup {
        Markup("span", ["class": Chip.kind(of: arrow)], .text(arrow.mark))
    }
}
