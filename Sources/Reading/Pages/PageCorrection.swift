import Findings
import Foundation

/// Makes the flat page out of a photo, and maps places of one to the other.
public struct PageCorrection: Sendable, Hashable {
    /// The size of the flat page.
    public let size: PixelSize
    /// From pixels of the flat page to those of the upright photo.
    public let toPhoto: Homography
    /// From pixels of the upright photo to those of the flat page.
    public let toPage: Homography

    /// The correction of one page.
    ///
    /// - Parameters:
    ///   - page: as it was found; its corners may lie outside of the photo.
    ///   - inset: The share of the sides that is left out on each of the four: paper ends in a rim of background and shadow,
    ///     which text recognition takes for print. 0 to 0.1.
    /// - Throws: `ReadingError` where the corners do not frame an area.
    public init(_ page: Page, inset: Double = 0.004) throws(ReadingError) {
        guard (0...0.1).contains(inset) else {
            throw ReadingError(.setting, "\(inset) of a page's sides is left out; give 0 to 0.1")
        }
        let full = page.flatSize
        let corners = page.corners.corners
        guard (1...Self.most).contains(full.width), (1...Self.most).contains(full.height), full.area <= Self.largest,
            corners.allSatisfy({ abs($0.x) < 1e7 && abs($0.y) < 1e7 }), corners.turnsOneWay,
            let whole = Homography(rectangle: full, onto: page.corners), whole.rows.allSatisfy(\.isFinite)
        else {
            throw ReadingError(
                .corners, "the corners of the page frame no area to make flat: \(corners); give four, clockwise")
        }
        let (left, top) = (Int(Double(full.width) * inset), Int(Double(full.height) * inset))
        size = PixelSize(width: full.width - 2 * left, height: full.height - 2 * top)
        toPhoto = whole.after(Homography(rows: [1, 0, Double(left), 0, 1, Double(top), 0, 0, 1]))
        guard let toPage = toPhoto.inverse else {
            throw ReadingError(.corners, "the corners of the page frame no area that can be made flat: \(corners)")
        }
        self.toPage = toPage
    }

    /// More pixels a side than any photo has.
    private static let most = 100_000
    /// More pixels than any photo has; a page of that many takes 1.2 GB.
    private static let largest = 400_000_000

    /// The flat page.
    ///
    /// Where a pixel of the page stands for several of the photo they are averaged first, so that thin strokes do not fall
    /// between samples. What lies outside of the photo is white.
    /// - Parameters:
    ///   - pixels: 8-bit red, green and blue of the upright photo, interleaved, without gaps.
    ///   - photo: the photo's size.
    /// - Throws: `ReadingError` where the bytes do not fit the size.
    public func flat(
        from pixels: UnsafeRawBufferPointer, size photo: PixelSize, enhancement: PageEnhancement = .none
    ) throws(ReadingError) -> FlatPage {
        try ReadingError.check(pixels, photo)
        let page = PageSampler(pixels, size: photo, correction: self).page()
        switch enhancement {
        case .none: return page
        case .shadows: return page.withoutShadows()
        case .blackAndWhite: return page.blackAndWhite()
        }
    }
}

extension [Point] {
    /// Whether a closed way turns right, or left, at each of its corners.
    fileprivate var turnsOneWay: Bool {
        let turns = indices.map { place -> Double in
            let next = self[(place + 1) % count]
            let (one, other) = (next - self[place], self[(place + 2) % count] - next)
            return one.x * other.y - one.y * other.x
        }
        return turns.allSatisfy { $0 > 1e-6 } || turns.allSatisfy { $0 < -1e-6 }
    }
}

/// Reads a photo's colours at the places of a flat page's pixels.
struct PageSampler {
    private let pixels: UnsafeRawBufferPointer
    private let photo: PixelSize
    private let correction: PageCorrection

    init(_ pixels: UnsafeRawBufferPointer, size: PixelSize, correction: PageCorrection) {
        self.pixels = pixels
        photo = size
        self.correction = correction
    }

    func page() -> FlatPage {
        let (size, map) = (correction.size, correction.toPhoto.rows)
        let (factor, part, left, top) = reducedPart()
        let scale = 1 / Double(factor)
        let weights = Self.cubicWeights
        let bytes = [UInt8](unsafeUninitializedCapacity: size.area * 3) { out, filled in
            part.bytes.withUnsafeBufferPointer { source in
                weights.withUnsafeBufferPointer { weights in
                    for row in 0..<size.height {
                        let y = Double(row) + 0.5
                        for column in 0..<size.width {
                            let x = Double(column) + 0.5
                            let depth = map[6] * x + map[7] * y + map[8]
                            let u = (map[0] * x + map[1] * y + map[2]) / depth
                            let v = (map[3] * x + map[4] * y + map[5]) / depth
                            let target = (row * size.width + column) * 3
                            guard u >= 0, v >= 0, u < Double(photo.width), v < Double(photo.height) else {
                                for channel in 0..<3 { out[target + channel] = 255 }
                                continue
                            }
                            Self.sample(
                                source, part.size, (u - Double(left)) * scale - 0.5, (v - Double(top)) * scale - 0.5,
                                weights, out, target)
                        }
                    }
                }
            }
            filled = size.area * 3
        }
        return FlatPage(size: size, channels: 3, bytes: bytes)
    }

