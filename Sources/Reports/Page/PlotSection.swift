import Findings
import Scoring

/// All arrows on a drawn face and the size and place of their group, for each type of face.
struct PlotSection {
    let contents: ReportModel

    var markup: Markup? {
        guard !contents.ends.isEmpty else { return nil }
        let plots = types.indices.map(plot)
        let nothing = Markup(
            "p", ["class": "detail"],
            .text("No \(contents.noun) has a known place on a face, so there is none to draw."))
        return Markup(
            "section", ["id": "plot"],
            Markup("h2", [:], .text("\(contents.plural) and group")), .group(plots.isEmpty ? [nothing] : plots),
            plots.isEmpty ? .none : legend)
    }

    /// The types of faces with an arrow to draw.
    private var types: [FaceType] { contents.faceTypes.filter { !contents.placed(on: $0).isEmpty } }

    /// What the choices beside the plots do, for the page's style.
    var rules: String { types.indices.map { picker($0).rules }.joined() }

    private func picker(_ index: Int) -> EndPicker {
        EndPicker(arrows: contents.placed(on: types[index]), name: "pick-\(index + 1)")
    }

    private func plot(_ index: Int) -> Markup {
        let type = types[index]
        let arrows = contents.placed(on: type)
        let group = ArrowGroup(arrows.compactMap(\.place))
        let plot = FacePlot(
            type: type, arrows: arrows, group: group, options: contents.options,
            reach: FacePlot.reach(type, arrows))
        let isFirstOfFamily = types.first { $0.family == type.family } == type
        let count = Numbers.count(arrows.count, contents.noun)
        return Markup(
            "div", ["class": "plot"],
            Markup("h3", [:], .text(name(of: type))),
            Markup(
                "div", ["class": "columns"],
                Markup(
                    "figure", [:], picker(index).markup,
                    plot.markup(label: "\(count) on a drawn \(type.words)", drawsFace: isFirstOfFamily),
                    outside(plot.outside)),
                group.map {
                    GroupTable(group: $0, noun: contents.noun, isSizeAssumed: contents.isSizeAssumed(type), type: type)
                        .markup
                }
                    ?? .none))
    }

    private func name(of type: FaceType) -> String {
        Words.capitalized(type.words) + (type.isSpot ? ", its spots over one another" : "")
    }

    private func outside(_ arrows: [ArrowEntry]) -> Markup {
        guard !arrows.isEmpty else { return .none }
        let names = arrows.map(\.label).joined(separator: "; ")
        return Markup("p", ["class": "detail"], .text("Farther out than drawn: \(names)."))
    }

    /// What the markers mean.
    private var legend: Markup {
        let levels = contents.options.confidenceLevels
        let colours = [
            ("#D50000", "\(Numbers.percent(levels.high)) sure or more"),
            ("#FF9800", "\(Numbers.percent(levels.moderate)) or more"), ("#FF5722", "less"),
            ("#1E9E4A", "manual correction"),
        ]
        let entries = colours.map { colour, meaning in
            Markup("span", [:], Markup("i", ["class": "swatch", "style": "background:" + colour]), .text(meaning))
        }
        let dot =
            contents.noun == "hole" || contents.options.shaftDiameter == 0
            ? "" : "The white dot in a marker is as thick as the shaft. "
        return Markup(
            "p", ["class": "legend"],
            entries + [.text(dot + "The cross is the mean point, the dashed line the 95\u{202F}% ellipse.")])
    }
}

/// A group's size and place in millimetres.
struct GroupTable {
    let group: ArrowGroup
    let noun: String
    let isSizeAssumed: Bool
    let type: FaceType

    var markup: Markup {
        let entries = rows.map { name, value, note in
            Markup(
                "div", [:], Markup("dt", [:], .text(name)),
                Markup(
                    "dd", [:], Markup("strong", [:], .text(value)),
                    note.map { Markup("span", ["class": "detail"], .text($0)) } ?? .none))
        }
        return Markup(
            "div", [:], Markup("dl", [:], entries),
            isSizeAssumed ? Markup("p", ["class": "note"], .text(remark)) : .none)
    }

    private var rows: [(String, String, String?)] {
        let isCentred = group.offset < 0.5
        var rows: [(String, String, String?)] = [
            (
                "Centre of the group", isCentred ? "in the middle" : Numbers.millimetres(group.offset) + " off",
                isCentred ? nil : "at \(Direction.clock(group.offsetClockDeg)): \(Direction.offset(group.center))"
            )
        ]
        guard group.count > 1 else { return rows }
        rows.append(("Mean radius", Numbers.millimetres(group.meanRadius), "mean distance from the group’s centre"))
        rows.append(("Extreme spread", Numbers.millimetres(group.extremeSpread), "between the two farthest apart"))
        if let ellipse = group.ellipse {
            rows.append(
                (
                    "95\u{202F}% ellipse",
                    "\(Numbers.fixed(2 * ellipse.a, 0)) × \(Numbers.millimetres(2 * ellipse.b))", "length × width"
                ))
        }
        rows.append(("Counted", Numbers.count(group.count, noun), "with known place, misses included"))
        return rows
    }

    private var remark: String {
        """
        Assumed size: the photos do not show how large the face is and the settings do not say, so the millimetres are \
        right only if its full ten rings are \(Numbers.fixed(type.diameter / 10, 0)) cm across.
        """
    }
}

/// Choices beside a plot that bring one end's arrows forward, by style alone.
///
/// Each choice is a radio button that stands before the drawing; a rule for each fades the other arrows.
struct EndPicker {
    let arrows: [ArrowEntry]
    let name: String

    private typealias Choice = (key: String, label: String)

    /// Nothing where there is nothing to choose.
    private var choices: [Choice] {
        var seen = Set<String>()
        let ends = arrows.map(\.end).filter { seen.insert($0.key).inserted }
        let hasDoubts = arrows.contains { $0.arrow.value.needsReview }
        guard ends.count > 1 || hasDoubts else { return [] }
        let doubts = hasDoubts ? [(key: "doubt", label: "To review")] : []
        return [(key: "all", label: "All")] + doubts
            + (ends.count > 1 ? ends.map { (key: "e" + $0.key, label: $0.shortLabel) } : [])
    }

    /// The choices, for a figure that the drawing follows in.
    var markup: Markup {
        let choices = choices
        guard !choices.isEmpty else { return .none }
        return .group([
            .group(choices.enumerated().map { input($1.key, label: $1.label, isChosen: $0 == 0) }),
            Markup(
                "div", ["class": "picker", "aria-hidden": "true"],
                Markup("span", ["class": "detail"], "Show"),
                .group(choices.map { Markup("label", ["for": id($0.key)], .text($0.label)) })),
        ])
    }

    /// What each choice does, for the page's style.
    var rules: String { choices.map { rule($0.key) }.joined() }

    private func id(_ key: String) -> String { name + "-" + key }

    private func input(_ key: String, label: String, isChosen: Bool) -> Markup {
        let spoken = key == "all" || key == "doubt" ? label : "End " + label
        return Markup(
            "input",
            [
                "type": "radio", "name": name, "id": id(key), "class": "spoken", "aria-label": "Show: " + spoken,
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

extension EndEntry {
    /// `3`, or `2·3` where there are several rounds.
    var shortLabel: String { namesRound ? "\(round.number)·\(end.number)" : "\(end.number)" }
}
