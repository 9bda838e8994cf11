import Evaluation
import Scoring

/// One self-contained page for an evaluation: what a curator opens.
///
/// It needs nothing from elsewhere, no script and no font, and its own policy forbids the rest, as that of ``HTMLReport``.
public struct EvaluationPage: Sendable {
    private let contents: EvaluationContents

    /// A page for one evaluation.
    ///
    /// - Parameters:
    ///   - comparison: The evaluation beside another one; nil where there is none.
    ///   - title: The results that were measured.
    ///   - notes: Sentences on what truth is, and what is left out.
    public init(
        _ evaluation: ModelEvaluation, beside comparison: ModelComparison? = nil, title: String, notes: [String],
        language: ReportLanguage = .english
    ) {
        contents = EvaluationContents(
            evaluation: evaluation, comparison: comparison, title: title, notes: notes, words: Words(language))
    }

    /// The page.
    public var text: String {
        let all: [(title: EvaluationWord, markup: Markup?)] = [
            (.comparison, ComparisonSection(contents: contents).markup),
            (.classes, ClassTable(contents: contents).markup),
            (.curves, PrecisionChart(contents: contents).markup), (.matrix, ConfusionTable(contents: contents).markup),
            (.calibration, CalibrationChart(contents: contents).markup),
            (.worst, WorstPhotos(contents: contents).markup),
            (.repeated, RepeatedSection(contents: contents).markup),
        ]
        let sections = all.filter { $0.markup != nil }
        let body = Markup(
            "body", [:], header(linkingTo: sections.map(\.title)),
            Markup("main", [:], [EvaluationTiles(contents: contents).markup] + sections.compactMap(\.markup)),
            Markup("footer", [:], Markup("p", [:], .text(contents(.footer)))))
        return Markup.group([.doctype, Markup("html", ["lang": contents.words.language.rawValue], head, body)]).html
    }

    private var head: Markup {
        Markup(
            "head", [:],
            Markup("meta", ["charset": "utf-8"]),
            Markup("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            Markup("meta", ["name": "color-scheme", "content": "light dark"]),
            Markup("meta", ["http-equiv": "Content-Security-Policy", "content": HTMLReport.policy]),
            Markup("meta", ["name": "generator", "content": "Quiver"]),
            Markup("title", [:], .text(contents.title + " · " + contents(.title))),
            .style(StyleSheet.text + Self.rules))
    }

    private func header(linkingTo sections: [EvaluationWord]) -> Markup {
        let evaluation = contents.evaluation
        let facts = [
            contents(.photos, ["count": "\(evaluation.photos)"]),
            contents(.objects, ["count": "\(evaluation.objects)"]),
            contents(.findings, ["count": "\(evaluation.findings)"]),
            contents(evaluation.shape == .boxes ? .byBoxes : .byMasks),
            contents(.mistakesFrom, ["value": contents.words.fixed(evaluation.point.confidence, 2)]),
        ]
        return Markup(
            "header", [:],
            [
                Markup("p", ["class": "kicker"], .text(contents(.title))),
                Markup("h1", [:], Markup("bdi", [:], .text(contents.title))),
                Markup("p", ["class": "facts"], facts.map { Markup("span", [:], .text($0)) }),
            ] + contents.notes.map { Markup("p", ["class": "detail"], .text($0)) } + [
                Markup(
                    "nav", ["aria-label": contents(.partsOfPage)],
                    sections.map { Markup("a", ["href": "#\($0.rawValue)"], .text(contents($0))) })
            ])
    }

    /// Beside the style of all reports.
    private static let rules = """
        .wide{overflow-x:auto}
        .wide th:first-child{min-width:6rem}
        .matrix td{text-align:right;min-width:2.5rem}
        .matrix th[scope=col]{writing-mode:vertical-rl;transform:rotate(180deg);vertical-align:bottom;text-align:left;padding:4px}
        .matrix .own{background:color-mix(in srgb,var(--fine) var(--share),var(--card))}
        .matrix .off{background:color-mix(in srgb,var(--doubt) var(--share),var(--card))}
        .curve{display:block;width:100%;max-width:520px;height:auto;margin-top:8px}
        .curve .grid{stroke:var(--rule);fill:none}
        .curve .all{stroke:var(--accent);stroke-width:2.5;fill:none}
        .curve .one{stroke:var(--mean);stroke-width:1;fill:none}
        .curve .bar{fill:var(--accent);opacity:.75}
        .curve text{font:500 11px system-ui,sans-serif;fill:var(--soft)}
        .mistakes{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr));gap:16px}
        .mistakes figure{border:1px solid var(--rule);border-radius:12px;overflow:hidden}
        .mistakes svg{display:block;width:100%;height:auto;max-height:260px;background:var(--boss)}
        .mistakes rect{fill:none;stroke-width:2;vector-effect:non-scaling-stroke}
        .mistakes .missed{stroke:var(--text);stroke-dasharray:5 4}
        .mistakes .wrong{stroke:#D50000}
        .mistakes .confused{stroke:#E07B00}
        .mistakes ul,.changes{margin:0;padding-left:1.1rem;font-size:.875rem}
        section>.detail{margin-top:10px}
        pre{overflow-x:auto;font-size:.8125rem}
        .tile .value{overflow-wrap:normal}
        """
}

/// The numbers at the top.
struct EvaluationTiles {
    let contents: EvaluationContents

    var markup: Markup {
        let (evaluation, point) = (contents.evaluation, contents.evaluation.point)
        let sizes = [
            (evaluation.precision.apSmall, EvaluationWord.small), (evaluation.precision.apMedium, .medium),
            (evaluation.precision.apLarge, .large),
        ]
        return Markup(
            "section", ["class": "tiles", "aria-label": contents(.measures)],
            [
                tile(.ap, contents.share(evaluation.precision.ap), contents.range(evaluation.interval)),
                tile(.ap50, contents.share(evaluation.precision.ap50), contents.range(evaluation.interval50)),
                tile(.ap75, contents.share(evaluation.precision.ap75)),
                tile(.ar, contents.share(evaluation.precision.ar100)),
                tile(.precision, contents.share(point.precision)), tile(.recall, contents.share(point.recall)),
                tile(.error, contents.share(evaluation.calibration.error)),
            ]
                + sizes.map { value, word in
                    tile(.sizes, contents.share(value), contents(word))
                })
    }

    private func tile(_ name: EvaluationWord, _ value: String, _ detail: String = "") -> Markup {
        Markup(
            "div", ["class": "tile"], Markup("p", ["class": "name"], .text(contents(name))),
            Markup("p", ["class": "value"], .text(value)),
            detail.isEmpty ? .none : Markup("p", ["class": "detail"], .text(detail)))
    }
}
