import Findings
import Testing

@testable import Reading

struct GreyPictureTests {
    /// A picture whose pixel at (x, y) is 10 x + y.
    let slope = GreyPicture(width: 9, height: 7, place: .identity) { grey in
        for index in grey.indices { grey[index] = UInt8(index % 9 * 10 + index / 9) }
    }

    @Test func weighsTheColours() {
        let colours: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
        let grey = colours.withUnsafeBytes { GreyPicture(rgb: $0, size: PixelSize(width: 4, height: 1)) }
        #expect(grey.pixels == [76, 150, 29, 255])
    }

    @Test func halvesByMeans() throws {
        let half = try #require(slope.halved())
        #expect(half.width == 4 && half.height == 3)
        #expect(half.pixels[0] == 6)
        #expect(half.place(Point(x: 1, y: 1)) == Point(x: 2, y: 2))
        #expect(GreyPicture(width: 1, height: 9, place: .identity) { _ in }.halved() == nil)
    }

    @Test func doublesBetweenThePixelsMiddles() {
        let double = slope.doubled()
        #expect(double.width == 18 && double.height == 14)
        // Between columns 1 and 2, a quarter of the way; row 0 and its repeated edge.
        #expect(double.pixels[3] == 13)
        #expect(double.place(Point(x: 4, y: 6)) == Point(x: 2, y: 3))
    }

    @Test(arguments: [0.0, 5, 10, -20, 45, 90])
    func turnsAboutTheMiddle(_ degrees: Double) {
        let turned = slope.turned(by: degrees)
        let middle = turned.place(Point(x: Double(turned.width) / 2, y: Double(turned.height) / 2))
        #expect(middle.distance(to: Point(x: 4.5, y: 3.5)) < 1e-9)
        let inside = Int(turned.pixels[turned.height / 2 * turned.width + turned.width / 2])
        #expect(abs(inside - 43) < 12)
    }

    @Test func turnsClockwise() {
        // One black pixel to the right of the middle comes to lie below it.
        let dot = GreyPicture(width: 9, height: 9, place: .identity) { grey in
            for index in grey.indices { grey[index] = index == 4 * 9 + 7 ? 0 : 255 }
        }
        let turned = dot.turned(by: 90)
        let darkest = turned.pixels.indices.min { turned.pixels[$0] < turned.pixels[$1] } ?? 0
        #expect(darkest / turned.width > turned.height / 2)
    }

    @Test func softensAndSharpensAroundTheMean() {
        let flat = GreyPicture(width: 5, height: 4, place: .identity) { $0.update(repeating: 90) }
        #expect(flat.blurred(side: 3).pixels == flat.pixels)
        #expect(flat.sharpened(gain: 3, side: 5).pixels == flat.pixels)
        #expect(flat.inverted().pixels.allSatisfy { $0 == 165 })
        // Inside, the mean of a slope is its middle.
        #expect(slope.blurred(side: 3).pixels[2 * 9 + 4] == 42)
    }

    @Test(arguments: [1, 3, 8, 500])
    func evensNothingOutOfOneGrey(_ tiles: Int) {
        let flat = GreyPicture(width: 24, height: 24, place: .identity) { $0.update(repeating: 90) }
        #expect(Set(flat.evened(limit: 4, tiles: tiles).pixels).count == 1)
    }

    @Test(arguments: [1, 3, 8])
    func showsStripesInShadowAndInLightAlike(_ tiles: Int) {
        // Stripes of ten greys' difference, dark on the left and light on the right.
        let stripes = GreyPicture(width: 160, height: 40, place: .scaling(2)) { grey in
            for index in grey.indices {
                let column = index % 160
                grey[index] = (column < 80 ? 20 : 200) + (column / 4 % 2 == 0 ? 0 : 10)
            }
        }
        let evened = stripes.evened(limit: 40, tiles: tiles)
        #expect(evened.width == 160 && evened.height == 40 && evened.place == stripes.place)
        for column in [42, 122] {
            let row = 20 * 160 + column
            #expect(Int(evened.pixels[row + 4]) - Int(evened.pixels[row]) > 20)
        }
    }

    @Test func limitsHowFarContrastIsSpread() {
        func spread(_ limit: Double) -> Int {
            let noise = GreyPicture(width: 64, height: 64, place: .identity) { grey in
                for index in grey.indices { grey[index] = index % 2 == 0 ? 100 : 101 }
            }
            let evened = noise.evened(limit: limit, tiles: 1)
            return Int(evened.pixels[1]) - Int(evened.pixels[0])
        }
        #expect(spread(2) < 5)
        #expect(spread(256) > 100)
    }

    @Test func aPartLiesWhereItWasInThePhoto() throws {
        let part = try #require(slope.part(Box(x: 2.5, y: 1, width: 3.2, height: 40)))
        #expect(part.width == 4 && part.height == 6)
        #expect(part.pixels[0] == 21)
        #expect(part.place(Point(x: 1, y: 1)) == Point(x: 3, y: 2))
        #expect(slope.part(Box(x: -9, y: 0, width: 5, height: 5)) == nil)
        #expect(slope.part(Box(x: -9, y: -9, width: 90, height: 90))?.pixels == slope.pixels)
    }

    @Test func countsWhatAnAttemptLooksAt() {
        for attempt in Attempt.all {
            guard let seen = attempt.prepared(slope) else { continue }
            #expect(abs(attempt.cost(of: slope) - Double(seen.area)) < 120)
        }
    }
}
