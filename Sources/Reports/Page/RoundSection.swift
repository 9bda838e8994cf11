import Scoring

/// The round that the session is shot as: what each archer has, what is missing, what can still be reached.
struct RoundSection {
    let contents: ReportModel

    private var words: Words { contents.words }

    /// Nil where the session is no round.
    var markup: Markup? {
        guard let ranking = Ranking.all(of: [contents.session]).first else { return nil }
        let (round, rows) = (ranking.round, ranking.rows)
        let facts = words(
            .roundFacts,
            [
                "ends": words.count(.ends, round.ends), "arrows": words.count(.arrows, round.arrowsPerEnd),
                "maximum": "\(round.maximum)",
            ])
        let surplus = rows.flatMap(\.progress).map(\.surplusEnds).max() ?? 0
        return Markup(
            "section", ["id": "round", "aria-label": round.name],
            Markup("h2", [:], Markup("bdi", [:], .text(round.name))),
            Markup("p", ["class": "detail"], .text(facts)),
            places(ranking),
            rows.count > 1 && !round.ties.criteria.isEmpty
                ? Markup("p", ["class": "detail"], .text(words(.tiesBy, ["counts": counted(by: round)]))) : .none,
            averages(rows),
            contents.session.isAtOtherFaces ? Markup("p", ["class": "trouble"], .text(words(.otherFaces))) : .none,
            surplus > 0 ? Markup("p", ["class": "trouble"], .text(words.count(.surplusEnds, surplus))) : .none)
    }

    /// What stands at the head of one archer's own sheet.
    func facts(of archer: String) -> [Markup] {
        guard let progress = RoundProgress.all(of: contents.session).first(where: { $0.archer == archer }) else {
            return []
        }
        let rest = progress.isOver ? [] : [words(.atBest) + " \(progress.best)"]
        return ([progress.round.name, toShoot(progress)] + rest).map {
            Markup("span", [:], Markup("bdi", [:], .text($0)))
        }
    }

    /// A line for each archer, the best first; of a single one without place and name.
    private func places(_ ranking: Ranking) -> Markup {
        let (round, isRanked) = (ranking.round, ranking.rows.count > 1)
        let numbers =
            [(words(.total), "number"), (words(.atBest), "number")]
            + round.ties.criteria.map { (title($0), "number") }
            + [(words(.toShoot), "rest"), (words(.perEnd), "number")]
        let head =
            (isRanked
                ? [
                    Markup("th", ["scope": "col", "class": "number"], .text(words(.place))),
                    Markup("th", ["scope": "col"], .text(words(.archerTitle))),
                ] : [])
            + numbers.map { Markup("th", ["scope": "col", "class": $1], .text($0)) }
        return Markup(
            "div", ["class": "scrolls"],
            Markup(
                "table", ["data-test": isRanked ? "ranking" : "progress"],
                Markup("caption", ["class": "spoken"], .text(isRanked ? words(.ranking) : round.name)),
                Markup("thead", [:], Markup("tr", [:], head)),
                Markup("tbody", [:], ranking.rows.map { line($0, isRanked: isRanked) })))
    }

    private func line(_ row: Ranking.Row, isRanked: Bool) -> Markup {
        let left = row.progress.first.map(toShoot) ?? ""
        let perEnd = row.progress.first?.perEnd.map { words.fixed($0, 1) } ?? "–"
        func number(_ text: String) -> Markup { Markup("td", ["class": "number"], .text(text)) }
        let numbers =
            [number("\(row.best)")] + row.tieCounts.map { number("\($0)") }
            + [Markup("td", ["class": "rest"], .text(left)), number(perEnd)]
        let place =
            isRanked
            ? [
                Markup("td", ["class": "number"], .text("\(row.rank)" + (row.isShared ? "=" : ""))),
                Markup("th", ["scope": "row"], Markup("bdi", [:], .text(row.name))),
            ] : []
        let total = Markup("td", ["class": "number sum"], .text("\(row.tally.score)"))
        return Markup("tr", [:], place + [total] + numbers)
    }

    /// The average of each place of an end; nothing before the first arrow.
    private func averages(_ rows: [Ranking.Row]) -> Markup {
        let lines = rows.compactMap { row in row.progress.first.map { (name: row.name, places: $0.perArrow) } }
            .filter { !$0.places.compactMap { $0 }.isEmpty }
        guard let most = lines.map(\.places.count).max() else { return .none }
        let isNamed = rows.count > 1
        let head =
            (isNamed ? [Markup("th", ["scope": "col"], .text(words(.archerTitle)))] : [])
            + (1...most).map { Markup("th", ["scope": "col", "class": "number"], .text("\($0)")) }
        let body = lines.map { line in
            let cells = line.places.map { place in
                Markup("td", ["class": "number"], .text(place.map { words.fixed($0, 1) } ?? "–"))
            }
            let name = isNamed ? [Markup("th", ["scope": "row"], Markup("bdi", [:], .text(line.name)))] : []
            return Markup("tr", [:], name + cells)
        }
        return .group([
            Markup("h3", ["class": "averages"], .text(words(.perPlace))),
            Markup(
                "div", ["class": "scrolls"],
                Markup(
                    "table", ["data-test": "averages"],
                    Markup("caption", ["class": "spoken"], .text(words(.perPlace))),
                    Markup("thead", [:], Markup("tr", [:], head)), Markup("tbody", [:], body))),
        ])
    }

    /// `5 ends, 30 arrows`, or that all is shot.
    private func toShoot(_ progress: RoundProgress) -> String {
        guard !progress.isOver else { return words(.allShot) }
        let ends = progress.missingEnds > 0 ? [words.count(.ends, progress.missingEnds)] : []
        // A number stays beside its word.
        return (ends + [words.count(.arrows, progress.missingArrows)])
            .map { $0.replacing(" ", with: "\u{00A0}") }.joined(separator: ", ")
    }

    /// What heads the column of a criterion.
    private func title(_ criterion: TieCriterion) -> String {
        switch criterion {
        case .score(let score): words(.bests, ["best": "\(score)"])
        case .xs: "X"
        case .hits: words(.hits)
        }
    }

    private func counted(by round: RoundDefinition) -> String {
        round.ties.criteria.map(title).joined(separator: words(.andThen))
    }
}
