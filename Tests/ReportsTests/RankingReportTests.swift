import JSONTree
import Scoring
import Testing

@testable import Reports

@Suite("A ranking as a table and as JSON")
struct RankingReportTests {
    private let round = RoundDefinition(
        id: "club", name: "Club, 30 m", faces: [.wa80], ends: 12, arrowsPerEnd: 6, parts: 2)

    /// Two archers on one target: the odd arrows of each end are Anna's.
    private var rankings: [Ranking] {
        var session = Samples.full
        session.round = round
        session.date = "2026-05-01"
        session.archers = Archers(names: ["=Anna", "Björn"], by: .hand)
        for end in session.rounds[0].ends.indices {
            for arrow in session.rounds[0].ends[end].arrows.indices {
                session.rounds[0].ends[end].arrows[arrow].archer = session.archers.names[arrow % 2]
            }
        }
        return Ranking.all(of: [session])
    }

    @Test func hasARowForEachArcherInTheOrderOfTheirRanks() throws {
        let lines = RankingReport(rankings).csv.split(separator: "\r\n").map(String.init)
        #expect(lines[0] == RankingReport.columns.joined(separator: ","))
        #expect(lines.count == 3)
        let rows = try #require(rankings.first).rows
        for (line, row) in zip(lines.dropFirst(), rows) {
            #expect(line.hasPrefix("club,2026-05-01,\(row.rank),false,"))
            #expect(line.contains(",\(row.tally.score),720,\(row.tally.arrows),\(row.missingArrows),\(row.best),"))
            #expect(line.contains("10s \(row.tieCounts[0]); Xs \(row.tieCounts[1])"))
        }
        // No name becomes a formula of a spreadsheet.
        #expect(lines.contains { $0.contains(",'=Anna,") })
        #expect(rows.map(\.rank) == [1, 2] && rows[0].tally.score > rows[1].tally.score)
    }

    @Test func isADocumentWithWhatEachShot() throws {
        let value = try JSONParser.parse(RankingReport(rankings).json.utf8).value
        let ranking = try #require(value["rankings"]?.list.first)
        #expect(ranking["round"]?["id"] == "club" && ranking["round"]?["maximum"] == 720)
        #expect(ranking["date"] == "2026-05-01" && ranking["ties"] == ["10s", "Xs"])
        let rows = try #require(ranking["rows"]?.list)
        #expect(rows.count == 2)
        for row in rows {
            let progress = try #require(row["progress"]?.list.first)
            #expect(progress["archer"] == row["archer"] && progress["total"] == row["total"])
            #expect(progress["perArrow"]?.list.count == 6 && progress["missingEnds"] == 2)
        }
    }

    @Test func ofNoRoundThereIsOnlyAHeader() throws {
        #expect(RankingReport(Ranking.all(of: [Samples.full])).csv.split(separator: "\r\n").count == 1)
        let value = try JSONParser.parse(RankingReport([]).json.utf8).value
        #expect(value["rankings"] == [])
    }

    @Test func aSessionsReportHasItsRoundAndItsProgress() throws {
        var session = Samples.full
        session.round = round
        let value = JSONReport(session).value
        #expect(value["round"]?["name"] == "Club, 30 m" && value["round"]?["ties"] == "tens-xs")
        let progress = try #require(value["progress"]?.list.first)
        #expect(progress["archer"] == .null && progress["ends"] == 10 && progress["missingEnds"] == 2)
        #expect(progress["total"]?["maximum"] == 720)
    }
}

extension JSONValue {
    /// The values of a list; none of anything else.
    fileprivate var list: [JSONValue] {
        guard case .array(let values) = self else { return [] }
        return values
    }
}
