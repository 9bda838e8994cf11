/// How good a model is at one class.
public struct ClassEvaluation: Sendable, Hashable {
    /// The class's name.
    public var label: String
    /// Objects of truth, without crowds.
    public var objects: Int
    /// COCO's numbers.
    public var precision: AveragePrecision
    /// Where `precision.ap` lies; nil where that is not known.
    public var interval: Interval?
    /// The class at the evaluation's confidence.
    public var point: ConfidencePoint
    /// The precision at each recall from 0 to 1 in hundredths, at an overlap of 0.50; empty where truth has no object.
    public var curve: [Double]

    /// A class from its parts.
    public init(
        label: String, objects: Int = 0, precision: AveragePrecision = AveragePrecision(), interval: Interval? = nil,
        point: ConfidencePoint = ConfidencePoint(confidence: 0), curve: [Double] = []
    ) {
        self.label = label
        self.objects = objects
        self.precision = precision
        self.interval = interval
        self.point = point
        self.curve = curve
    }
}
