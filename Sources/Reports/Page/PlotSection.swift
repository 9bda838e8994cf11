import Findings
import Scoring

/// All arrows on a drawn face and the size and place of their group, for each type of face.
struct PlotSection {
    private let contents: ReportModel

    init(_ contents: ReportModel) { self.contents = contents }

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
            type: type, arrows: arrows, group: group, shaftDiameter: contents.options.shaftDiameter,
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
        let colours = [
            ("#D50000", "70\u{202F}% sure or more"), ("#FF9800", "50 to 69\u{202F}%"), ("#FF5722", "less"),
            ("#1E9E4A", "a person’s word"),
        ]
        let entries = colours.map { colour, meaning in
            Markup("span", [:], Markup("i", ["class": "swatch", "style": "background:" + colour]), .text(meaning))
        }
        let dot = contents.noun == "hole" ? "" : "The white dot in a marker is as thick as the shaft. "
        return Markup(
            "p", ["class": "legend"],
            entries + [.text(dot + "The cross is the mean point, the dashed line the 95\u{202F}% ellipse.")])
    }
}
