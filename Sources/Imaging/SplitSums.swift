import CVectors

/// Weights of up to 23 bits and a sign as two numbers of 16 bits: 256 times `upper`, and `lower`.
struct SplitWeights {
    private(set) var upper = SIMD8<Int16>()
    private(set) var lower = SIMD8<Int16>()

    /// Sets one place.
    mutating func set(_ place: Int, _ weight: Int32) {
        upper[place] = Int16(truncatingIfNeeded: weight >> 8)
        lower[place] = Int16(weight & 255)
    }
}

/// Exact sums of products of 8-bit values and split weights, modulo 2^32, four at a time.
///
/// Each of the four sums takes two neighbours of eight values, which every x86 processor multiplies and adds in one step.
struct SplitSums {
    private var upper = SIMD4<Int32>()
    private var lower = SIMD4<Int32>()

    /// Adds the products of eight values and their weights.
    @inline(__always)
    mutating func add(_ values: SIMD8<Int16>, _ weights: SplitWeights) {
        upper &+= cvectors_pair_products(values, weights.upper)
        lower &+= cvectors_pair_products(values, weights.lower)
    }

    @inline(__always)
    var total: SIMD4<Int32> { upper &<< 8 &+ lower }
}
