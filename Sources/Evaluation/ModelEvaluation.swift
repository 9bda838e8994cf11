/// A model measured against truth.
public struct ModelEvaluation: Sendable, Hashable {
    /// What objects are compared by.
    public var shape = EvaluatedShape.boxes
    /// Photos that were measured.
    public var photos = 0
    /// Objects of truth, without crowds.
    public var objects = 0
    /// What the model found.
    public var findings = 0
    /// COCO's numbers, the means of all classes with truth.
    public var precision = AveragePrecision()
    /// Where `precision.ap` lies; nil where that is not known.
    public var interval: Interval?
    /// Where `precision.ap50` lies.
    public var interval50: Interval?
    /// How often the photos were drawn for the intervals.
    public var drawings = 0
    /// Every class of truth or findings, by name.
    public var classes: [ClassEvaluation] = []
    /// The mean precision of classes at each recall from 0 to 1 in hundredths, at an overlap of 0.50.
    public var curve: [Double] = []
    /// All classes together at confidences from 0.05 to 0.95.
    public var points: [ConfidencePoint] = []
    /// All classes together at the confidence at which mistakes are counted.
    public var point = ConfidencePoint(confidence: 0)
    /// The entries of the confusion matrix that are not 0.
    public var confusion: [Confusion] = []
    /// Whether confidences are what they say.
    public var calibration = Calibration()
    /// Every photo, the worst first.
    public var worst: [PhotoMistakes] = []
    /// Places at which the same class is found wrongly again and again.
    public var repeated: [RepeatedFind] = []

    /// Nothing was measured.
    public init() {}

    /// Measures what a model found.
    ///
    /// - Parameters:
    ///   - photos: Photos with truth and findings; where confidences are equal, their order counts.
    ///   - confidence: From where on findings count as mistakes; nil for the confidence with the best F1.
    public init(_ photos: [EvaluatedPhoto], by shape: EvaluatedShape = .boxes, mistakesFrom confidence: Double? = nil) {
        self = MeasuredModel(photos, by: shape, mistakesFrom: confidence).evaluation
    }
}

/// An evaluation with what a comparison needs beside it.
struct MeasuredModel {
    private(set) var evaluation = ModelEvaluation()
    let sampled: SampledPrecision
    /// In the order of the photos.
    let mistakes: [PhotoMistakes]

    init(
        _ photos: [EvaluatedPhoto], by shape: EvaluatedShape, mistakesFrom wanted: Double?,
        drawings: PhotoDrawings? = nil
    ) {
        let classes = ClassPhotos.all(of: photos, by: shape)
        let drawings = drawings ?? PhotoDrawings(photos: photos.count, work: Self.work(of: classes))
        let confidence = wanted ?? ConfidencePoint.best(of: classes)
        let pairs = photos.map { PhotoPairs($0, from: confidence, by: shape) }
        sampled = SampledPrecision(classes, by: drawings)
        mistakes = zip(photos, pairs).map { $1.mistakes(in: $0) }
        let measured = zip(classes, sampled.classes).map { one, samples in
            let curves = one.curves(.all)
            return ClassEvaluation(
                label: one.label, objects: one.positives, precision: AveragePrecision(one), interval: samples.interval,
                point: ConfidencePoint.points(of: one, at: [confidence])[0],
                curve: curves?[PrecisionGrid.half].precisions ?? [])
        }
        evaluation.shape = shape
        evaluation.photos = photos.count
        evaluation.objects = classes.reduce(0) { $0 + $1.positives }
        evaluation.findings = photos.reduce(0) { $0 + $1.found.count }
        evaluation.precision = AveragePrecision(meanOf: measured.map(\.precision))
        evaluation.interval = sampled.ap.interval
        evaluation.interval50 = sampled.ap50.interval
        evaluation.drawings = drawings.count
        evaluation.classes = measured
        evaluation.curve = Self.mean(of: measured.map(\.curve).filter { !$0.isEmpty })
        evaluation.points = ConfidencePoint.points(of: classes, at: ConfidencePoint.shown)
        evaluation.point = ConfidencePoint.points(of: classes, at: [confidence])[0]
        evaluation.confusion = Confusion.matrix(of: photos, pairs)
        evaluation.calibration = Calibration(classes)
        evaluation.worst = mistakes.sorted(by: PhotoMistakes.isWorse)
        var repeated = RepeatedFinds()
        for (photo, pairs) in zip(photos, pairs) {
            repeated.add(path: photo.path, size: photo.size, found: pairs.wrong.lazy.map { photo.found[$0] })
        }
        evaluation.repeated = repeated.places
    }

    /// What one drawing of photos costs, in findings: each is looked at for every overlap.
    static func work(of classes: [ClassPhotos]) -> Int {
        classes.reduce(0) { $0 + $1.outcomes.count + $1.photos.count } * PrecisionGrid.overlaps.count
    }

    private static func mean(of curves: [[Double]]) -> [Double] {
        guard let first = curves.first else { return [] }
        return first.indices.map { place in curves.map { $0[place] }.mean }
    }
}
