import Scoring

/// A part of a session's page.
///
/// The report prints them all; the page that reviews shows the same drawings of some.
public enum ReportPart: String, Sendable, Hashable, CaseIterable {
    case summary, round, sheet, archers, corrections, plot, doubts, trend, ends, photos

    /// What the page that reviews shows, in its order.
    public static let reviewed: [ReportPart] = [.summary, .round, .doubts, .sheet, .archers, .plot, .ends, .trend]

    /// The part as it is drawn; nil where the session has nothing for it.
    func markup(
        of contents: ReportModel, picture: (PictureRequest) throws -> ReportPicture?
    ) rethrows -> Markup? {
        switch self {
        case .summary: SummarySection(contents: contents).markup
        case .round: RoundSection(contents: contents).markup
        case .sheet: SheetSection(contents: contents).markup
        case .archers: ArcherSheets(contents: contents).markup
        case .corrections: CorrectionsSection(contents: contents).markup
        case .plot: PlotSection(contents: contents).markup
        case .doubts: try DoubtsSection(contents: contents).markup(picture: picture)
        case .trend: TrendSection(contents: contents).markup
        case .ends: EndsSection(contents: contents).markup
        case .photos: try PhotosSection(contents: contents).markup(picture: picture)
        }
    }
}

/// A session's drawings one by one, for a page that is no report: HTML without a style, a script or an address of its own.
public struct ReportDrawings: Sendable {
    private let contents: ReportModel

    /// The drawings of one session.
    public init(_ session: Session, options: ReportOptions = ReportOptions()) {
        contents = ReportModel(session, options: options)
    }

    /// A part as HTML; nil where the session has nothing for it.
    ///
    /// Every text in it is escaped.
    public func html(
        of part: ReportPart, picture: (PictureRequest) throws -> ReportPicture?
    ) rethrows -> String? {
        try part.markup(of: contents, picture: picture)?.html
    }
}
