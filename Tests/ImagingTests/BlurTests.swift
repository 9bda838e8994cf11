import Findings
import Testing

@testable import Imaging

@Suite struct BlurTests {
    /// A chess board of single pixels, which no blur may keep, and a step in the middle.
    private static let picture = PixelBuffer(
        size: PixelSize(width: 200, height: 100),
        bytes: (0..<20_000).flatMap { place -> [UInt8] in
            let (x, y) = (place % 200, place / 200)
            let value: UInt8 = (x + y) % 2 == 0 ? 200 : 0
            return [value, x < 100 ? 0 : 255, 50]
        })

    @Test func onlyTheBoxAndItsMarginChange() {
        // With its margin the pixels from 48, 40 to 80, 56: fields of four by four.
        let box = Box(x: 50.7, y: 41.4, width: 26.6, height: 13.2)
        let blurred = Self.picture.blurred([box])
        for y in 0..<100 {
            for x in 0..<200 {
                let isInside = (48..<80).contains(x) && (40..<56).contains(y)
                if !isInside { #expect(blurred.pixel(x, y) == Self.picture.pixel(x, y)) }
                if isInside { #expect(blurred.pixel(x, y) == [100, 0, 50]) }
            }
        }
    }

    /// Pictures with the same means are the same afterwards: what is left says nothing else.
    @Test func nothingIsLeftButTheMeansOfEightByEightFields() {
        let box = Box(x: 20, y: 10, width: 160 / 1.2, height: 80 / 1.2)
        var turned = Self.picture
        turned.bytes = Self.picture.bytes.enumerated().map { place, value in place % 3 == 0 ? 200 - value : value }
        #expect(turned != Self.picture)
        let (one, other) = (Self.picture.blurred([box]), turned.blurred([box]))
        let middle = (60..<120).flatMap { x in (30..<60).map { (x, $0) } }
        #expect(middle.allSatisfy { one.pixel($0.0, $0.1) == other.pixel($0.0, $0.1) })
        // The step is there, and is no step any more.
        let row = (40..<160).map { Int(one.pixel($0, 50)[1]) }
        #expect(row.first == 0 && row.last == 255)
        #expect(zip(row, row.dropFirst()).allSatisfy { $1 - $0 >= 0 && $1 - $0 < 40 })
    }

    @Test(
        arguments: [
            Box(x: -50, y: -50, width: 60, height: 60), Box(x: 190, y: 90, width: 500, height: 500),
            Box(x: 3, y: 3, width: 0.5, height: 0.5), Box(x: 0, y: 50, width: 200, height: 0.1),
        ])
    func boxesAtTheEdgeAndSmallOnes(box: Box) {
        #expect(Self.picture.blurred([box]) != Self.picture)
    }

    @Test func whatLiesOutsideOrIsNoPlaceChangesNothing() {
        for box in [
            Box(x: 300, y: 0, width: 10, height: 10), Box(x: .nan, y: 0, width: 10, height: 10),
            Box(x: 0, y: 0, width: .infinity, height: 10),
        ] {
            #expect(Self.picture.blurred([box]) == Self.picture)
        }
    }

    @Test func aPhotoIsBlurredBeforeItsMarksAreDrawn() throws {
        let whole = try TestPicture.gradient(64, 64).photo(".png").upright()
        #expect(whole.blurred([]).pixels == whole.pixels)
        let other = whole.blurred([Box(x: 8, y: 8, width: 40, height: 40)])
        #expect(try other.annotated([]) == other.jpeg(of: other.pixels, quality: 85))
        #expect(whole.blurred([Box(x: 8, y: 8, width: 40, height: 40)]).pixels != whole.pixels)
    }
}
