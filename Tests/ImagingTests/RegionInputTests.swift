import Findings
import Foundation
import Testing

@testable import Imaging

/// Inputs that are made from decoded pixels, and regions that are cut out of them.
@Suite struct RegionInputTests {
    /// Red tells the column and green the row.
    private static func picture(_ width: Int, _ height: Int) -> PixelBuffer {
        var bytes: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width { bytes += [UInt8(column), UInt8(row), 7] }
        }
        return PixelBuffer(size: PixelSize(width: width, height: height), bytes: bytes)
    }

    @Test func pixelsThatAreDecodedGiveTheSameInputAsTheFile() throws {
        let photo = try TestPicture.gradient(300, 200).photo(".png")
        for size in [PixelSize(width: 160, height: 160), PixelSize(width: 320, height: 96)] {
            for fit in Fit.allCases {
                let (file, first) = try photo.input(size, fit: fit)
                let (memory, second) = try photo.upright().pixels.input(size, fit: fit)
                #expect(first == second)
                #expect(file == memory, "\(size) \(fit)")
            }
        }
    }

    @Test func aLargePhotoIsAveragedBeforeItIsScaled() {
        var stripes = PixelBuffer(size: PixelSize(width: 64, height: 64), filledWith: 0)
        for index in stripes.bytes.indices where index / 3 % 2 == 0 { stripes.bytes[index] = 200 }
        let (input, _) = stripes.input(PixelSize(width: 8, height: 8))
        #expect(input.bytes.allSatisfy { $0 == 100 })
    }

    @Test func aRegionIsCutInWholePixels() throws {
        let upright = Self.picture(40, 30)
        let cut = try #require(upright.cut(Region(Box(x: 10.4, y: 5.6, width: 8.2, height: 4))))
        #expect(cut.region.bounds == Box(x: 10, y: 5, width: 9, height: 5))
        #expect(Array(cut.pixels.bytes.prefix(3)) == [10, 5, 7])
        #expect(upright.cut(Region(Box(x: 50, y: 0, width: 5, height: 5))) == nil)
        #expect(upright.cut(Region(Box(x: .nan, y: 0, width: 5, height: 5))) == nil)
    }

    @Test func aTurnedRegionIsLaidUpright() throws {
        let upright = Self.picture(40, 30)
        let region = Region(center: Point(x: 20, y: 15), width: 10, height: 6, angle: .pi / 2)
        let cut = try #require(upright.cut(region))
        #expect(cut.pixels.size == PixelSize(width: 10, height: 6))
        // Its first pixel is at the photo's top right of the region, and its rows run to the left.
        #expect(Array(cut.pixels.bytes.prefix(6)) == [22, 10, 7, 22, 11, 7])
        let outside = try #require(upright.cut(Region(center: Point(x: 0, y: 0), width: 8, height: 8, angle: 0.5)))
        #expect(Array(outside.pixels.bytes.prefix(3)) == [114, 114, 114])
    }
}
