import Findings
import Geometry
import Storage

extension Record {
    /// Puts the pages that a person wants in the place of those that were found.
    mutating func takePages(of review: FindingReview) {
        guard let image = photo.image else { return }
        let size = PixelSize(width: image.width, height: image.height)
        for (detector, reviewed) in review.pages {
            let results = photo.results.indices.filter {
                photo.results[$0].detector == detector && photo.results[$0].found.pages != nil
            }
            let known = results.flatMap { photo.results[$0].found.pages ?? [] }
            for (place, result) in results.enumerated() {
                photo.results[result].found.pages =
                    place == 0 ? reviewed.map { Page($0, known: known, photo: size) } : []
            }
        }
    }
}

extension Page {
    /// A page as a person wants it; one whose corners a person placed is certain, and has the shape that they give it.
    fileprivate init(_ reviewed: ReviewedPage, known: [Page], photo: PixelSize) {
        let confidence = reviewed.confidence ?? 1
        if let found = known.first(where: { $0.corners.isAt(reviewed.corners) }) {
            self.init(confidence: confidence, corners: found.corners, flatSize: found.flatSize)
        } else {
            self.init(
                confidence: confidence, corners: reviewed.corners,
                flatSize: SheetShape.size(reviewed.corners, in: photo))
        }
    }
}
