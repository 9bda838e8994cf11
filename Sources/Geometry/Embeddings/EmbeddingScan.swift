import CVectors
import Findings

/// One vector that is held against others as they are read, without a table of them.
public struct EmbeddingScan: Sendable {
    private let floats: [Float]

    /// A scan for what is near a vector.
    public init(_ vector: Embedding) { floats = vector.values }

    /// How alike a vector is to this one; nil where it has more or fewer numbers.
    ///
    /// - Parameters:
    ///   - bytes: Bytes in which it stands as ``Findings/Embedding/bytes`` has it.
    ///   - range: Its place there.
    public func similarity(to bytes: [UInt8], at range: Range<Int>) -> Float? {
        guard range.count == 2 * floats.count else { return nil }
        return bytes.withUnsafeBytes { bytes in
            floats.withUnsafeBufferPointer { floats in
                guard let start = bytes.baseAddress, let other = floats.baseAddress else { return nil }
                let similarity = cvectors_half_product(start + range.lowerBound, other, floats.count)
                return similarity.isFinite ? similarity : nil
            }
        }
    }
}
