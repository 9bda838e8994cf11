import Findings
import Scoring
import Storage
import Testing

/// Whatever happens, in whatever order: both books say the same, and every end's numbers are its own.
@Suite struct AgreementTests {
    /// A small generator of its own, so that a seed always means the same walk.
    private struct Chance {
        var state: UInt64

        mutating func below(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(limit))
        }
    }

    @Test(arguments: UInt64(1)...6)
    func booksAgree(_ seed: UInt64) throws {
        let books = try BookKind.allCases.map { try Book($0) }
        var chance = Chance(state: seed &* 0x9E37_79B9_7F4A_7C15)
        for _ in 0..<50 {
            let (isRun, step) = step(&chance)
            let spoken = try spoken(in: books[1])
            let outcomes = books.map { book in
                do {
                    try book.transaction(step)
                    return "done"
                } catch { return "\(error)" }
            }
            #expect(outcomes[0] == outcomes[1])
            for name in ["day", "eve"] {
                let sessions = try books.map { try $0.session(name) }
                // Stops at the first difference: those behind it follow from it.
                let isSame = sessions[0] == sessions[1]
                try #require(isSame)
                let ends = sessions[1]?.rounds.flatMap(\.ends) ?? []
                let areTheirOwn = ends.allSatisfy { end in
                    Set(end.arrows.map { [$0.photo ?? 0, $0.number] }).count == end.arrows.count
                }
                #expect(areTheirOwn)
            }
            // No run takes away or doubles what a person said: it counts, or it is parked.
            if isRun { #expect(try self.spoken(in: books[1]) == spoken) }
        }
    }

    /// The scores that people gave, from the lowest up.
    private func spoken(in book: Book) throws -> [Int] {
        let counting = try ["day", "eve"].flatMap { try book.ends($0) }.flatMap(\.arrows).map(\.value)
            .filter { $0.source == .person }.map(\.score)
        let corrections = try book.corrections()
        #expect(corrections.count { !$0.isParked && $0.said != nil } == counting.count)
        let parked = corrections.filter { $0.isParked && $0.said != nil }.map {
            $0.said == "M" ? 0 : Int($0.said ?? "")
        }
        return (counting + parked.compactMap { $0 }).sorted()
    }

    private func step(_ chance: inout Chance) -> (isRun: Bool, body: (any ScoreTransaction) throws -> Void) {
        let photo = "day/\(chance.below(8)).jpg"
        let arrow = 1 + chance.below(9)
        switch chance.below(12) {
        case 0: return (false, { try $0.forget(photo: photo) })
        case 1: return (false, { try $0.withdraw(photo: photo, arrow: arrow) })
        case 2: return (false, { try $0.correct(Correction(photo: photo, arrow: arrow, value: .removed)) })
        case 3, 4:
            let place = chance.below(2) == 0 ? nil : Point(x: Double(chance.below(20)) / 20, y: 0)
            let value = Correction.Value(score: chance.below(11), position: place)
            let number = chance.below(3) == 0 ? nil : arrow
            let adds = chance.below(2) == 0
            return (
                false,
                { try $0.correct(Correction(photo: photo, arrow: number, value: value, adds: number == nil || adds)) }
            )
        default:
            let arrows = (0..<chance.below(6)).map { _ in Readings.arrow(Double(chance.below(40)) / 40 - 0.5) }
            let reading = Readings.photo(
                photo, arrows, at: chance.below(4) == 0 ? nil : Int64(chance.below(8)),
                session: chance.below(6) == 0 ? "eve" : "day", content: ["aa", "bb"][chance.below(2)],
                arrowsPerEnd: 3,
                layout: SessionLayout(photosPerEnd: 1 + chance.below(3), endsPerRound: [nil, 2][chance.below(2)]))
            return (true, { try $0.store(reading) })
        }
    }
}
