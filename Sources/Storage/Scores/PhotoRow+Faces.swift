import Findings
import Foundation
import Scoring

extension PhotoRow {
    /// The photo's faces as they count: a person's in the place of those that were found.
    var faces: [TargetDetection.Face] {
        marks.faces.reduce(into: photo.faces) { faces, corrected in
            guard let face = TargetDetection.Face(corrected) else { return }
            if faces.indices.contains(corrected.index) {
                faces[corrected.index] = face
            } else if corrected.index == faces.count {
                faces.append(face)
            }
        }
    }

    /// An arrow as it counts on the photo's faces: the same pixel, on a face that a person may have moved.
    func rescored(_ arrow: DetectedArrow, by settings: ScoringSettings) -> DetectedArrow {
        let faces = faces
        guard let index = arrow.face, marks.faces.contains(where: { $0.index == index }),
            faces.indices.contains(index), var arrow = arrow.moved(onto: faces[index], by: settings)
        else { return arrow }
        // What was in doubt was where the face lies, which is said now.
        arrow.reviewReasons.removeAll { $0 == .poorRegistration || $0 == .otherFace }
        arrow.needsReview = !arrow.reviewReasons.isEmpty
        return arrow
    }
}

extension TargetDetection.Face {
    /// A face where a person put it; nil where its map leads nowhere.
    fileprivate init?(_ corrected: PhotoReview.Face) {
        guard let inverse = corrected.homography.inverse, let outline = Ellipse(ofUnitCircleUnder: inverse) else {
            return nil
        }
        self.init(
            type: corrected.type, sizeAssumed: false, center: inverse.map(Point(x: 0, y: 0)),
            homography: corrected.homography, outline: outline, residual: 0, confidence: 1)
    }
}
