import Scoring

/// What the line about a photo says of its target.
enum ScoredLine {
    /// `1:X 2:9 3:8? = 27, 1 arrow to check`, or why there is no score; the numbers are those of the annotated picture.
    static func text(_ target: TargetDetection, _ arrows: [DetectedArrow], arrowsPerEnd: Int?) -> String {
        if let reason = target.reason { return "no score: \(reason)" }
        guard !arrows.isEmpty else { return "a face, and nothing found on it: look at the photo" }
        let marks = arrows.map { "\($0.id):\($0.markWithDoubt)" }.joined(separator: " ")
        let doubtful = arrows.count(where: \.needsReview)
        // Of more arrows than the end may have only the lowest count, as on the sheet. A worker's answer is not believed so
        // far that a sum of it could overflow.
        let total = arrows.map(\.score).sorted().prefix(arrowsPerEnd ?? .max).reduce(0) { $0 &+ $1 }
        return "\(marks) = \(total)" + count(arrows.count, of: arrowsPerEnd)
            + (doubtful > 0 ? ", \(counted(doubtful, "arrow")) to check" : "")
    }

    private static func count(_ number: Int, of wanted: Int?) -> String {
        guard let wanted, number != wanted else { return "" }
        if number > wanted { return ", \(number - wanted) too many" }
        return ", \(counted(wanted - number, "arrow")) fewer"
    }
}
