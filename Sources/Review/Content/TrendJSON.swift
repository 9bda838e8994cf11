import Scoring
import Storage
import Supervisor

/// Points an arrow, session by session and month by month.
struct TrendJSON: Sendable {
    fileprivate struct Point: Sendable {
        let id: String?
        let session: Session
        let average: Double
        let score: Int
    }

    fileprivate struct Month: Sendable {
        let name: String
        var sessions = 0
        var tally = Tally()
    }

    private var sessions: [Point] = []
    private var months: [String: Month] = [:]

    /// The trend of one archer's arrows, or of all.
    init(of archer: String?, in snapshot: QueueSnapshot) throws {
        let (all, ids) = (try snapshot.scores.allSessions(), try SessionRow.ids(in: snapshot))
        for whole in all.sorted(by: { ($0.date ?? "", $0.name) < ($1.date ?? "", $1.name) }) {
            let tally = ScoreSheet(archer.map { whole.only(by: $0) } ?? whole).total
            guard tally.arrows > 0, let average = tally.average else { continue }
            sessions.append(Point(id: ids[whole.name], session: whole, average: average, score: tally.score))
            guard let name = whole.date.map({ String($0.prefix(7)) }) else { continue }
            var month = months[name] ?? Month(name: name)
            month.sessions += 1
            month.tally = month.tally + tally
            months[name] = month
        }
    }

    static let format = APIFormat<TrendJSON>.object([
        APIKey("months", { $0.months.values.sorted { $0.name < $1.name } }, .list(.month)),
        APIKey("sessions", \.sessions, .list(.session)),
    ]).named("Trend")
}

extension APIFormat where Value == TrendJSON.Month {
    fileprivate static let month = object([
        APIKey("month", \.name, .text), APIKey("sessions", \.sessions, .whole),
        APIKey("arrows", \.tally.arrows, .whole), APIKey("average", \.tally.average, .orNull(.number(decimals: 3))),
    ])
}

extension APIFormat where Value == TrendJSON.Point {
    fileprivate static let session = object([
        APIKey("id", \.id, .always(.text)), APIKey("name", \.session.name, .text),
        APIKey("date", \.session.date, .orNull(.text)), APIKey("average", \.average, .number(decimals: 3)),
        APIKey("score", \.score, .whole),
    ])
}
