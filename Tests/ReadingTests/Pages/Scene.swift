import Findings
import Foundation
import Imaging
import Reading
import SystemPackage
import TestSupport

/// A picture that a test paints or loads.
struct Scene {
    let size: PixelSize
    var bytes: [UInt8]

    /// A surface with a grain that is the same in each run.
    init(width: Int, height: Int, colour: [Double], grain: Double = 6, seed: UInt64 = 1) {
        size = PixelSize(width: width, height: height)
        var state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493
        bytes = (0..<(width * height)).flatMap { _ -> [UInt8] in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let noise = (Double(state >> 40) / Double(1 << 24) - 0.5) * 2 * grain
            return colour.map { UInt8(min(max($0 + noise, 0), 255)) }
        }
    }

    /// A photo of the cases.
    init(case name: String) throws {
        let photo = try Photo.open(FilePath(Cases.file(name).path)).upright().pixels
        (size, bytes) = (photo.size, photo.bytes)
    }

    /// Paints a sheet with lines of print, each pixel averaged from nine places.
    mutating func paint(_ corners: [Point], paper: [Double], ink: [Double] = [40, 40, 50]) {
        let box = Box(around: corners).clipped(to: size)
        guard let sheet = Quadrilateral(corners),
            let correction = try? PageCorrection(
                Page(confidence: 1, corners: sheet, flatSize: PixelSize(width: 1000, height: 1400)), inset: 0)
        else { return }
        for y in Int(box.y)..<Int(box.bottom.rounded(.up)) {
            for x in Int(box.x)..<Int(box.right.rounded(.up)) {
                var sum = [0.0, 0, 0]
                var inside = 0.0
                for step in 0..<9 {
                    let (right, down) = (Double(step % 3) / 3 + 0.167, Double(step / 3) / 3 + 0.167)
                    let place = Point(x: Double(x) + right, y: Double(y) + down)
                    let page = correction.toPage.map(place)
                    guard page.x >= 0, page.y >= 0, page.x < 1000, page.y < 1400 else { continue }
                    inside += 1
                    let isText = page.x > 100 && page.x < 850 && page.y > 120 && page.y < 1280
                    let isLetter = Int(page.x / 9) % 7 < 5 && Int(page.x / 4) % 2 == 0
                    let isInk = isText && isLetter && Int(page.y / 14) % 3 == 0
                    for channel in 0..<3 { sum[channel] += isInk ? ink[channel] : paper[channel] }
                }
                let place = (y * size.width + x) * 3
                for channel in 0..<3 {
                    let old = Double(bytes[place + channel])
                    bytes[place + channel] = UInt8(min(max(old * (1 - inside / 9) + sum[channel] / 9, 0), 255))
                }
            }
        }
    }

    func pages(_ settings: PageFinderSettings = PageFinderSettings()) throws -> [Page] {
        let size = self.size
        return try bytes.withUnsafeBytes { pixels in
            try PageFinder(settings: settings).pages(in: pixels, size: size)
        }
    }

    func flat(_ page: Page, _ enhancement: PageEnhancement = .none, inset: Double = 0) throws -> FlatPage {
        let correction = try PageCorrection(page, inset: inset)
        let size = self.size
        return try bytes.withUnsafeBytes { pixels in
            try correction.flat(from: pixels, size: size, enhancement: enhancement)
        }
    }

    /// The picture's own corners, clockwise from the top left.
    var frame: [Point] {
        Quadrilateral(Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))).corners
    }

    var diagonal: Double { hypot(Double(size.width), Double(size.height)) }

    /// How far the worst corner is off, as a share of the picture's diagonal.
    func error(_ page: Page, from corners: [Point]) -> Double {
        (zip(page.corners.corners, corners).map { $0.distance(to: $1) }.max() ?? .infinity) / diagonal
    }
}
