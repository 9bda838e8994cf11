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
        let sections: [Markup?] = [
            SummarySection(contents).markup,
            Self.pair(SheetSection(contents).markup, CorrectionsSection(contents).markup, PlotSection(contents).markup),
            try DoubtsSection(contents).markup(picture: picture),
            TrendSection(contents).markup,
            try PhotosSection(contents).markup(picture: picture),
        ]
        let body = Markup(
            "body", ["class": options.printsPictures ? nil : "sheet-only"], HeaderSection(contents).markup,
            Markup("main", [:], sections.compactMap { $0 }), Self.footer(contents))
        return Markup.group([.doctype, Markup("html", ["lang": "en"], Self.head(contents), body)]).html
    }

    /// What stands side by side where there is room: the scores, and where they come from.
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
            Markup("title", [:], .text(contents.title), " · score report"),
            .style(StyleSheet.text + PlotSection(contents).rules))
    }

    /// Nothing leaves the machine, and nothing comes in: only the page's own style and the pictures in it.
    static let policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

    private static func footer(_ contents: ReportModel) -> Markup {
        Markup(
            "footer", [:],
            contents.session.restsOnModel ? Markup("p", [:], .text(KnownAccuracy.sentence)) : .none,
            Markup(
                "p", [:],
                """
                Made by Quiver from photos. A score with a question mark needs a person’s eye; a score with a tick is a \
                person’s word.
                """))
    }
}
