import Findings

/// Lays the faces of one photo flat for the networks, and takes the time of both.
struct FlatFaces {
    let pixels: [UInt8]
    let size: PixelSize
    var times = TargetReading.Times()

    /// What a network sees on a face.
    mutating func seen<Seen>(
        through way: Rectifier, by network: (UnsafeRawBufferPointer) throws -> Seen
    ) throws -> Seen {
        let clock = ContinuousClock()
        let start = clock.now
        let canonical = pixels.withUnsafeBufferPointer { way.canonical(of: $0, size: size) }
        let laid = clock.now
        let seen = try canonical.withUnsafeBytes(network)
        times.register += laid - start
        times.infer += clock.now - laid
        return seen
    }
}
