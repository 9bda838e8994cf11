import JSONTree
import Results
import Scoring

/// Rankings as a table with one row an archer, or as JSON.
///
/// Columns and keys have a fixed order, and new ones come at the end.
public struct RankingReport: Sendable {
    /// The names of the table's columns.
    public static let columns = [
        "round", "date", "rank", "isShared", "archer", "sessions", "score", "maximum", "arrows", "missingArrows",
        "best", "tens", "xs", "ties", "average",
    ]

    private let rankings: [Ranking]

    /// A report of these rankings, in their order.
    public init(_ rankings: [Ranking]) { self.rankings = rankings }

    /// The table, with its header; by RFC 4180.
    public var csv: String {
        let rows = rankings.flatMap { ranking in ranking.rows.map { Self.cells($0, of: ranking) } }
        return ([Self.columns] + rows).map(CSVText.line).joined()
    }

    /// The document, of several lines.
    public var json: String {
        let all = JSONValue.array(rankings.map(Self.ranking))
        return JSONValue.object([.init("rankings", all)]).document + "\n"
    }

    private static func cells(_ row: Ranking.Row, of ranking: Ranking) -> [String] {
        let tally = row.tally
        let ties = zip(ranking.round.ties.criteria, row.tieCounts).map { "\($0.title) \($1)" }
        return [
            CSVText.cell(ranking.round.id), ranking.date ?? "", "\(row.rank)", "\(row.isShared)",
            CSVText.cell(row.name), CSVText.cell(row.sessions.joined(separator: "; ")), "\(tally.score)",
            "\(tally.maximum)",
            "\(tally.arrows)", "\(row.missingArrows)", "\(row.best)", "\(tally.tens)", "\(tally.xs)",
            ties.joined(separator: "; "), tally.average.map { JSONValue.rounded($0, decimals: 4).line } ?? "",
        ]
    }

    private static func ranking(_ ranking: Ranking) -> JSONValue {
        [
            "round": ranking.round.json, "date": .init(ranking.date),
            "ties": .array(ranking.round.ties.criteria.map { .string($0.title) }),
            "rows": .array(ranking.rows.map(row)),
        ]
    }

    private static func row(_ row: Ranking.Row) -> JSONValue {
        [
            "rank": .integer(row.rank), "isShared": .bool(row.isShared), "archer": .string(row.name),
            "sessions": .array(row.sessions.map { .string($0) }), "total": row.tally.json,
            "counts": .array(row.tieCounts.map { .integer($0) }), "missingArrows": .integer(row.missingArrows),
            "best": .integer(row.best), "progress": .array(row.progress.map(\.json)),
        ]
    }
}

extension RoundDefinition {
    /// The round, as reports have it.
    var json: JSONValue {
        [
            "id": .string(id), "name": .string(name), "faces": .array(faces.map { .string($0.rawValue) }),
            "ends": .integer(ends), "arrowsPerEnd": .integer(arrowsPerEnd), "parts": .integer(parts),
            "maximum": .integer(maximum), "ties": .string(ties.rawValue),
        ]
    }
}

extension RoundProgress {
    /// How far an archer is, as reports have it.
    var json: JSONValue {
        [
            "archer": .init(archer), "total": tally.json, "best": .integer(best), "ends": .integer(ends),
            "missingEnds": .integer(missingEnds), "missingArrows": .integer(missingArrows),
            "surplusEnds": .integer(surplusEnds),
            "perArrow": .array(perArrow.map { $0.map { .rounded($0, decimals: 3) } ?? nil }),
            "perEnd": perEnd.map { .rounded($0, decimals: 3) } ?? nil,
        ]
    }
}
