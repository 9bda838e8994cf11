/// How a session is written down.
public struct ReportOptions: Sendable, Hashable {
    /// In millimetres; the plot's markers are drawn to its scale.
    public var shaftDiameter: Double
    /// Whether the page prints more than its score sheet: doubts, plots and photos.
    public var printsPictures: Bool

    /// Options from their parts; the shaft's diameter is in millimetres.
    public init(shaftDiameter: Double = 5.5, printsPictures: Bool = false) {
        self.shaftDiameter = shaftDiameter
        self.printsPictures = printsPictures
    }
}
