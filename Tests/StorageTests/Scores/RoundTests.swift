import Findings
import Foundation
import Scoring
import Storage
import StorageSQLite
import TestSupport
import Testing

/// The round that a session is: who says it, and what follows for its tables and its ends.
@Suite("The book's rounds")
struct RoundTests {
    private static let session = "day 1970-01-01"
    private static let vegas = RoundTests.known("vegas")

    private static func known(_ id: String) -> RoundDefinition {
        RoundDefinition.known.first { $0.id == id }
            ?? RoundDefinition(id: "missing: \(id)", name: "", faces: [], ends: 0, arrowsPerEnd: 0)
    }

    /// An end of so many arrows, 9 each, on one photo.
    private func end(
        _ number: Int, arrows: Int = 6, folder: String = "day", day: Int64 = 0, round: RoundDefinition? = nil,
        perEnd: Int? = nil
    ) -> PhotoReading {
        let marks = (0..<arrows).map { Readings.arrow(0.12 + Double($0) / 1000, Double($0) / 1000) }
        var reading = Readings.photo(
            "\(folder)/\(number).jpg", marks, at: day * 86_400_000 + Int64(number), arrowsPerEnd: perEnd)
        reading.counting.round = round
        return reading
    }

    @discardableResult
    private func say(_ choice: RoundChoice, of name: String = session, in book: Book) throws -> String {
        try book.transaction { try $0.change(session: name, .round(choice)) }
    }

    private func progress(_ book: Book, _ name: String = session) throws -> [RoundProgress] {
        let session = try #require(try book.session(name))
        return RoundProgress.all(of: session)
    }

    @Test("the settings name a round, a user another or none, and takes it back", arguments: BookKind.allCases)
    func whoSays(kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(end(1, arrows: 3, round: Self.vegas, perEnd: 3))
        #expect(try book.session(Self.session)?.round == Self.vegas)
        #expect(try say(.noRound, in: book) == Self.session)
        #expect(try book.session(Self.session)?.round == nil)
        #expect(try say(.round(Self.known("wa-18")), in: book) == Self.session)
        #expect(try book.session(Self.session)?.round?.id == "wa-18")
        // Photos that come later bring the settings again, and what a user said stays.
        try book.store(end(2, arrows: 3, round: Self.vegas, perEnd: 3))
        #expect(try progress(book).map(\.best) == [27 + 27 + 54 * 10])
        #expect(try say(.usual, in: book) == Self.session)
        #expect(try book.session(Self.session)?.round == Self.vegas)
        #expect(try progress(book).map(\.best) == [27 + 27 + 24 * 10])
    }

    @Test("a round is divided into its own parts, and knows the arrows of its ends", arguments: BookKind.allCases)
    func parts(kind: BookKind) throws {
        let book = try Book(kind)
        for number in 1...8 { try book.store(end(number, arrows: number == 8 ? 5 : 6)) }
        #expect(try book.session(Self.session)?.rounds.map(\.name) == ["Round 1"])
        #expect(try book.transaction { try $0.scoring(ofSession: Self.session) }?.arrowsPerEnd == nil)
        try say(.round(Self.known("wa-70")), in: book)
        let session = try #require(try book.session(Self.session))
        #expect(session.rounds.map(\.name) == ["Round 1", "Round 2"])
        #expect(session.rounds.map { $0.ends.map(\.number) } == [[1, 2, 3, 4, 5, 6], [1, 2]])
        #expect(session.rounds.map(\.arrowsPerEnd) == [6, 6])
        #expect(session.ends.last?.review == [.tooFewArrows])
        #expect(try book.transaction { try $0.scoring(ofSession: Self.session) }?.arrowsPerEnd == 6)
    }

    @Test(
        "a photo shows the arrows of all who share its target, one that was sent for an archer those of that one",
        arguments: BookKind.allCases)
    func expected(kind: BookKind) throws {
        let book = try Book(kind)
        var sent = end(2, round: Self.vegas, perEnd: 3)
        sent.archer = "Ana"
        try book.store(end(1, round: Self.vegas, perEnd: 3), sent)
        func expected(_ number: Int) throws -> Int? {
            try book.transaction { try $0.arrowsExpected(ofPhoto: "day/\(number).jpg") }
        }
        #expect(try expected(1) == 3 && expected(2) == 3 && expected(9) == nil)
        let archers = Archers(names: ["Ana", "Ben"], by: .colour, colours: [.red, .blue])
        _ = try book.transaction { try $0.change(session: Self.session, .archers(archers)) }
        #expect(try expected(1) == 6 && expected(2) == 3)
        #expect(try book.ends(Self.session).map(\.review) == [[], [.tooManyArrows]])
    }

