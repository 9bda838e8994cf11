import Findings
import Foundation

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
        // No larger than the photo itself, however large the region is.
        let longest = Double(max(size.width, size.height)) * 2
        let laidSize = PixelSize(
            width: Int(min(max(region.width.rounded(), 1), longest)),
            height: Int(min(max(region.height.rounded(), 1), longest)))
        let laid = Region(
            center: region.center, width: Double(laidSize.width), height: Double(laidSize.height), angle: region.angle)
        return (sampled(laid, size: laidSize), laid)
    }

    /// The square in the middle whose side is this share of the shorter side, as classifiers are trained on it.
    public func middle(_ share: Double) -> PixelBuffer { cut(middleSquare(share)) }

    /// The same square; all of the shorter side where the share is more than 1 or no number.
    func middleSquare(_ share: Double) -> PixelRect {
        let shorter = min(size.width, size.height)
        let side = share < 1 ? max(Int(max(share, 0) * Double(shorter)), 1) : shorter
        return PixelRect(
            left: (size.width - side + 1) / 2, top: (size.height - side + 1) / 2, width: side, height: side)
    }

    /// The pixels of a turned region.
    fileprivate func sampled(_ region: Region, size: PixelSize) -> PixelBuffer {
        var result = PixelBuffer(size: size, filledWith: 114)
        let (width, right, bottom) = (self.size.width, self.size.width - 1, self.size.height - 1)
        let (cosine, sine) = (cos(region.angle), sin(region.angle))
        bytes.withUnsafeBufferPointer { source in
            result.bytes.withUnsafeMutableBufferPointer { target in
                guard let source = source.baseAddress, var to = target.baseAddress else { return }
                for row in 0..<size.height {
                    let v = Double(row) + 0.5 - region.height / 2
                    let (rowX, rowY) = (v * sine, v * cosine)
                    for column in 0..<size.width {
                        defer { to += 3 }
                        let u = Double(column) + 0.5 - region.width / 2
                        let placeX = region.center.x + u * cosine - rowX
                        let placeY = region.center.y + u * sine + rowY
                        guard placeX >= 0, placeY >= 0, placeX <= Double(right + 1), placeY <= Double(bottom + 1)
                        else { continue }
                        let x = min(max(placeX - 0.5, 0), Double(right))
                        let y = min(max(placeY - 0.5, 0), Double(bottom))
                        let (left, top) = (Int(x), Int(y))
                        let (across, down) = (x - Double(left), y - Double(top))
                        let upper = source + (top * width + left) * 3
                        let lower = upper + (top < bottom ? width * 3 : 0)
                        let step = left < right ? 3 : 0
                        for channel in 0..<3 {
                            let above = Double(upper[channel]) * (1 - across) + Double(upper[channel + step]) * across
                            let below = Double(lower[channel]) * (1 - across) + Double(lower[channel + step]) * across
                            let value = above * (1 - down) + below * down
                            // Cut off, this is the nearest whole number, halves up; 0.5 itself would round up too much.
                            to[channel] = UInt8(truncatingIfNeeded: Int(value + 0.5.nextDown))
                        }
                    }
                }
            }
        }
        return result
    }
}
