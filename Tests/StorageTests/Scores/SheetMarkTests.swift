import Scoring
import Storage
import Testing

/// Which sheets a change makes old, beyond what every store is checked for.
@Suite struct SheetMarkTests {
    private static let day: Int64 = 86_400_000

    private func settle(_ book: Book) throws {
        try book.transaction { try $0.sheetsAreWritten(for: $0.sheetMarks()) }
    }

    private func due(_ book: Book) throws -> [String] {
        try book.transaction { try $0.sheetPlaces() }.filter { !$0.marks.isEmpty }.map(\.session).sorted()
    }

    @Test(arguments: BookKind.allCases)
    func settingsThatCountAnewMakeAllDaysOfTheFolderOld(kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(
            Readings.photo("day/1.jpg", [], at: Self.day), Readings.photo("day/2.jpg", [], at: 2 * Self.day))
        try settle(book)
        try book.store(Readings.photo("day/2.jpg", [], at: 2 * Self.day, arrowsPerEnd: 6))
        #expect(try due(book) == ["day 1970-01-02", "day 1970-01-03"])
    }

    @Test(arguments: BookKind.allCases)
    func aNameThatIsUsedAgainMakesTheEarlierPhotosSheetOldToo(kind: BookKind) throws {
        let book = try Book(kind)
        let arrows = [Readings.arrow(0.15)]
        try book.store(Readings.photo("day/1.jpg", arrows, at: Self.day, content: "aa"))
        try book.correct("day/1.jpg", 1, .init(score: 7))
        try settle(book)
        try book.store(Readings.photo("day/1.jpg", arrows, at: 3 * Self.day, content: "bb"))
        #expect(try due(book) == ["day 1970-01-02", "day 1970-01-04"])
    }

    @Test(arguments: BookKind.allCases)
    func aDayThatEndsIsMarkedThoughNoSessionIsLeft(kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(
            Readings.photo("day/1.jpg", [], at: Self.day), Readings.photo("day/2.jpg", [], at: 2 * Self.day))
        try settle(book)
        try book.forget("day/2.jpg")
        #expect(try due(book) == [])
        #expect(try book.transaction { try $0.sheetMarks() }.map { [$0.session, $0.day] } == [["day", "1970-01-03"]])
    }

    @Test(arguments: BookKind.allCases)
    func placesAreThoseOfTheSessions(kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(
            Readings.photo("day/1.jpg", [], at: Self.day), Readings.photo("day/2.jpg", [], at: 2 * Self.day),
            Readings.photo("eve/1.jpg", [], at: 5))
        _ = try book.transaction { try $0.change(session: "eve 1970-01-01", .rename("club")) }
        let places = try book.transaction { try $0.sheetPlaces() }
        #expect(Set(places.map(\.session)) == Set(try book.names()))
        let club = try #require(places.first { $0.session == "club" })
        #expect(club.folder == nil && club.lastCaptured == 5)
        #expect(places.filter { $0.folder == "day" }.compactMap(\.lastCaptured).sorted() == [Self.day, 2 * Self.day])
        for place in places { #expect(try book.session(place.session)?.folder == place.folder) }
    }
}
