import Findings
import Foundation
import Testing

@testable import Reading

/// Pictures drawn to make the search for bullseyes long.
///
/// What is counted is its work: its cost follows from that.
struct BullseyeSearchTests {
    /// Rings of seven modules side by side, with one dark line between two of them.
    static func tiles(width: Int, height: Int, module: Int) -> GreyPicture {
        GreyPicture(width: width, height: height, place: .identity) { grey in
            for index in grey.indices {
                let (x, y) = (index % width / module % 8 - 4, index / width / module % 8 - 4)
                grey[index] = max(abs(x), abs(y)) % 2 == 0 ? 40 : 255
            }
        }
    }

    /// Rings of nine modules, one above the other, with wedges left out between the rays that are looked at first.
    static func wedges(module: Int, count: Int) -> GreyPicture {
        let side = 13 * module
        return GreyPicture(width: side, height: side * count, place: .identity) { grey in
            for index in grey.indices {
                let x = (Double(index % side) + 0.5 - Double(side) / 2) / Double(module)
                let y = (Double(index / side % side) + 0.5 - Double(side) / 2) / Double(module)
                let ring = Int(max(abs(x), abs(y)).rounded())
                let angle = (atan2(y, x) + 2 * .pi).truncatingRemainder(dividingBy: .pi / 4) * 180 / .pi
                let isLeftOut = ring > 1 && abs(angle - 22.5) < 12
                grey[index] = ring <= 4 && ring % 2 == 0 && !isLeftOut ? 40 : 255
            }
        }
    }

    private static func search(_ picture: GreyPicture, maximum: Int) -> BullseyeSearch {
        var search = BullseyeSearch(of: picture, maximum: maximum)
        search.run()
        return search
    }

    @Test(arguments: [1, 5, 64])
    func endsWithAsManyAsWereAskedFor(_ maximum: Int) {
        let few = Self.search(Self.tiles(width: 320, height: 320, module: 2), maximum: maximum)
        #expect(few.found.count == maximum)
        // What lies below is not looked at.
        let many = Self.search(Self.tiles(width: 320, height: 960, module: 2), maximum: maximum)
        #expect(many.found.count == maximum && many.tried == few.tried && many.reliefs.used == few.reliefs.used)
    }

    @Test func looksForNoneWhereNoneAreAskedFor() {
        #expect(Self.search(Self.tiles(width: 320, height: 320, module: 2), maximum: 0).tried == 0)
    }

    @Test func looksOnceAtTheRowsOfABullseye() {
        let search = Self.search(BullseyeTests.rings(across: 9, module: 40), maximum: 64)
        #expect(search.found.count == 1 && search.tried <= 2)
        #expect(search.found[0].reach == search.found[0].corners.width / 2)
    }

    /// Rings of 31 pixels a module make many candidates, of which each wants 160,000 pixels in relief.
    @Test(arguments: [1, 4])
    func laysNoMoreInReliefThanItsBudget(_ count: Int) {
        let picture = Self.wedges(module: 31, count: count)
        let search = Self.search(picture, maximum: 64)
        #expect(search.found.isEmpty)
        #expect(search.reliefs.limit == max(4 * picture.area, 1_000_000))
        #expect(search.reliefs.used <= search.reliefs.limit)
        #expect(search.reliefs.limit - search.reliefs.used < picture.width * picture.width)
        #expect(search.tried <= picture.height / 2)
    }
}
