import Findings
import Testing

@testable import Imaging

/// The quick ways to an input against the rules in plain loops.
@Suite struct QuickInputTests {
    @Test(
        arguments: [(8, 8), (33, 9), (64, 40), (97, 31), (129, 67), (6, 700), (700, 6)],
        [(4, 4), (5, 4), (4, 7), (6, 6), (6, 300), (300, 6)])
    func blocksAreMeansOfTheirPixels(size: (Int, Int), block: (Int, Int)) {
        let picture = PlainResampling.picture(size.0, size.1)
        let (across, down) = (min(block.0, size.0), min(block.1, size.1))
        let reduced = picture.withView(of: picture.frame) { BlockMeans.reduce($0, across: across, down: down) }
        #expect(reduced == PlainResampling.means(picture, across: across, down: down))
    }

    @Test(arguments: [UInt8(0), 1, 127, 254, 255]) func evenPixelsStayEven(value: UInt8) {
        let picture = PixelBuffer(size: PixelSize(width: 301, height: 523), filledWith: value)
        for resampling in Resampling.allCases {
            let (input, _) = picture.input(PixelSize(width: 17, height: 1), fit: .stretch, resampling: resampling)
            #expect(input.bytes.allSatisfy { $0 == value })
        }
    }

    @Test(arguments: [0.1, 0.5, 0.875, 1], Resampling.allCases)
    func theMiddleNeedNotBeCutOut(share: Double, resampling: Resampling) {
        for (width, height) in [(1, 1), (1, 9), (50, 31), (31, 50), (203, 121)] {
            let picture = PlainResampling.picture(width, height)
            let size = PixelSize(width: 12, height: 12)
            let quick = picture.input(size, fit: .crop, resampling: resampling, middle: share)
            let cut = picture.middle(share).input(size, fit: .crop, resampling: resampling)
            #expect(quick.0 == cut.0)
            #expect(quick.1 == cut.1)
        }
    }

    @Test(arguments: [-1, 0, 1.5, .infinity, .nan]) func anyShareHasAMiddle(share: Double) {
        let picture = PlainResampling.picture(9, 5)
        let side = picture.middle(share).size.width
        #expect(side == (share < 1 ? 1 : 5))
        #expect(picture.input(PixelSize(width: 3, height: 3), middle: share).1.photo.width == side)
    }

    @Test(arguments: [0.3, 1.2, -2, .pi / 2, 3], [(20.0, 15.0), (0, 0), (38.5, 2.25)])
    func aTurnedRegionIsThatOfPlainLoops(angle: Double, center: (Double, Double)) throws {
        let picture = PlainResampling.picture(40, 30)
        let region = Region(center: Point(x: center.0, y: center.1), width: 17, height: 9, angle: angle)
        let cut = try #require(picture.cut(region))
        #expect(cut.pixels == PlainResampling.turned(picture, region, to: PixelSize(width: 17, height: 9)))
    }

    /// Where a part lies at the picture's end, vectors would reach behind its last pixel.
    @Test(arguments: [(0, 0, 40, 30), (33, 22, 7, 8), (39, 29, 1, 1), (1, 2, 38, 27)])
    func aViewIsTheCutPart(left: Int, top: Int, width: Int, height: Int) {
        let picture = PlainResampling.picture(40, 30)
        let rect = PixelRect(left: left, top: top, width: width, height: height)
        let part = picture.cut(rect)
        let target = PixelSize(width: 5, height: 6)
        let scaled = picture.withView(of: rect) { view in
            BicubicResampler.resample(
                view, columns: BicubicAxis(targets: 0..<5, of: 5, from: width),
                rows: BicubicAxis(targets: 0..<6, of: 6, from: height))
        }
        #expect(scaled == PlainResampling.bicubic(part, to: target))
    }
}
