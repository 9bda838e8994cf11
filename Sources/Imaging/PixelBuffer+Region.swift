import Findings

extension PixelBuffer {
    /// The pixels of a region and the region that they are, in whole pixels where it is not turned; nil where it lies outside
    /// of the photo or has no area.
    ///
    /// A turned region is laid upright, between its four nearest pixels; what lies outside of the photo is grey.
    public func cut(_ region: Region) -> (pixels: PixelBuffer, region: Region)? {
        let isNumber = [region.center.x, region.center.y, region.width, region.height, region.angle]
            .allSatisfy(\.isFinite)
        guard isNumber, let rect = PixelRect(touchedBy: region.bounds, in: size) else { return nil }
        guard region.angle != 0 else {
            let box = Box(
                x: Double(rect.left), y: Double(rect.top), width: Double(rect.width), height: Double(rect.height))
            return (cut(rect), Region(box))
        }
        // No larger than the photo itself, however large the region is said to be.
        let longest = Double(max(size.width, size.height)) * 2
        let laidSize = PixelSize(
            width: Int(min(max(region.width.rounded(), 1), longest)),
            height: Int(min(max(region.height.rounded(), 1), longest)))
        let laid = Region(
            center: region.center, width: Double(laidSize.width), height: Double(laidSize.height), angle: region.angle)
        return (sampled(laid, size: laidSize), laid)
    }
}

extension PixelBuffer {
    /// The square in the middle whose side is this share of the shorter side, as classifiers are trained on it.
    public func middle(_ share: Double) -> PixelBuffer {
        let side = max(Int(share * Double(min(size.width, size.height))), 1)
        return cut(
            PixelRect(
                left: (size.width - side + 1) / 2, top: (size.height - side + 1) / 2, width: side, height: side))
    }

    /// The pixels of a turned region.
    fileprivate func sampled(_ region: Region, size: PixelSize) -> PixelBuffer {
        var result = PixelBuffer(size: size, filledWith: 114)
        let (right, bottom) = (self.size.width - 1, self.size.height - 1)
        bytes.withUnsafeBufferPointer { source in
            result.bytes.withUnsafeMutableBufferPointer { target in
                for row in 0..<size.height {
                    for column in 0..<size.width {
                        let place = region.photo(Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
                        guard place.x >= 0, place.y >= 0, place.x <= Double(right + 1), place.y <= Double(bottom + 1)
                        else { continue }
                        let (x, y) = (
                            min(max(place.x - 0.5, 0), Double(right)), min(max(place.y - 0.5, 0), Double(bottom))
                        )
                        let (left, top) = (Int(x), Int(y))
                        let (across, down) = (x - Double(left), y - Double(top))
                        let first = (top * self.size.width + left) * 3
                        let step = left < right ? 3 : 0
                        let below = top < bottom ? self.size.width * 3 : 0
                        for channel in 0..<3 {
                            let at = first + channel
                            let upper = Double(source[at]) * (1 - across) + Double(source[at + step]) * across
                            let lower =
                                Double(source[at + below]) * (1 - across) + Double(source[at + below + step]) * across
                            target[(row * size.width + column) * 3 + channel] = UInt8(
                                (upper * (1 - down) + lower * down).rounded())
                        }
                    }
                }
            }
        }
        return result
    }
}
