/// Keeps the most confident of the candidates that overlap.
///
/// The rules are the public trainers': a fixed number of candidates by descending score, greedy, and a candidate goes
/// where its overlap with one that is kept is over the threshold (equal stays).
struct NonMaximumSuppression: Hashable, Sendable {
    var iou: Double
    var classAware: Bool
    var maximumCandidates: Int
    var maximumDetections: Int

    /// The candidates that stay, by descending score; equal scores stay in the order they came in.
    func callAsFunction(_ candidates: [Candidate]) -> [Candidate] {
        let order = candidates.indices.sorted { first, second in
            let difference = candidates[first].score - candidates[second].score
            return difference == 0 ? first < second : difference > 0
        }
        var kept: [Candidate] = []
        for index in order.prefix(maximumCandidates) {
            let candidate = candidates[index]
            let isCovered = kept.contains { keeper in
                (!classAware || keeper.classId == candidate.classId) && Double(keeper.overlap(candidate)) > iou
            }
            guard !isCovered else { continue }
            kept.append(candidate)
            if kept.count == maximumDetections { break }
        }
        return kept
    }
}
