import Findings

/// How much of two objects is shared, as pycocotools' `maskApi.c` has it: intersection over union, and of a crowd over what was
/// found.
struct Overlap {
    private let shape: EvaluatedShape
    private let truth: [TrueObject]
    /// The runs of each mask of truth, and the box around them.
    private let masks: [CountedMask?]

    init(_ shape: EvaluatedShape, with truth: [TrueObject]) {
        self.shape = shape
        self.truth = truth
        masks = shape == .masks ? truth.map { $0.mask.map(CountedMask.init) } : []
    }

    /// The overlap of a finding with each object of truth.
    func shares(of found: FoundObject) -> [Double] {
        switch shape {
        case .boxes: return truth.map { Self.share(of: found.box, in: $0.box, isCrowd: $0.isCrowd) }
        case .masks:
            guard let own = found.mask.map(CountedMask.init) else { return truth.map { _ in 0 } }
            return zip(truth, masks).map { one, mask in mask.map { own.share(in: $0, isCrowd: one.isCrowd) } ?? 0 }
        }
    }

    /// In the order of pycocotools' arithmetic, so that a threshold falls on the same side.
    static func share(of found: Box, in truth: Box, isCrowd: Bool) -> Double {
        let width = min(found.width + found.x, truth.width + truth.x) - max(found.x, truth.x)
        guard width > 0 else { return 0 }
        let height = min(found.height + found.y, truth.height + truth.y) - max(found.y, truth.y)
        guard height > 0 else { return 0 }
        let (own, other, shared) = (found.width * found.height, truth.width * truth.height, width * height)
        return shared / (isCrowd ? own : own + other - shared)
    }
}

/// A mask whose run lengths were read once.
private struct CountedMask {
    let size: PixelSize
    let runs: [Int]
    let area: Int
    let box: Box?

    init(_ mask: RunLengthMask) {
        (size, runs, area, box) = (mask.size, mask.runs, mask.area, mask.box)
    }

    func share(in truth: CountedMask, isCrowd: Bool) -> Double {
        guard size == truth.size, let box, let other = truth.box, box.intersectionOverUnion(other) > 0 else { return 0 }
        let shared = pixels(sharedWith: truth)
        guard shared > 0 else { return 0 }
        return Double(shared) / Double(isCrowd ? area : area + truth.area - shared)
    }

    private func pixels(sharedWith other: CountedMask) -> Int {
        var (i, j, shared) = (0, 0, 0)
        var (ownEnd, othersEnd) = (runs.first ?? 0, other.runs.first ?? 0)
        var position = 0
        while i < runs.count, j < other.runs.count {
            let end = min(ownEnd, othersEnd)
            if i % 2 == 1, j % 2 == 1 { shared += end - position }
            position = end
            if ownEnd == end {
                i += 1
                if i < runs.count { ownEnd += runs[i] }
            }
            if othersEnd == end {
                j += 1
                if j < other.runs.count { othersEnd += other.runs[j] }
            }
        }
        return shared
    }
}
