import Findings
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Imaging

@Suite struct PhotoInputTests {
    static let square = PixelSize(width: 640, height: 640)

    @Test(.enabled(if: Cases.isAvailable), arguments: Resampling.allCases)
    func theNineOrientationsOfAPhotoGiveTheSameInput(resampling: Resampling) throws {
        let photos = try (0...8).map {
            try Photo.open(FilePath(Cases.file("exif/Landscape_\($0).jpg").path))
        }
        #expect(photos.map(\.orientation) == [1, 1, 2, 3, 4, 5, 6, 7, 8])
        let first = try photos[1].input(Self.square, resampling: resampling)
        for photo in photos {
            #expect(photo.size == PixelSize(width: 1800, height: 1200))
            let (pixels, placement) = try photo.input(Self.square, resampling: resampling)
            #expect(placement == first.1)
            #expect(pixels.meanDifference(from: first.0) < 3, "orientation \(photo.orientation)")
        }
    }

    @Test(
        arguments: [
            PixelSize(width: 100, height: 60), PixelSize(width: 61, height: 100), PixelSize(width: 7, height: 300),
            PixelSize(width: 64, height: 64), PixelSize(width: 500, height: 1), PixelSize(width: 1, height: 1),
        ], [1, 3, 6, 7]) func aLetterboxCoversExactlyItsPlacement(size: PixelSize, orientation: Int) throws
    {
        let stored = Orientation(tag: orientation).turned(size)
        let white = TestPicture(stored.width, stored.height) { _, _, _ in 1 }
        let photo = try white.photo(".tif", metadata: ["orientation": "\(orientation)"])
        #expect(photo.size == size)
        let input = PixelSize(width: 96, height: 64)
        for resampling in Resampling.allCases {
            let (pixels, placement) = try photo.input(input, fill: 99, resampling: resampling)
            #expect(placement == Placement(of: size, in: input, fit: .letterbox))
            for y in 0..<input.height {
                for x in 0..<input.width {
                    let inside =
                        (placement.left..<(placement.left + placement.scaled.width)).contains(x)
                        && (placement.top..<(placement.top + placement.scaled.height)).contains(y)
                    let pixel = pixels.pixel(x, y)
                    try #require(pixel == (inside ? [255, 255, 255] : [99, 99, 99]), "\(x),\(y) is \(pixel)")
                }
            }
        }
    }

    @Test(arguments: [(300, 200), (200, 300), (1200, 40)], Resampling.allCases)
    func stretchAndCropFillTheInputWithTheRightPart(size: (Int, Int), resampling: Resampling) throws {
        let photo = try TestPicture.gradient(size.0, size.1).photo(".png")
        let input = PixelSize(width: 50, height: 50)
        for fit in [Fit.stretch, .crop] {
            let (pixels, placement) = try photo.input(input, fit: fit, resampling: resampling)
            for (x, y) in [(0, 0), (25, 25), (49, 49), (49, 0)] {
                let center = Box(centerX: Double(x) + 0.5, centerY: Double(y) + 0.5, width: 0, height: 0)
                let back = placement.toPhoto(center)
                let red = (back.x - 0.5) / Double(size.0 - 1) * 255
                let green = (back.y - 0.5) / Double(size.1 - 1) * 255
                #expect(near(pixels.pixel(x, y), [Int(red), Int(green), 128], within: 4), "\(fit) \(x),\(y)")
            }
        }
    }

    @Test(.enabled(if: Cases.isAvailable), arguments: ["archery-holes/sample_2.JPG", "exif/Landscape_6.jpg"])
    func theFastWayLooksLikeTheReference(file: String) throws {
        let photo = try Photo.open(FilePath(Cases.file(file).path))
        let (fast, _) = try photo.input(Self.square)
        let (reference, _) = try photo.input(Self.square, resampling: .reference)
        #expect(fast.meanDifference(from: reference) < 4)
    }

    /// Where a picture is reduced while it is decoded, its last, incomplete block must not shift the rest.
    @Test(arguments: [(401, 303), (407, 299), (159, 121)], [".jpg[Q=98,subsample_mode=off]", ".png"])
    func reducingShiftsNothing(size: (Int, Int), suffix: String) throws {
        let photo = try TestPicture.gradient(size.0, size.1).photo(suffix)
        let (fast, _) = try photo.input(PixelSize(width: 40, height: 30), fit: .stretch)
        for (x, y) in [(0, 0), (20, 15), (39, 29)] {
            let expected = [(Double(x) + 0.5) / 40 * 255, (Double(y) + 0.5) / 30 * 255, 128].map { Int($0) }
            // One reduced pixel further would be 6 or more; the JPEG's own last block is worth up to 4.
            #expect(near(fast.pixel(x, y), expected, within: 4), "\(x),\(y) is \(fast.pixel(x, y))")
        }
    }
}
