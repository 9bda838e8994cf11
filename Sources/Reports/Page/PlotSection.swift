import Findings
import Scoring

/// All arrows on a drawn face and the size and place of their group, for each type of face.
struct PlotSection {
    let contents: ReportModel

    private var words: Words { contents.words }

    var markup: Markup? {
        guard !contents.ends.isEmpty else { return nil }
        let plots = types.indices.map(plot)
        let nothing = Markup("p", ["class": "detail"], .text(words(.nothingPlaced, ["arrow": contents.noun])))
        let title = words(.plotTitle, ["arrows": contents.plural])
        return Markup(
            "section", ["id": "plot", "aria-label": title],
            Markup("h2", [:], .text(title)), .group(plots.isEmpty ? [nothing] : plots), plots.isEmpty ? .none : legend)
    }

    /// The types of faces with an arrow to draw.
    private var types: [FaceType] { contents.faceTypes.filter { !contents.placed(on: $0).isEmpty } }

    /// What the choices beside the plots do, for the page's style.
    var rules: String { types.indices.map { picker($0).rules }.joined() }

    private func picker(_ index: Int) -> EndPicker {
        EndPicker(arrows: contents.placed(on: types[index]), name: "pick-\(index + 1)", words: words)
    }

    private func plot(_ index: Int) -> Markup {
        let type = types[index]
        let arrows = contents.placed(on: type)
        let group = ArrowGroup(arrows.compactMap(\.place))
        let plot = FacePlot(
            type: type, arrows: arrows, group: group, options: contents.options,
            reach: FacePlot.reach(type, arrows))
        let isFirstOfFamily = types.first { $0.family == type.family } == type
        let face = type.name(in: words.language)
        let label = words(.onDrawnFace, ["arrows": contents.count(arrows.count), "face": face])
        let name = Words.capitalized(face)
        return Markup(
            "div", ["class": "plot"],
            Markup("h3", [:], .text(type.isSpot ? words(.spotsOverOneAnother, ["face": name]) : name)),
            Markup(
                "div", ["class": "columns"],
                Markup(
                    "figure", [:], picker(index).markup, plot.markup(label: label, drawsFace: isFirstOfFamily),
                    outside(plot.outside)),
                group.map { GroupTable(contents: contents, group: $0, type: type).markup } ?? .none))
    }

    private func outside(_ arrows: [ArrowEntry]) -> Markup {
        guard !arrows.isEmpty else { return .none }
        let names = arrows.map(\.label).joined(separator: "; ")
        return Markup("p", ["class": "detail"], .text(words(.fartherOut, ["arrows": names])))
    }

    /// What the markers mean.
    private var legend: Markup {
        let levels = contents.options.confidenceLevels
        let bound = { (share: Double) in ["share": words.percent(share)] }
        var tones: [(Marker.Tone, String)] = [
            (.sure, words(.sureHigh, bound(levels.high))), (.likely, words(.sureMiddle, bound(levels.moderate))),
            (.unsure, words(.sureLow)), (.person, words(.manualCorrection)),
        ]
        if contents.arrows.contains(where: \.isOnlyConfirmed) { tones.append((.confirmed, words(.onlyConfirmed))) }
        let entries = tones.map { tone, meaning in
            Markup("span", [:], Markup("i", ["class": "key fill-" + tone.rawValue]), .text(meaning))
        }
        let dot = contents.isOfHoles || contents.options.shaftDiameter == 0 ? "" : words(.shaftDot)
        return Markup("p", ["class": "legend"], entries + [.text(dot + words(.groupLegend))])
    }
}
