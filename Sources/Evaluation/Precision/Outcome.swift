import Findings

/// What became of a finding at each overlap of ``PrecisionGrid``, a bit for each.
struct Outcome: Sendable, Hashable {
    /// The photo's place among those that are evaluated.
    var photo: Int
    var confidence: Double
    /// How many findings of its class and photo are more confident.
    var rank: Int
    /// Where it is an object of truth.
    var matched: UInt16 = 0
    /// Where it is neither right nor wrong.
    var ignored: UInt16 = 0

    func isIgnored(_ overlap: Int) -> Bool { ignored & 1 << overlap != 0 }
    func isRight(_ overlap: Int) -> Bool { !isIgnored(overlap) && matched & 1 << overlap != 0 }
}

/// One class in one photo: the objects that are there, and what was found of it.
struct ClassInPhoto: Sendable {
    let photo: Int
    let truth: [TrueObject]
    /// The most confident first, equal ones in the order of the results, and no more than count.
    let found: [FoundObject]
    /// The areas of what was found.
    private let areas: [Double]
    /// For each finding its overlap with each object.
    let shares: [[Double]]

    init(photo: Int, truth: [TrueObject], found: [FoundObject], by shape: EvaluatedShape) {
        self.photo = photo
        self.truth = truth
        // Swift's own order is not promised to be stable.
        let order = found.indices.sorted { a, b in
            found[a].confidence != found[b].confidence ? found[a].confidence > found[b].confidence : a < b
        }
        let sorted = order.prefix(PrecisionGrid.mostFindings).map { found[$0] }
        self.found = sorted
        areas = sorted.map { one in
            shape == .masks ? Double(one.mask?.area ?? 0) : one.box.width * one.box.height
        }
        let overlap = Overlap(shape, with: truth)
        shares = truth.isEmpty ? [] : sorted.map(overlap.shares)
    }

    /// The objects that are to be found, of some sizes.
    func positives(_ sizes: SizeRange) -> Int { truth.count { !isIgnored($0, sizes) } }

    private func isIgnored(_ object: TrueObject, _ sizes: SizeRange) -> Bool {
        object.isCrowd || !sizes.areas.contains(object.area)
    }

    /// What became of each finding: pycocotools' `evaluateImg`.
    func outcomes(_ sizes: SizeRange) -> [Outcome] {
        let ignored = truth.map { isIgnored($0, sizes) }
        let order = truth.indices.filter { !ignored[$0] } + truth.indices.filter { ignored[$0] }
        var outcomes = found.enumerated().map { Outcome(photo: photo, confidence: $1.confidence, rank: $0) }
        for overlap in PrecisionGrid.overlaps.indices {
            var taken = [Bool](repeating: false, count: truth.count)
            for index in found.indices {
                let match = best(for: index, at: overlap, order, ignored, taken)
                if let match {
                    taken[match] = true
                    outcomes[index].matched |= 1 << overlap
                }
                let isOther = match.map { ignored[$0] } ?? !sizes.areas.contains(areas[index])
                if isOther { outcomes[index].ignored |= 1 << overlap }
            }
        }
        return outcomes
    }

    /// The object that a finding is: the one that it overlaps most, one that counts before one that does not.
    private func best(for index: Int, at overlap: Int, _ order: [Int], _ ignored: [Bool], _ taken: [Bool]) -> Int? {
        guard !truth.isEmpty else { return nil }
        var least = min(PrecisionGrid.overlaps[overlap], 1 - 1e-10)
        var match: Int?
        for one in order where !taken[one] || truth[one].isCrowd {
            if let match, !ignored[match], ignored[one] { break }
            guard shares[index][one] >= least else { continue }
            (least, match) = (shares[index][one], one)
        }
        return match
    }
}
