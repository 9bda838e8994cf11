import Findings
import Foundation
import Testing

@testable import Detection

/// Numbers of the public prototype in numpy, which agrees with MediaPipe 0.10.21.
@Suite("MediaPipe's turned squares and crops")
struct MediaPipeCropTests {
    private static func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-9 }

    @Test func theTurnBringsADirectionToItsTarget() {
        let origin = Point(x: 0, y: 0)
        func angle(_ x: Double, _ y: Double) -> Double {
            RotatedSquare.angle(from: origin, to: Point(x: x, y: y), target: .pi / 2)
        }
        #expect(Self.isNear(angle(10, 0), .pi / 2))
        #expect(Self.isNear(angle(0, -10), 0))
        #expect(Self.isNear(angle(0, 10), -.pi))
        #expect(Self.isNear(angle(-10, 0), -.pi / 2))
    }

    @Test func aPalmsSquareIsTurnedMovedAndGrown() {
        var points = [Point](repeating: Point(x: 0, y: 0), count: 7)
        points[0] = Point(x: 130, y: 270)
        points[2] = Point(x: 150, y: 210)
        let palm = KeypointDetection(score: 1, box: Box(x: 100, y: 200, width: 60, height: 80), keypoints: points)
        let square = HandLandmarks.square(of: palm)
        #expect(Self.isNear(square.center.x, 142.6491106406735) && Self.isNear(square.center.y, 202.05266807797943))
        #expect(Self.isNear(square.side, 208) && Self.isNear(square.angle, 0.32175055439664213))
    }

    @Test func aFacesSquareIsNotMoved() {
        let points = [Point(x: 20, y: 30), Point(x: 40, y: 34)] + [Point](repeating: Point(x: 0, y: 0), count: 4)
        let face = KeypointDetection(score: 1, box: Box(x: 10, y: 20, width: 40, height: 30), keypoints: points)
        let square = FaceMesh.square(of: face)
        #expect(square.center == Point(x: 30, y: 35) && square.side == 60)
        #expect(Self.isNear(square.angle, 0.19739555984988075))
    }

    @Test func aBodysSquareLiesAroundTheHips() {
        let points = [Point(x: 50, y: 60), Point(x: 50, y: 20), Point(x: 0, y: 0), Point(x: 0, y: 0)]
        let person = KeypointDetection(score: 1, box: Box(x: 0, y: 0, width: 9, height: 9), keypoints: points)
        #expect(BodyLandmarks.square(of: person) == RotatedSquare(center: points[0], side: 100, angle: 0))
    }

    @Test func aPointOfTheSquareLiesInThePhoto() {
        let square = RotatedSquare(center: Point(x: 10, y: 20), side: 8, angle: .pi / 2)
        let corner = square.photo(Point(x: 0, y: 0))
        #expect(Self.isNear(corner.x, 14) && Self.isNear(corner.y, 16))
        #expect(square.photo(Point(x: 0.5, y: 0.5)) == square.center)
    }

    @Test func aLaterSquareReplacesEarlierOnes() {
        func square(_ x: Double) -> RotatedSquare {
            RotatedSquare(center: Point(x: x, y: 50), side: 30, angle: x)
        }
        #expect(RotatedSquare.associated([square(20), square(100), square(25), square(101)]) == [2, 3])
        #expect(RotatedSquare.associated([square(20), square(35)]) == [0, 1])
        #expect(RotatedSquare.associated([]) == [])
    }

    /// Three rows of four pixels, `i * 37 + 11` of 256.
    private static let photo = (0..<36).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }

    private func crop(_ border: RotatedCrop.Border, angle: Double) throws -> [UInt8] {
        try Self.photo.withUnsafeBytes { bytes in
            let photo = try #require(PhotoBytes(bytes, size: PixelSize(width: 4, height: 3)))
            return RotatedCrop(side: 4, border: border)(
                RotatedSquare(center: Point(x: 1.75, y: 1.5), side: 5, angle: angle), of: photo)
        }
    }

    @Test func blackLiesAroundThePhotoForDetectors() throws {
        #expect(
            try crop(.zero, angle: 0) == [
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 24, 17, 82, 119, 124, 188, 81, 118, 71, 108, 145, 41, 51, 28,
                157, 130, 103, 135, 140, 177, 114, 151, 60, 8, 11, 13, 47, 24, 33, 33, 27, 36, 52, 61, 7,
            ])
        #expect(
            try crop(.zero, angle: 0.5) == [
                0, 0, 0, 0, 0, 0, 30, 37, 48, 0, 0, 0, 6, 14, 22, 122, 100, 130, 156, 93, 130, 11, 32, 53, 39, 60, 36,
                102, 139, 96, 135, 140, 177, 173, 206, 44, 0, 0, 0, 138, 159, 196, 89, 16, 31, 0, 0, 0,
            ])
    }

    @Test func theEdgeLiesAroundThePhotoForLandmarks() throws {
        #expect(
            try crop(.replicate, angle: 0.5) == [
                94, 131, 168, 216, 37, 74, 97, 118, 155, 88, 125, 162, 28, 65, 102, 150, 123, 160, 156, 93, 130, 20,
                57, 94, 70, 107, 64, 102, 139, 96, 135, 140, 177, 191, 228, 49, 171, 208, 93, 138, 159, 196, 219, 40,
                77, 125, 162, 135,
            ])
        #expect(
            try crop(.replicate, angle: .pi / 2) == [
                88, 125, 162, 71, 108, 145, 114, 151, 60, 208, 245, 26, 88, 125, 162, 71, 108, 145, 114, 151, 60, 208,
                245, 26, 205, 50, 87, 188, 81, 118, 135, 140, 177, 133, 106, 143, 67, 104, 141, 82, 119, 124, 157, 130,
                103, 187, 96, 133,
            ])
    }

    @Test func shrinkingTakesSinglePixelsAndSmoothsNothing() throws {
        let stripes = (0..<8).flatMap { row in [UInt8](repeating: row % 2 == 0 ? 200 : 0, count: 24) }
        let pixels = try stripes.withUnsafeBytes { bytes in
            let photo = try #require(PhotoBytes(bytes, size: PixelSize(width: 8, height: 8)))
            return RotatedCrop(side: 4, border: .zero)(RotatedSquare(around: photo.size), of: photo)
        }
        #expect(pixels == [UInt8](repeating: 200, count: 48))
    }

    @Test(arguments: [1e-9, 1e9, 1e30, 1e300]) func aSquareOfAnySizeIsCut(side: Double) throws {
        let pixels = try Self.photo.withUnsafeBytes { bytes in
            let photo = try #require(PhotoBytes(bytes, size: PixelSize(width: 4, height: 3)))
            let square = RotatedSquare(center: Point(x: -side, y: side), side: side, angle: 1)
            return RotatedCrop(side: 8, border: .replicate)(square, of: photo)
                + RotatedCrop(side: 8, border: .zero)(square, of: photo)
        }
        #expect(pixels.count == 8 * 8 * 3 * 2)
    }

    @Test func fewerBytesThanPixelsAreNoPhoto() {
        Self.photo.withUnsafeBytes { bytes in
            #expect(PhotoBytes(bytes, size: PixelSize(width: 5, height: 3)) == nil)
            #expect(PhotoBytes(bytes, size: PixelSize(width: 0, height: 3)) == nil)
            #expect(PhotoBytes(bytes, size: PixelSize(width: .max, height: .max)) == nil)
        }
    }
}
