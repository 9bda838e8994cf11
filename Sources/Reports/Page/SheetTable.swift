import Scoring

/// One round as a table: a line for each end, with its chips and sums.
struct SheetTable {
    let contents: ReportModel
    let round: Session.Round
    let sheet: ScoreSheet.Round
    /// Whose arrows it counts alone; nil for all.
    var archer: String?

    /// More ends than a table of the page that reviews has at once: the others are folded away.
    static let longest = 30

    private var words: Words { contents.words }

    /// The table; on the page that reviews a long one is several, each folded but the last.
    var markup: Markup {
        let columns = Columns(round, arrows: contents.plural, words: words)
        let rows = zip(round.ends, sheet.rows).filter { archer == nil || !$0.1.arrows.isEmpty }
        guard contents.options.links.isReview, rows.count > Self.longest else {
            return table(rows, columns, isLast: true)
        }
        let starts = Array(stride(from: 0, to: rows.count, by: Self.longest))
        return .group(
            starts.map { start in
                let part = Array(rows[start..<min(start + Self.longest, rows.count)])
                let isLast = start == starts.last
                let (first, last) = ("\(part[0].1.end)", "\(part[part.count - 1].1.end)")
                return Markup(
                    "details", ["class": "more", "open": isLast ? "" : nil, "data-more": "\(key)-\(first)"],
                    Markup(
                        "summary", [:], .text(words(.endsFromTo, ["first": first, "last": last])), " ",
                        Markup("span", ["class": "detail"], .text("\(part[part.count - 1].1.running)"))),
                    table(part, columns, isLast: isLast))
            })
    }

    /// What tells this table from the page's others.
    private var key: String {
        let place = archer.flatMap { contents.session.archersInOrder.firstIndex(of: $0) }.map { "\($0 + 1)-" } ?? ""
        return "sheet-\(place)\(round.number)"
    }

    private func table(
        _ rows: [(Session.End, ScoreSheet.Row)], _ columns: Columns, isLast: Bool
    ) -> Markup {
        let longest = max(round.arrowsPerEnd, sheet.rows.map(\.arrows.count).max() ?? 0, 1)
        let places = "wide-\(Self.perLine(longest, most: 6)) narrow-\(Self.perLine(longest, most: 4))"
        let caption =
            archer.map { words(.sheetOfArcher, ["name": $0, "number": "\(round.number)"]) }
            ?? words(.sheetOfRound, ["number": "\(round.number)"])
        return Markup(
            "div", ["class": "scrolls"],
            Markup(
                "table", ["class": "sheet " + places],
                Markup("caption", ["class": "spoken"], .text(caption)),
                Markup("thead", [:], Markup("tr", [:], columns.head)),
                Markup("tbody", [:], rows.map { row(entry($0.0), $0.1, columns) }),
                isLast ? Markup("tfoot", [:], total(sheet.total, columns)) : .none))
    }

    private func entry(_ end: Session.End) -> EndEntry {
        EndEntry(
            round: round, end: end, namesRound: contents.session.rounds.count > 1, words: words,
            links: contents.options.links)
    }

    private func row(_ entry: EndEntry, _ row: ScoreSheet.Row, _ columns: Columns) -> Markup {
        let notes = archer == nil ? words.notes(on: row) : []
        let trouble = Markup.group(notes.map { Markup("p", ["class": "trouble"], .text($0)) })
        let isScored = row.tally.arrows > 0
        let cells = [
            Markup("th", ["scope": "row"], name(entry, row)),
            Markup("td", ["class": "arrows"], .group(chips(entry, row)), trouble),
            Markup("td", ["class": "number sum"], .text(isScored ? "\(row.tally.score)" : "–")),
            Markup("td", ["class": "number"], .text("\(row.running)")),
        ]
        return Markup("tr", ["id": archer == nil ? "end-" + entry.key : nil], cells + columns.counts(row.tally))
    }

    private func name(_ entry: EndEntry, _ row: ScoreSheet.Row) -> Markup {
        let isReview = entry.links.isReview
        guard let address = entry.links.end(entry) else { return .text("\(row.end)") }
        return Markup(
            "a",
            [
                "href": address, "aria-label": isReview ? words(.reviewEnd, ["end": entry.shortLabel]) : nil,
                "data-test": isReview && archer == nil ? "end-\(row.end)" : nil,
            ], .text("\(row.end)"))
    }

    /// The end's chips; where several archers shoot, those of each behind the name.
    private func chips(_ entry: EndEntry, _ row: ScoreSheet.Row) -> [Markup] {
        let lines = archer == nil ? byArcher(row.arrows) : [(nil, row.arrows)]
        let isMissing = archer == nil && row.trouble == nil
        let missing = Array(repeating: Chip.missing(words), count: isMissing ? row.missing : 0)
        return lines.enumerated().map { place, line in
            let chips = line.arrows.map { Chip.numbered(ArrowEntry(end: entry, arrow: $0)) }
            return Markup(
                "div", ["class": "chips"],
                line.name.map { Markup("span", ["class": "by"], Markup("bdi", [:], .text($0))) } ?? .none,
                .group(chips + (place == lines.count - 1 ? missing : [])))
        }
    }

    private func byArcher(_ arrows: [Session.Arrow]) -> [(name: String?, arrows: [Session.Arrow])] {
        let names = contents.archers
        guard !names.isEmpty, arrows.contains(where: { $0.archer != nil }) else { return [(nil, arrows)] }
        let own = names.map { name in (name: Optional(name), arrows: arrows.filter { $0.archer == name }) }
        let others = (name: String?.none, arrows: arrows.filter { arrow in !names.contains { $0 == arrow.archer } })
        return (own + [others]).filter { !$0.arrows.isEmpty }
    }

    private func total(_ tally: Tally, _ columns: Columns) -> Markup {
        let cells = [
            Markup("th", ["scope": "row", "colspan": "2"], .text(words(.total))),
            Markup("td", ["class": "number sum"], .text("\(tally.score)")),
            Markup("td", ["class": "number"], .text("/\u{2009}\(tally.maximum)")),
        ]
        return Markup("tr", [:], cells + columns.counts(tally))
    }

    /// How many chips stand on a line, so that the lines of an end are alike: six in two threes rather than four and two.
    static func perLine(_ chips: Int, most: Int) -> Int {
        let lines = (chips + most - 1) / most
        return (chips + lines - 1) / lines
    }

    /// The columns that depend on how a round is counted.
    private struct Columns {
        let best: Int
        let countsX: Bool
        /// What the column of chips is called.
        let arrows: String
        let words: Words

        init(_ round: Session.Round, arrows: String, words: Words) {
            self.arrows = arrows
            self.words = words
            best = round.highestScore
            countsX = round.countsX
        }

        var head: [Markup] {
            let names = [
                (words(.end), nil), (arrows, nil), (words(.sum), "number"), (words(.total), "number"),
                (words(.bests, ["best": "\(best)"]), "number"),
            ]
            return (names + (countsX ? [("X", "number")] : [])).map { name, kind in
                Markup("th", ["scope": "col", "class": kind], .text(name))
            }
        }

        func counts(_ tally: Tally) -> [Markup] {
            ([tally.tens] + (countsX ? [tally.xs] : [])).map { Markup("td", ["class": "number"], .text("\($0)")) }
        }
    }
}
