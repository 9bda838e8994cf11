import Findings

extension ScenePicture {
    /// A picture whose pixels lie in this one where a map says, mixed from 4x4 by a cubic curve.
    ///
    /// The curve is R. Keys', Cubic convolution interpolation for digital image processing, 1981, with a = -0.75 as in
    /// OpenCV; whole numbers are pixel centres, and places are brought to the nearest 32nd as there. Outside of the
    /// picture its border goes on.
    func warped(to target: PixelSize, _ map: Homography) -> ScenePicture {
        var result = ScenePicture(size: target, filledWith: 0)
        let size = result.size
        bytes.withUnsafeBufferPointer { source in
            result.withMutableBytes { target in
                var at = 0
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let place = map.map(Point(x: Double(x), y: Double(y)))
                        let value = mixed(source, at: place)
                        target[at] = UInt8(value.x)
                        target[at + 1] = UInt8(value.y)
                        target[at + 2] = UInt8(value.z)
                        at += 3
                    }
                }
            }
        }
        return result
    }

    /// The mix of 4x4 pixels, with half a step added so that losing fractions rounds.
    private func mixed(_ source: UnsafeBufferPointer<UInt8>, at place: Point) -> SIMD3<Float> {
        // Any place far outside looks like the border; the bounds keep whole numbers in their range.
        guard place.x.isFinite, place.y.isFinite else { return .zero }
        func step(_ value: Double) -> Double { (value * 32).rounded(.toNearestOrEven) / 32 }
        let x = step(min(max(place.x, -4), Double(size.width + 4)))
        let y = step(min(max(place.y, -4), Double(size.height + 4)))
        let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        let (across, down) = (Self.weights(Float(x - Double(left))), Self.weights(Float(y - Double(top))))
        var sum = SIMD3<Float>(repeating: 0.5)
        for row in 0..<4 {
            let line = min(max(top + row - 1, 0), size.height - 1) * size.width
            var mix = SIMD3<Float>.zero
            for column in 0..<4 {
                let at = (line + min(max(left + column - 1, 0), size.width - 1)) * 3
                mix += SIMD3(Float(source[at]), Float(source[at + 1]), Float(source[at + 2])) * across[column]
            }
            sum += mix * down[row]
        }
        return sum.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
    }

    /// The shares of the pixels before, at, after and beyond a place that lies so far behind the second.
    private static func weights(_ share: Float) -> SIMD4<Float> {
        let a: Float = -0.75
        func near(_ x: Float) -> Float { ((a + 2) * x - (a + 3)) * x * x + 1 }
        func far(_ x: Float) -> Float { ((a * x - 5 * a) * x + 8 * a) * x - 4 * a }
        let weights = (far(share + 1), near(share), near(1 - share))
        return SIMD4(weights.0, weights.1, weights.2, 1 - weights.0 - weights.1 - weights.2)
    }
}
