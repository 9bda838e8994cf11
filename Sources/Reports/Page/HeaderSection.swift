import Scoring

/// The top of a page: which session, when, shot at what, and where to find the rest.
struct HeaderSection {
    private let contents: ReportModel

    init(_ contents: ReportModel) { self.contents = contents }

    var markup: Markup {
        let dates = Dates(contents.session)
        return Markup(
            "header", [:],
            Markup("p", ["class": "kicker"], "Score report"),
            Markup("h1", [:], Markup("bdi", [:], .text(contents.title))),
            Markup("p", ["class": "facts"], facts(dates)),
            contents.ends.isEmpty ? .none : navigation)
    }

    private func facts(_ dates: Dates?) -> [Markup] {
        let systems = contents.session.rounds.map(\.system.words).uniqued
        let texts = [dates?.text].compactMap { $0 } + systems + contents.faceTypes.map(\.words)
        return texts.map { Markup("span", [:], .text($0)) }
    }

    private var navigation: Markup {
        Markup(
            "nav", ["aria-label": "Parts of this page"],
            Markup("a", ["href": "#sheet"], "Score sheet"),
            Markup("a", ["href": "#plot"], .text(contents.plural + " and group")),
            contents.ends.count > 1 ? Markup("a", ["href": "#trend"], "End by end") : .none,
            contents.photos.isEmpty ? .none : Markup("a", ["href": "#photos"], "Photos"))
    }
}

extension Array where Element: Hashable {
    /// Each element once, where it is first.
    var uniqued: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
