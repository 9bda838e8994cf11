import Findings
import Foundation
import TestSupport
import Testing

@Suite struct PlacementTests {
    struct Vector: Decodable {
        let w: Int
        let h: Int
        let new_w: Int
        let new_h: Int
        let left: Int
        let top: Int
        let right: Int
        let bottom: Int
        let gain_8_4_190: [Double]
    }

    @Test(.enabled(if: Cases.isAvailable)) func letterboxAgreesWithEveryReferenceVector() throws {
        let data = try Data(contentsOf: Cases.file("letterbox_vectors.json"))
        let vectors = try JSONDecoder().decode([Vector].self, from: data)
        #expect(vectors.count == 20)
        for vector in vectors {
            let placement = Placement(
                of: PixelSize(width: vector.w, height: vector.h), in: PixelSize(width: 640, height: 640),
                fit: .letterbox)
            #expect(placement.scaled == PixelSize(width: vector.new_w, height: vector.new_h), "\(vector.w)x\(vector.h)")
            let pads: [Int] = [placement.left, placement.top, placement.right, placement.bottom]
            let expected: [Int] = [vector.left, vector.top, vector.right, vector.bottom]
            #expect(pads == expected, "\(vector.w)x\(vector.h)")
            #expect(abs(placement.scaleX - vector.gain_8_4_190[0]) < 1e-12)
            #expect(abs(placement.scaleY - vector.gain_8_4_190[1]) < 1e-12)
        }
    }

    @Test(arguments: Fit.allCases, [PixelSize(width: 4032, height: 3024), PixelSize(width: 333, height: 500)])
    func theWayBackUndoesTheWayIn(fit: Fit, photo: PixelSize) {
        let placement = Placement(of: photo, in: PixelSize(width: 640, height: 640), fit: fit)
        let box = Box(x: 100, y: 120, width: 57.5, height: 80.25)
        let back = placement.toPhoto(placement.toInput(box))
        for (value, expected) in [(back.x, box.x), (back.y, box.y), (back.width, box.width), (back.height, box.height)]
        {
            #expect(abs(value - expected) < 1e-9)
        }
    }

    @Test func aBoxBeyondThePhotoIsClippedToIt() {
        let placement = Placement(
            of: PixelSize(width: 1280, height: 720), in: PixelSize(width: 640, height: 640), fit: .letterbox)
        let all = placement.toPhoto(Box(x: 0, y: 0, width: 640, height: 640))
        #expect(all == Box(x: 0, y: 0, width: 1280, height: 720))
    }

    @Test func aCropCoversTheInputAndCutsTheLongSide() {
        let placement = Placement(
            of: PixelSize(width: 1000, height: 667), in: PixelSize(width: 224, height: 224), fit: .crop)
        #expect(placement.scaled.height == 224)
        #expect(placement.left < 0 && placement.right < 0)
        #expect(placement.left + placement.scaled.width >= 224)
    }
}
