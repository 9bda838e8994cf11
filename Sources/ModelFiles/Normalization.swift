/// What is done to pixel values from 0 to 1 before a model sees them: (value - mean) / deviation, for each channel.
///
/// A model without one takes values from 0 to 1.
public struct Normalization: Sendable, Hashable, Codable {
    /// Of red, green and blue.
    public let mean: [Float]
    /// The same; none is zero.
    public let deviation: [Float]

    /// Nil where there are not three numbers each, or a deviation is not above zero.
    public init?(mean: [Double], deviation: [Double]) {
        guard mean.count == 3, deviation.count == 3, (mean + deviation).allSatisfy(\.isFinite),
            deviation.allSatisfy({ $0 > 0 })
        else { return nil }
        self.mean = mean.map { Float($0) }
        self.deviation = deviation.map { Float($0) }
    }
}

extension ModelMetadata {
    /// What the model's file asks for, as the entries `mean` and `std` of three numbers each; nil where it says nothing.
    public var normalization: Normalization? {
        Normalization(mean: numbers("mean"), deviation: numbers("std"))
    }
}
