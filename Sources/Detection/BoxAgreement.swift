import Findings

/// How far what one model finds in photos agrees with what another finds in the same photos, whose boxes count as right.
///
/// Average precision is COCO's: 101 recalls, the mean of all classes, IoU from 0.5 to 0.95 in steps of 0.05. What other
/// tools of evaluation have beside it (crowds, sizes of objects, a limit of boxes a photo) the other model's boxes have not.
public struct BoxAgreement: Sendable, Hashable, Codable {
    /// The overlap from which on two boxes of a class are one.
    public static let overlap = 0.5

    /// Photos that were compared.
    public private(set) var photos = 0
    /// Boxes that the other model finds.
    public private(set) var wanted = 0
    /// Boxes of the other model that this one finds as well, of the same class and over ``overlap``.
    public private(set) var found = 0
    /// Boxes of this model that the other one has not.
    public private(set) var added = 0
    /// Mean average precision at ``overlap``; nil where the other model finds nothing.
    public private(set) var precision: Double?
    /// Mean average precision, averaged over the overlaps from 0.5 to 0.95; nil where the other model finds nothing.
    public private(set) var strictPrecision: Double?

    /// The boxes of one photo by both models.
    public struct Photo: Sendable {
        var wanted: [Seen]
        var given: [Seen]

        /// A photo from what both find.
        ///
        /// - Parameters:
        ///   - wanted: What the other model finds, over its threshold.
        ///   - given: What this model finds, weak boxes as well.
        public init(wanted: [any Finding], given: [any Finding]) {
            self.wanted = wanted.compactMap(Seen.init)
            self.given = given.compactMap(Seen.init)
        }
    }

    /// A finding as far as it is compared.
    struct Seen: Sendable {
        let label: String
        let confidence: Double
        let box: Box

        init?(_ finding: any Finding) {
            guard let box = finding.region?.bounds else { return nil }
            (label, confidence, self.box) = (finding.label, finding.confidence, box)
        }
    }

    /// Compares photo by photo.
    ///
    /// - Parameter confidence: What a box of a label must reach to count as found; weaker ones count for precision alone.
    public init(_ photos: [Photo], confidence: (String) -> Double) {
        self.photos = photos.count
        for photo in photos {
            let sure = photo.given.filter { $0.confidence >= confidence($0.label) }
            let labels = Set((photo.wanted + sure).map(\.label))
            for label in labels {
                let wanted = photo.wanted.filter { $0.label == label }
                let given = Self.byConfidence(sure.filter { $0.label == label })
                let hits = Self.hits(of: given, among: wanted, over: Self.overlap).count(where: { $0 })
                self.wanted += wanted.count
                found += hits
                added += given.count - hits
            }
        }
        let labels = Set(photos.flatMap { $0.wanted.map(\.label) }).sorted()
        guard !labels.isEmpty else { return }
        let means = (0..<10).map { step in
            let over = Self.overlap + 0.05 * Double(step)
            return labels.map { Self.averagePrecision($0, in: photos, over: over) }.reduce(0, +) / Double(labels.count)
        }
        precision = means[0]
        strictPrecision = means.reduce(0, +) / Double(means.count)
    }

    /// The share of the other model's boxes that are found again; nil where it finds none.
    public var share: Double? { wanted == 0 ? nil : Double(found) / Double(wanted) }

    private static func byConfidence(_ boxes: [Seen]) -> [Seen] {
        boxes.enumerated().sorted { ($1.element.confidence, $0.offset) < ($0.element.confidence, $1.offset) }
            .map(\.element)
    }

    /// For each box, the surest first, whether it is one that is wanted; each of those counts once.
    private static func hits(of given: [Seen], among wanted: [Seen], over overlap: Double) -> [Bool] {
        var free = Set(wanted.indices)
        return given.map { box in
            let overlaps = free.map { (index: $0, overlap: wanted[$0].box.intersectionOverUnion(box.box)) }
            let best = overlaps.max { ($0.overlap, $1.index) < ($1.overlap, $0.index) }
            guard let best, best.overlap >= overlap else { return false }
            free.remove(best.index)
            return true
        }
    }

    private static func averagePrecision(_ label: String, in photos: [Photo], over overlap: Double) -> Double {
        var marks: [(confidence: Double, isHit: Bool)] = []
        var total = 0
        for photo in photos {
            let wanted = photo.wanted.filter { $0.label == label }
            let given = byConfidence(photo.given.filter { $0.label == label })
            total += wanted.count
            marks += zip(given, hits(of: given, among: wanted, over: overlap)).map { ($0.confidence, $1) }
        }
        let order = marks.enumerated().sorted {
            ($1.element.confidence, $0.offset) < ($0.element.confidence, $1.offset)
        }
        var hits = 0
        var curve: [(recall: Double, precision: Double)] = []
        for (place, mark) in order.enumerated() {
            hits += mark.element.isHit ? 1 : 0
            curve.append((Double(hits) / Double(total), Double(hits) / Double(place + 1)))
        }
        // Precision at a recall is the best of all that reach it.
        for place in curve.indices.dropLast().reversed() {
            curve[place].precision = max(curve[place].precision, curve[place + 1].precision)
        }
        var (place, sum) = (0, 0.0)
        for step in 0...100 {
            while place < curve.count, curve[place].recall < Double(step) / 100 - 1e-12 { place += 1 }
            sum += place < curve.count ? curve[place].precision : 0
        }
        return sum / 101
    }
}