    @Test("several archers on one target shoot so many times the arrows of an end", arguments: BookKind.allCases)
    func several(kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(end(1, arrows: 6, round: Self.vegas, perEnd: 3))
        #expect(try book.ends(Self.session).map(\.review) == [[.tooManyArrows]])
        let archers = Archers(names: ["Ana", "Ben"], by: .colour, colours: [.red, .blue])
        _ = try book.transaction { try $0.change(session: Self.session, .archers(archers)) }
        #expect(try book.ends(Self.session).map(\.review) == [[]])
        #expect(try book.session(Self.session)?.rounds.map(\.arrowsPerEnd) == [6])
        // Settings that name another number mean what they say.
        try book.store(end(1, arrows: 6, round: Self.vegas, perEnd: 5))
        #expect(try book.ends(Self.session).map(\.review) == [[.tooManyArrows]])
        // Archers who take turns shoot an end each: a part is twice as many photos.
        let turns = Archers(names: ["Ana", "Ben"], by: .end)
        let other = try Book(kind)
        for number in 1...13 { try other.store(end(number)) }
        _ = try other.transaction { try $0.change(session: Self.session, .archers(turns)) }
        try say(.round(Self.known("wa-70")), in: other)
        #expect(try other.session(Self.session)?.rounds.map(\.ends.count) == [12, 1])
        #expect(try progress(other).map(\.ends) == [7, 6])
        #expect(try progress(other).map(\.tally.score) == [378, 324])
        #expect(try progress(other).map(\.best) == [678, 684])
    }

    /// A photo that was sent for one archer, as the book has it before it is read and after.
    private func send(_ number: Int, by archer: String, arrows: Int = 6, to book: Book) throws {
        var reading = end(number, arrows: arrows)
        reading.archer = archer
        try book.store(reading)
        try book.store(end(number, arrows: arrows))
    }

    /// Ana's seventh photo was taken before Ben's sixth.
    @Test("archers who send their own photos have their own ends and halves", arguments: BookKind.allCases)
    func sent(kind: BookKind) throws {
        let book = try Book(kind)
        try send(1, by: "Ana", to: book)
        try say(.round(Self.known("wa-70")), in: book)
        for number in 2...24 {
            try send(number, by: (number % 2 == 1) != (number == 12 || number == 13) ? "Ana" : "Ben", to: book)
        }
        let all = try progress(book)
        #expect(all.map(\.archer) == ["Ana", "Ben"])
        #expect(all.map(\.tally.score) == [648, 648] && all.map(\.ends) == [12, 12])
        #expect(all.allSatisfy { $0.isOver && $0.surplusEnds == 0 })
        let session = try #require(try book.session(Self.session))
        #expect(session.rounds.map(\.ends.count) == [12, 12])
        for archer in ["Ana", "Ben"] {
            #expect(session.rounds.map { $0.ends.count { $0.archer == archer } } == [6, 6], "\(archer)")
        }
    }

    @Test("a photo that was sent for one archer has the arrows of one", arguments: BookKind.allCases)
    func sentOfTwo(kind: BookKind) throws {
        let book = try Book(kind)
        try send(1, by: "Ana", to: book)
        try send(2, by: "Ben", arrows: 5, to: book)
        try say(.round(Self.known("wa-70")), in: book)
        let archers = Archers(names: ["Ana", "Ben"])
        _ = try book.transaction { try $0.change(session: Self.session, .archers(archers)) }
        #expect(try book.ends(Self.session).map(\.review) == [[], [.tooFewArrows]])
        #expect(try book.session(Self.session)?.rounds.map(\.arrowsPerEnd) == [6])
        // A photo of the target beside them is of both.
        try book.store(end(3, arrows: 12))
        let session = try #require(try book.session(Self.session))
        #expect(session.ends.map(\.review) == [[], [.tooFewArrows], []])
        let rows = ScoreSheet(session).rounds.flatMap(\.rows)
        #expect(rows.map(\.missing) == [0, 1, 0] && rows.map(\.tally.maximum) == [60, 60, 120])
    }

    @Test("photos that came with no name are not of the one whose photos came with one", arguments: BookKind.allCases)
    func sentAndNot(kind: BookKind) throws {
        let book = try Book(kind)
        for number in 1...2 { try send(number, by: "Ana", to: book) }
        try say(.round(Self.known("wa-70")), in: book)
        for number in 3...20 { try book.store(end(number)) }
        let all = try progress(book)
        #expect(all.map(\.archer) == ["Ana", nil] && all.map(\.ends) == [2, 12])
        #expect(all.map(\.surplusEnds) == [0, 6])
    }

