import Findings

extension ClassScore: ReviewedFinding {
    package typealias Said = String

    package static func labels(_ said: String) -> [String] { [said] }

    package static func check(_ review: FindingReview) throws(ReviewBookError) {
        guard review.classes.count <= 1000 else {
            throw ReviewBookError(.impossible, "A photo has at most \(FindingReview.mostBoxes) boxes.")
        }
    }

    package static func corrected(_ found: [[ClassScore]], as said: String, in scene: ReviewedScene) -> [[ClassScore]] {
        guard let list = found.first else { return found }
        return [[ClassScore(label: said, confidence: 1)] + list.filter { $0.label != said }] + found.dropFirst()
    }
}

extension FindingReview {
    /// What the photo shows, by detector; a detector that is not here is right.
    public var classes: [String: String] {
        get { self[of: ClassScore.self] }
        set { self[of: ClassScore.self] = newValue }
    }
}
