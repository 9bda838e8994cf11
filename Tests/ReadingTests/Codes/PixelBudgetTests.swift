import Testing

@testable import Reading

struct PixelBudgetTests {
    @Test func givesNoMoreThanItsLimit() {
        var budget = PixelBudget(limit: 10)
        #expect(budget.take(4) && !budget.take(7) && budget.used == 4)
        #expect(budget.take(6) && budget.take(0) && !budget.take(1) && budget.used == 10)
    }

    @Test(arguments: [(100, 500), (200, 600), (1000, 3000)])
    func growsWithThePictureFromAFloor(_ area: Int, _ limit: Int) {
        let picture = GreyPicture(width: area / 10, height: 10, place: .identity) { _ in }
        #expect(PixelBudget(times: 3, of: picture, floor: 500).limit == limit)
    }

    @Test(arguments: [(300, 8_000_000), (2000, 8_000_000), (3000, 18_000_000)])
    func ofAReaderIsTwiceThePhoto(_ side: Int, _ limit: Int) {
        let photo = GreyPicture(width: side, height: side, place: .identity) { _ in }
        #expect(CodeReader.closerPixels(of: photo).limit == limit)
    }
}
