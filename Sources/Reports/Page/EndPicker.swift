import Scoring

/// Choices beside a plot that bring one end's arrows forward, by style alone.
///
/// Each choice is a radio button that stands before the drawing; a rule for each fades the other arrows. The page that
/// reviews may have no such rules, and does the same by `data-shows`.
struct EndPicker {
    let arrows: [ArrowEntry]
    let name: String
    let words: Words

    /// The most ends that are offered one by one.
    static let mostEnds = 40

    private typealias Choice = (key: String, label: String)

    /// Nothing where there is nothing to choose.
    private var choices: [Choice] {
        var seen = Set<String>()
        let ends = arrows.map(\.end).filter { seen.insert($0.key).inserted }
        let hasDoubts = arrows.contains { $0.arrow.value.needsReview }
        // More ends than can be found among their buttons are chosen from below the plot, where each has a card.
        let areChoices = (2...Self.mostEnds).contains(ends.count)
        guard areChoices || hasDoubts else { return [] }
        let doubts = hasDoubts ? [(key: "doubt", label: words(.toReview))] : []
        return [(key: "all", label: words(.all))] + doubts
            + (areChoices ? ends.map { (key: "e" + $0.key, label: $0.shortLabel) } : [])
    }

    /// The choices, for a figure that the drawing follows in.
    var markup: Markup {
        let choices = choices
        guard !choices.isEmpty else { return .none }
        return .group([
            .group(choices.enumerated().map { input($1.key, label: $1.label, isChosen: $0 == 0) }),
            Markup(
                "div", ["class": "picker", "aria-hidden": "true"],
                Markup("span", ["class": "detail"], .text(words(.show))),
                .group(choices.map { Markup("label", ["for": id($0.key)], .text($0.label)) })),
        ])
    }

    /// What each choice does, for the page's style.
    var rules: String { choices.map { rule($0.key) }.joined() }

    private func id(_ key: String) -> String { name + "-" + key }

    private func input(_ key: String, label: String, isChosen: Bool) -> Markup {
        let spoken = key == "all" || key == "doubt" ? label : words(.endNumber, ["end": label])
        return Markup(
            "input",
            [
                "type": "radio", "name": name, "id": id(key), "class": "spoken",
                "aria-label": words(.showChoice, ["choice": spoken]), "data-shows": key,
                "checked": isChosen ? "" : nil,
            ])
    }

    /// Fades what is not chosen and shows which choice is on; the keys are made of our own letters and numbers.
    private func rule(_ key: String) -> String {
        let fades = key == "all" ? "" : "#\(id(key)):checked~svg .mark:not(.\(key)){opacity:.1}\n"
        let shows = "{background:var(--accent);color:var(--on-accent);border-color:var(--accent)}\n"
        return fades + "#\(id(key)):checked~.picker label[for=\"\(id(key))\"]" + shows
    }
}
