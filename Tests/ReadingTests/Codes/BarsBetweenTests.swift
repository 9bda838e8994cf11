import Findings
import Testing

@testable import Reading

struct BarsBetweenTests {
    /// Bars from top to bottom; some rows hold something else.
    static func bars(but rows: Range<Int> = 0..<0, hold other: (Int) -> UInt8 = { _ in 255 }) -> GreyPicture {
        // Widths of one to four, as in codes.
        let widths = [1, 3, 2, 1, 4, 1, 2, 2, 1, 1, 3, 2, 1, 2, 3, 1, 1, 4, 2, 1, 1, 2, 3, 2]
        let greys = (0..<3).flatMap { _ in
            widths.enumerated().flatMap { Array(repeating: UInt8($0 % 2 == 0 ? 30 : 220), count: $1) }
        }
        return GreyPicture(width: greys.count, height: 90, place: .identity) { grey in
            for index in grey.indices {
                let (row, column) = (index / greys.count, index % greys.count)
                // Darker to the bottom.
                grey[index] = rows.contains(row) ? other(column) : greys[column] / (row < 45 ? 1 : 2)
            }
        }
    }

    private func parts(_ photo: GreyPicture, _ text: String = "1", moved: Double = 0) -> [Int] {
        let width = Double(photo.width)
        let seen = [(8.0, 5, "1", 0.0), (78.0, 9, text, moved)].map { y, lines, text, x in
            let box = Box(x: x, y: y, width: width, height: 4)
            return Sighting(
                symbology: .ean13, text: text, bytes: [], corners: Quadrilateral(box).corners, lines: lines)
        }
        return Sighting.withoutParts(seen, in: photo).map(\.lines).sorted()
    }

    @Test func keepsTheBetterPartOfOneCode() {
        #expect(parts(Self.bars()) == [9])
    }

    @Test func keepsCodesBetweenWhichTheBarsEnd() {
        #expect(parts(Self.bars(but: 40..<44)) == [5, 9])
        #expect(parts(Self.bars(but: 40..<50) { UInt8($0 % 7 * 40) }) == [5, 9])
    }

    @Test func keepsOtherTextsAndBarsBesideThem() {
        #expect(parts(Self.bars(), "2") == [5, 9])
        #expect(parts(Self.bars(), moved: 11) == [5, 9])
    }
}
