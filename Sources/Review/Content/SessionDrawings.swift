import Reports
import Scoring
import Storage

/// A session's drawings as the page shows them: the report's own, with links to the review.
struct SessionDrawings: Sendable {
    let language: ReportLanguage
    let parts: [Part]

    /// One drawing, by the name of the report's part.
    struct Part: Sendable {
        let name: ReportPart
        let html: String
    }

    init(of content: SessionJSON, in language: ReportLanguage) {
        let addresses = content.addresses
        let photos = (content.session.photos + content.session.skipped).map { ($0.path, addresses.id(of: $0.path)) }
        let links = ReportLinks.review(
            session: NameIndex.id(of: content.address), photos: Dictionary(photos) { first, _ in first })
        let drawings = ReportDrawings(
            content.session,
            options: ReportOptions(
                shaftDiameter: content.scoring.shaftDiameter, confidenceLevels: content.confidenceLevels,
                language: language, links: links))
        self.language = language
        parts = ReportPart.reviewed.compactMap { part in
            drawings.html(of: part, picture: { Self.picture($0, addresses) }).map { Part(name: part, html: $0) }
        }
    }

    static let format = APIFormat<SessionDrawings>.object([
        APIKey("language", \.language, .word), APIKey("parts", \.parts, .list(.part)),
    ]).named("SessionDrawings")

    /// The address of a close-up; nil where none can be made.
    private static func picture(_ request: Reports.PictureRequest, _ addresses: PhotoAddresses) -> ReportPicture? {
        guard let region = request.region, !request.photo.isFormer else { return nil }
        let (x, y) = (Int(region.x + region.width / 2), Int(region.y + region.height / 2))
        let id = addresses.id(of: request.photo.path)
        return ReportPicture(
            address: "/api/v1/photos/\(id)/picture?x=\(x)&y=\(y)&side=\(Int(region.width))&longest=256",
            width: 112, height: 112)
    }
}

extension APIFormat where Value == SessionDrawings.Part {
    fileprivate static let part = object([
        APIKey("name", \.name, .anyWord),
        APIKey("html", \.html, .text.with(["description": "HTML whose texts are escaped."])),
    ])
}
