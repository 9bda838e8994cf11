import Scoring

/// One self-contained page for one session: what a coach opens.
///
/// It needs nothing from elsewhere, no script and no font: pictures lie in it as data, and its own policy forbids the rest.
public struct HTMLReport: Sendable {
    private let session: Session
    private let options: ReportOptions

    /// A page for one session.
    public init(_ session: Session, options: ReportOptions = ReportOptions()) {
        self.session = session
        self.options = options
    }

    /// The pictures that the page would show.
    public var requests: [PictureRequest] {
        var requests: [PictureRequest] = []
        _ = text { request in
            requests.append(request)
            return nil
        }
        return requests
    }

    /// The page; where no picture is lent, a sentence stands in its place.
    public func text(picture: (PictureRequest) throws -> ReportPicture?) rethrows -> String {
        let contents = ReportModel(session, options: options)
        let (sheet, corrections, plot) = (
            try ReportPart.sheet.markup(of: contents, picture: picture),
            try ReportPart.corrections.markup(of: contents, picture: picture),
            try ReportPart.plot.markup(of: contents, picture: picture)
        )
        let below: [ReportPart] = [.archers, .doubts, .trend, .ends, .photos]
        let sections =
            (try [ReportPart.summary, .round].map { try $0.markup(of: contents, picture: picture) })
            + [Self.pair(sheet, corrections, plot)]
            + (try below.map { try $0.markup(of: contents, picture: picture) })
        let body = Markup(
            "body", ["class": options.printsPictures ? nil : "sheet-only"], HeaderSection(contents: contents).markup,
            Markup("main", [:], sections.compactMap { $0 }), Self.footer(contents))
        return Markup.group([.doctype, Markup("html", ["lang": options.language.rawValue], Self.head(contents), body)])
            .html
    }

    /// What stands side by side where the width allows it: the scores, and where they come from.
    private static func pair(_ sheet: Markup?, _ corrections: Markup?, _ plot: Markup?) -> Markup? {
        guard let sheet, let plot else { return nil }
        return Markup("div", ["class": "pair"], Markup("div", [:], sheet, corrections ?? .none), plot)
    }

    private static func head(_ contents: ReportModel) -> Markup {
        Markup(
            "head", [:],
            Markup("meta", ["charset": "utf-8"]),
            Markup("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            Markup("meta", ["name": "color-scheme", "content": "light dark"]),
            Markup("meta", ["http-equiv": "Content-Security-Policy", "content": policy]),
            Markup("meta", ["name": "generator", "content": "Quiver"]),
            Markup("title", [:], .text(contents.title + " · " + contents.words(.scoreReport))),
            .style(StyleSheet.text + PlotSection(contents: contents).rules))
    }

    /// Nothing leaves the machine, and nothing comes in: only the page's own style and the pictures in it.
    static let policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

    private static func footer(_ contents: ReportModel) -> Markup {
        Markup(
            "footer", [:],
            contents.session.restsOnModel ? Markup("p", [:], .text(contents.words.accuracy)) : .none,
            Markup("p", [:], .text(contents.words(.madeBy))))
    }
}

/// The top of a page: which session, when, shot at what, and where to find the rest.
struct HeaderSection {
    let contents: ReportModel

    private var words: Words { contents.words }

    var markup: Markup {
        let dates = Dates(contents.session, words: words)
        return Markup(
            "header", [:],
            Markup("p", ["class": "kicker"], .text(words(.scoreReport))),
            Markup("h1", [:], Markup("bdi", [:], .text(contents.title))),
            Markup("p", ["class": "facts"], facts(dates)),
            contents.ends.isEmpty ? .none : navigation)
    }

    private func facts(_ dates: Dates?) -> [Markup] {
        let systems = contents.session.rounds.map(\.system.word).uniqued.map { words($0) }
        let faces = contents.faceTypes.map { $0.name(in: words.language) }
        let alone = contents.session.archers.names.count == 1 ? contents.session.archers.names : []
        let texts = [dates?.text].compactMap { $0 } + systems + faces + alone
        return texts.map { Markup("span", [:], Markup("bdi", [:], .text($0))) }
    }

    private var navigation: Markup {
        let links: [(String, String)?] = [
            ("#sheet", words(.sheet)), ("#plot", words(.plotTitle, ["arrows": contents.plural])),
            contents.ends.count > 1 ? ("#trend", words(.endByEnd)) : nil,
            contents.photos.isEmpty ? nil : ("#photos", words(.photosTitle)),
        ]
        return Markup(
            "nav", ["aria-label": words(.partsOfPage)],
            links.compactMap { $0 }.map { Markup("a", ["href": $0], .text($1)) })
    }
}

extension Array where Element: Hashable {
    /// Each element once, where it is first.
    var uniqued: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