    @Test("a day of a folder that has several is a round of its own", arguments: BookKind.allCases)
    func days(kind: BookKind) throws {
        let book = try Book(kind)
        for day in 0...1 { for number in 1...2 { try book.store(end(number + 2 * day, day: Int64(day))) } }
        #expect(try book.names() == [Self.session, "day 1970-01-02"])
        #expect(try say(.round(Self.known("wa-60")), in: book) == Self.session)
        #expect(try book.names() == [Self.session, "day 1970-01-02"])
        #expect(try book.session(Self.session)?.round?.id == "wa-60")
        #expect(try book.session("day 1970-01-02")?.round == nil)
        // One that comes late is of the round.
        try book.store(end(9))
        #expect(try book.ends(Self.session).count == 3)
    }

    @Test("a round and other things are said at once, or none of them", arguments: BookKind.allCases)
    func together(kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(end(1))
        func describe(_ date: String, _ round: RoundDefinition) throws -> String {
            try book.transaction {
                try $0.change(
                    session: Self.session,
                    .describe(
                        name: nil, date: .some(date), archers: Archers(names: ["Ana"]), round: .round(round)))
            }
        }
        #expect(throws: ScoreBookError.self) { try describe("2026-02-30", Self.vegas) }
        #expect(try book.session(Self.session)?.round == nil)
        #expect(try describe("2026-02-06", Self.vegas) == Self.session)
        let session = try #require(try book.session(Self.session))
        #expect(session.round == Self.vegas && session.date == "2026-02-06" && session.archers.names == ["Ana"])
    }

    @Test("what can be no round is refused in words", arguments: BookKind.allCases)
    func impossible(kind: BookKind) throws {
        let book = try Book(kind)
        try book.store(end(1))
        let odd = RoundDefinition(id: "odd", name: "odd", faces: [.wa80], ends: 7, arrowsPerEnd: 6, parts: 2)
        let error = #expect(throws: ScoreBookError.self) { try say(.round(odd), in: book) }
        #expect(error?.message.contains("7 ends cannot be divided into 2 parts") == true, "\(error?.message ?? "")")
        #expect(throws: ScoreBookError.self) { try say(.round(Self.vegas), of: "nothing", in: book) }
    }

    /// A book of a later version, whose rounds are shot at faces that this one does not have.
    @Test func aRoundThatIsNotKnownCostsNothingButItself() throws {
        let round = #"{ "id": "new", "name": "New", "faces": ["wa-999"], "ends": 6, "arrowsPerEnd": 6 }"#
        let details = #"""
            { "date": "2026-05-01", "archers": { "names": ["Ana"], "by": "end" }, "round": \#(round), "address": "a" }
            """#
        let read = try JSONDecoder().decode(SessionDetails.self, from: Data(details.utf8))
        #expect(read.date == "2026-05-01" && read.archers.names == ["Ana"] && read.address == "a")
        #expect(read.round == nil)
        let counting = #"{ "scoring": { "arrowsPerEnd": 5 }, "round": \#(round) }"#
        let counted = try JSONDecoder().decode(Counting.self, from: Data(counting.utf8))
        #expect(counted.scoring.arrowsPerEnd == 5 && counted.round == nil)
        var own = read
        own.round = .noRound
        own.homes = [SessionHome(folder: "day/", day: nil)]
        own.formerNames = ["b"]
        #expect(try JSONDecoder().decode(SessionDetails.self, from: JSONEncoder().encode(own)) == own)
    }

    /// 72 arrows at 70 m: seven ends on one device, a break, a restart, the other five on another one.
    @Test("an interrupted round of 72 arrows goes on where it was, whoever opens the book")
    func interrupted() throws {
        let folder = try TemporaryFolder()
        let path = folder["queue.sqlite"].path
        let round = Self.known("wa-70")
        func shoot(_ ends: ClosedRange<Int>) throws {
            let store = try Book.queue(path: path)
            for number in ends { _ = try store.transaction { try $0.scores.store(end(number)) } }
        }
        func look() throws -> RoundProgress {
            let session = try SQLiteQueueReader(path: path).read { try $0.scores.session(named: Self.session) }
            return try #require(session.flatMap { RoundProgress.all(of: $0).first })
        }
        try shoot(1...2)
        _ = try Book.queue(path: path).transaction {
            try $0.scores.change(session: Self.session, .round(.round(round)))
        }
        try shoot(3...7)
        let half = try look()
        #expect(half.round == round && half.ends == 7 && half.missingEnds == 5)
        #expect(half.tally.score == 378 && half.missingArrows == 30 && half.best == 678)
        // A photo that is worked again is the same end.
        try shoot(7...7)
        #expect(try look() == half)
        try shoot(8...12)
        let whole = try look()
        #expect(whole.tally == Tally(arrows: 72, score: 648, maximum: 720))
        #expect(whole.isOver && whole.best == 648 && whole.surplusEnds == 0)
    }
}
