import Findings
import Testing

@testable import Registration

@Suite struct RasterTests {
    @Test(arguments: [(2, 2, 11), (0, 2, 0), (-1, -1, 3), (2, 2, 13)])
    func refusesBytesThatDoNotFit(width: Int, height: Int, count: Int) {
        let bytes = [UInt8](repeating: 0, count: count)
        #expect(Raster(rgb: bytes, size: PixelSize(width: width, height: height)) == nil)
    }

    @Test func halvingAveragesFourPixels() throws {
        let bytes: [UInt8] = [0, 10, 20, 4, 10, 20, 9, 9, 9, 8, 10, 20, 4, 10, 20, 9, 9, 9]
        let raster = try #require(Raster(rgb: bytes, size: PixelSize(width: 3, height: 2)))
        let half = try #require(raster.halved())
        #expect(half.size == PixelSize(width: 1, height: 1))
        #expect(half.bytes == [4, 10, 20])
        #expect(half.halved() == nil)
    }

    @Test func readsBetweenPixels() throws {
        let bytes: [UInt8] = [0, 0, 0, 100, 50, 0, 0, 0, 0, 100, 50, 0]
        let raster = try #require(Raster(rgb: bytes, size: PixelSize(width: 2, height: 2)))
        raster.withSampler { sampler in
            #expect(sampler.colour(x: 0.5, y: 0.5) == Colour())
            #expect(sampler.colour(x: 1, y: 1) == Colour(red: 50, green: 25, blue: 0))
            #expect(sampler.colour(x: -0.1, y: 1) == nil)
            #expect(sampler.colour(x: 1, y: 2.1) == nil)
        }
        // The same place, read on a level of half the size.
        raster.withSampler(scale: 2) { #expect($0.colour(x: 2, y: 2) == Colour(red: 50, green: 25, blue: 0)) }
    }
}
