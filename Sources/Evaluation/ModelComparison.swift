import Findings

/// Two models beside each other, on the same photos with the same truth.
public struct ModelComparison: Sendable, Hashable {
    /// The difference of a measure, the second model's less the first one's.
    public struct Difference: Sendable, Hashable {
        /// The difference; nil where one of the two is not known.
        public var value: Double?
        /// Where it lies; one that does not hold 0 is no chance.
        public var interval: Interval?

        /// A difference from its parts.
        public init(value: Double? = nil, interval: Interval? = nil) {
            self.value = value
            self.interval = interval
        }
    }

    /// The difference of one class.
    public struct OfClass: Sendable, Hashable {
        /// The class's name.
        public var label: String
        /// The difference of its average precision.
        public var ap: Difference

        /// A class from its parts.
        public init(label: String, ap: Difference = Difference()) {
            self.label = label
            self.ap = ap
        }
    }

    /// The mistakes of both models in one photo.
    public struct OfPhoto: Sendable, Hashable {
        /// The photo's path, as the first model's results have it.
        public var path: String
        /// The first model's mistakes.
        public var before: Int
        /// The second model's mistakes.
        public var after: Int
        /// Mistakes of the first model that the second does not make.
        public var gone: [Mistake]
        /// Mistakes of the second model that the first does not make.
        public var new: [Mistake]

        /// A photo from its parts.
        public init(path: String, before: Int = 0, after: Int = 0, gone: [Mistake] = [], new: [Mistake] = []) {
            self.path = path
            self.before = before
            self.after = after
            self.gone = gone
            self.new = new
        }
    }

    /// The first model.
    public var first = ModelEvaluation()
    /// The second model.
    public var second = ModelEvaluation()
    /// The difference of the mean average precision.
    public var ap = Difference()
    /// The same at an overlap of 0.50.
    public var ap50 = Difference()
    /// The difference of the mistakes in a photo.
    public var mistakes = Difference()
    /// Every class of either, by name.
    public var classes: [OfClass] = []
    /// Photos with more mistakes than before, the worst first.
    public var worse: [OfPhoto] = []
    /// Photos with fewer mistakes, the best first.
    public var better: [OfPhoto] = []
    /// Photos with as many mistakes, but others.
    public var other: [OfPhoto] = []
    /// Photos in which both make the same mistakes, or none.
    public var same = 0

    /// Nothing was compared.
    public init() {}

    /// Compares two models.
    ///
    /// - Parameters:
    ///   - photos: Photos with truth and with what the first model found.
    ///   - found: What the second model found in each of them.
    ///   - confidence: From where on findings count as mistakes; nil for the confidence with each model's own best F1.
    public init(
        _ photos: [EvaluatedPhoto], beside found: [[FoundObject]], by shape: EvaluatedShape = .boxes,
        mistakesFrom confidence: Double? = nil
    ) {
        let others = zip(photos, found).map { photo, found in
            var photo = photo
            photo.found = found
            return photo
        }
        // Both are drawn alike, so that what is hard for both is no difference.
        let work = [photos, others].map { $0.reduce(0) { $0 + $1.found.count + $1.truth.count } }.max() ?? 0
        let drawings = PhotoDrawings(photos: photos.count, work: work * PrecisionGrid.overlaps.count)
        let one = MeasuredModel(photos, by: shape, mistakesFrom: confidence, drawings: drawings)
        let two = MeasuredModel(others, by: shape, mistakesFrom: confidence, drawings: drawings)
        (first, second) = (one.evaluation, two.evaluation)
        ap = Difference(
            second.precision.ap, first.precision.ap, two.sampled.ap.differences(to: one.sampled.ap).interval)
        ap50 = Difference(
            second.precision.ap50, first.precision.ap50, two.sampled.ap50.differences(to: one.sampled.ap50).interval)
        mistakes = Self.mistakes(one.mistakes, two.mistakes, drawings)
        classes = Self.classes(one, two)
        take(zip(one.mistakes, two.mistakes).map(OfPhoto.init))
    }

    private mutating func take(_ photos: [OfPhoto]) {
        let changed = photos.filter { !$0.gone.isEmpty || !$0.new.isEmpty }
        same = photos.count - changed.count
        let byChange = changed.sorted { a, b in
            let (first, second) = (abs(a.after - a.before), abs(b.after - b.before))
            return first != second ? first > second : a.path < b.path
        }
        worse = byChange.filter { $0.after > $0.before }
        better = byChange.filter { $0.after < $0.before }
        other = byChange.filter { $0.after == $0.before }
    }

    private static func mistakes(
        _ first: [PhotoMistakes], _ second: [PhotoMistakes], _ drawings: PhotoDrawings
    ) -> Difference {
        guard !first.isEmpty else { return Difference() }
        let differences = zip(first, second).map { Double($1.mistakes.count - $0.mistakes.count) }
        let samples = (0..<drawings.count).map { drawing in
            zip(differences, drawings.weights(of: drawing)).reduce(0) { $0 + $1.0 * Double($1.1) }
                / Double(differences.count)
        }
        return Difference(value: differences.mean, interval: Interval(samples))
    }

    private static func classes(_ one: MeasuredModel, _ two: MeasuredModel) -> [OfClass] {
        func places(_ model: MeasuredModel) -> [String: Int] {
            Dictionary(
                model.evaluation.classes.enumerated().map { ($1.label, $0) }, uniquingKeysWith: { first, _ in first })
        }
        let (first, second) = (places(one), places(two))
        return Set(first.keys).union(second.keys).sorted().map { label in
            guard let a = first[label], let b = second[label] else { return OfClass(label: label) }
            return OfClass(
                label: label,
                ap: Difference(
                    two.evaluation.classes[b].precision.ap, one.evaluation.classes[a].precision.ap,
                    two.sampled.classes[b].differences(to: one.sampled.classes[a]).interval))
        }
    }
}

extension ModelComparison.Difference {
    fileprivate init(_ second: Double?, _ first: Double?, _ interval: Interval?) {
        let value = second.flatMap { second in first.map { second - $0 } }
        self.init(value: value, interval: value == nil ? nil : interval)
    }
}

extension ModelComparison.OfPhoto {
    fileprivate init(_ first: PhotoMistakes, _ second: PhotoMistakes) {
        self.init(
            path: first.path, before: first.mistakes.count, after: second.mistakes.count,
            gone: Self.mistakes(of: first, not: second), new: Self.mistakes(of: second, not: first))
    }

    /// Mistakes of one model for which the other has none of the same kind, class and place.
    private static func mistakes(of one: PhotoMistakes, not other: PhotoMistakes) -> [Mistake] {
        var left = other.mistakes
        return one.mistakes.filter { mistake in
            let same = left.firstIndex {
                $0.kind == mistake.kind && $0.label == mistake.label && $0.foundAs == mistake.foundAs
                    && $0.box.intersectionOverUnion(mistake.box) >= 0.5
            }
            if let same { left.remove(at: same) }
            return same == nil
        }
    }
}
