import Scoring

/// Where the links of a session's drawings lead.
public enum ReportLinks: Sendable, Hashable {
    /// To the other parts of the same page.
    case within
    /// To the review of the session's photos, by the ids that the page knows them by; photos by their names in the book.
    case review(session: String, photos: [String: String])

    /// Whether the drawings stand on the page that reviews.
    var isReview: Bool { self != .within }

    /// Where an end is looked at.
    func end(_ entry: EndEntry) -> String? {
        switch self {
        case .within: entry.photos.first.map { "#photo-" + $0.key }
        case .review: entry.photos.first.flatMap(review)
        }
    }

    /// Where an end's line on the sheet is, or what can be done about it.
    func row(_ entry: EndEntry) -> String? {
        isReview ? end(entry) : "#end-" + entry.key
    }

    /// Where a doubt about an arrow is explained.
    func doubt(_ entry: ArrowEntry) -> String? {
        guard isReview else { return "#doubt-" + entry.key }
        guard let photo = entry.photo ?? entry.end.photos.first, let address = review(photo) else { return nil }
        return address + "?arrow=\(entry.arrow.number)"
    }

    private func review(_ photo: PhotoEntry) -> String? {
        guard case .review(let session, let photos) = self else { return nil }
        return photos[photo.photo.path].map { "#/review/\(session)/\($0)" }
    }
}
