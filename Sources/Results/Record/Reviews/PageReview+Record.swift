import Findings
import Geometry
import Storage

extension PageReview: TakenReview {
    static func corrected(_ found: [[Page]], as said: [ReviewedPage], in scene: ReviewedScene) -> [[Page]] {
        guard let size = scene.size else { return found }
        let known = Array(found.joined())
        return first(said.map { Page($0, known: known, photo: size) }, of: found)
    }
}

extension Page {
    /// A page as a user wants it; one whose corners were placed by hand is certain, and has the shape that they give it.
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