    /// The part of the photo that the page shows, averaged over squares of `factor` pixels.
    private func reducedPart() -> (factor: Int, part: FlatPage, left: Int, top: Int) {
        let size = correction.size
        let corners = [
            Point(x: 0, y: 0), Point(x: Double(size.width), y: 0),
            Point(x: Double(size.width), y: Double(size.height)), Point(x: 0, y: Double(size.height)),
        ].map(correction.toPhoto.map)
        let whole = Box(x: 0, y: 0, width: Double(photo.width), height: Double(photo.height))
        let isPlain = corners.allSatisfy { $0.x.isFinite && $0.y.isFinite }
        let box = isPlain ? Box(around: corners).clipped(to: photo) : whole
        // Photo pixels behind a page pixel, in the mean; below two the cubic filter does well alone.
        let density = isPlain ? (abs(corners.signedArea) / Double(max(size.area, 1))).squareRoot() : 1
        let factor = Int(min(max((density + 0.5).rounded(.down), 1), 64))
        let left = min(max(Int(box.x) - 2 * factor, 0), photo.width - 1)
        let top = min(max(Int(box.y) - 2 * factor, 0), photo.height - 1)
        let right = min(max(Int(box.right) + 2 * factor + 1, left + 1), photo.width)
        let bottom = min(max(Int(box.bottom) + 2 * factor + 1, top + 1), photo.height)
        let small = PixelSize(
            width: (right - left + factor - 1) / factor, height: (bottom - top + factor - 1) / factor)
        let bytes = [UInt8](unsafeUninitializedCapacity: small.area * 3) { out, filled in
            for row in 0..<small.height {
                let (firstRow, lastRow) = (top + row * factor, min(top + (row + 1) * factor, bottom))
                for column in 0..<small.width {
                    let (first, last) = (left + column * factor, min(left + (column + 1) * factor, right))
                    var (red, green, blue) = (0, 0, 0)
                    for y in firstRow..<lastRow {
                        var place = (y * photo.width + first) * 3
                        for _ in first..<last {
                            red &+= Int(pixels[place])
                            green &+= Int(pixels[place + 1])
                            blue &+= Int(pixels[place + 2])
                            place += 3
                        }
                    }
                    let count = (lastRow - firstRow) * (last - first)
                    let target = (row * small.width + column) * 3
                    out[target] = UInt8(truncatingIfNeeded: (red + count / 2) / count)
                    out[target + 1] = UInt8(truncatingIfNeeded: (green + count / 2) / count)
                    out[target + 2] = UInt8(truncatingIfNeeded: (blue + count / 2) / count)
                }
            }
            filled = small.area * 3
        }
        return (factor, FlatPage(size: small, channels: 3, bytes: bytes), left, top)
    }

    /// Four weights for each 64th of a pixel, by cubic convolution with a = -0.5 (Keys, 1981), in 1/1024.
    private static let cubicWeights: [Int32] = (0..<64).flatMap { step -> [Int32] in
        let t = Double(step) / 64
        let near = { (d: Double) in (1.5 * d - 2.5) * d * d + 1 }
        let far = { (d: Double) in ((-0.5 * d + 2.5) * d - 4) * d + 2 }
        let weights = [far(1 + t), near(t), near(1 - t), far(2 - t)].map { Int32(($0 * 1024).rounded()) }
        return [weights[0], 1024 - weights[0] - weights[2] - weights[3], weights[2], weights[3]]
    }

    private static func sample(
        _ source: UnsafeBufferPointer<UInt8>, _ size: PixelSize, _ x: Double, _ y: Double,
        _ weights: UnsafeBufferPointer<Int32>, _ out: UnsafeMutableBufferPointer<UInt8>, _ target: Int
    ) {
        let (floorX, floorY) = (x.rounded(.down), y.rounded(.down))
        let (column, row) = (Int(floorX), Int(floorY))
        let across = Int((x - floorX) * 64) & 63
        let down = Int((y - floorY) * 64) & 63
        var (red, green, blue): (Int32, Int32, Int32) = (0, 0, 0)
        let inside = column >= 1 && column + 2 < size.width
        for dy in 0..<4 {
            let line = min(max(row + dy - 1, 0), size.height - 1) * size.width
            var (r, g, b): (Int32, Int32, Int32) = (0, 0, 0)
            for dx in 0..<4 {
                let near = inside ? column + dx - 1 : min(max(column + dx - 1, 0), size.width - 1)
                let weight = weights[across * 4 + dx]
                let place = (line + near) * 3
                r &+= weight &* Int32(source[place])
                g &+= weight &* Int32(source[place + 1])
                b &+= weight &* Int32(source[place + 2])
            }
            let weight = weights[down * 4 + dy]
            red &+= weight &* (r >> 4)
            green &+= weight &* (g >> 4)
            blue &+= weight &* (b >> 4)
        }
        // 1024 twice, less the 16 that were taken in between.
        out[target] = UInt8(truncatingIfNeeded: min(max((red + 32768) >> 16, 0), 255))
        out[target + 1] = UInt8(truncatingIfNeeded: min(max((green + 32768) >> 16, 0), 255))
        out[target + 2] = UInt8(truncatingIfNeeded: min(max((blue + 32768) >> 16, 0), 255))
    }
}
