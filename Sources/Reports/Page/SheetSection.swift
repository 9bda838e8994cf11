import Scoring

/// The score sheet, round by round.
struct SheetSection {
    let contents: ReportModel

    var markup: Markup? {
        guard !contents.ends.isEmpty else { return nil }
        let tables = zip(contents.session.rounds, contents.sheet.rounds).map { round, sheet in
            Markup(
                "div", ["class": "round"],
                contents.session.rounds.count > 1 ? Markup("h3", [:], .text(name(of: round))) : .none,
                table(round, sheet))
        }
        return Markup(
            "section", ["id": "sheet"], Markup("h2", [:], "Score sheet"), .group(Array(tables)), legend)
    }

    private func name(of round: Session.Round) -> String {
        let number = "Round \(round.number)"
        return round.name.isEmpty || round.name == number ? number : number + " · " + round.name
    }

    private func table(_ round: Session.Round, _ sheet: ScoreSheet.Round) -> Markup {
        let columns = Columns(round, arrows: contents.plural)
        let ends = round.ends.map { EndEntry(round: round, end: $0, namesRound: contents.session.rounds.count > 1) }
        let longest = max(round.arrowsPerEnd, sheet.rows.map(\.arrows.count).max() ?? 0, 1)
        let places = "--wide:\(Self.perLine(longest, most: 6));--narrow:\(Self.perLine(longest, most: 4))"
        return Markup(
            "table", ["class": "sheet", "style": places],
            Markup("caption", ["class": "spoken"], .text("Score sheet of round \(round.number)")),
            Markup("thead", [:], Markup("tr", [:], columns.head)),
            Markup("tbody", [:], zip(ends, sheet.rows).map { row($0, $1, columns) }),
            Markup("tfoot", [:], total(sheet.total, columns)))
    }

    private func row(_ entry: EndEntry, _ row: ScoreSheet.Row, _ columns: Columns) -> Markup {
        let chips = row.arrows.map { Chip.numbered(ArrowEntry(end: entry, arrow: $0)) }
        let places = chips + Array(repeating: Chip.missing, count: row.trouble == nil ? row.missing : 0)
        let notes = [row.trouble].compactMap { $0 } + row.notes.map { Words.sentence($0) }
        let trouble = Markup.group(notes.map { Markup("p", ["class": "trouble"], .text($0)) })
        let name: Markup =
            entry.photos.first.map { Markup("a", ["href": "#photo-" + $0.key], .text("\(row.end)")) }
            ?? .text("\(row.end)")
        let isScored = row.tally.arrows > 0
        let cells = [
            Markup("th", ["scope": "row"], name),
            Markup("td", ["class": "arrows"], Markup("div", ["class": "chips"], places), trouble),
            Markup("td", ["class": "number sum"], .text(isScored ? "\(row.tally.score)" : "–")),
            Markup("td", ["class": "number"], .text("\(row.running)")),
        ]
        return Markup("tr", ["id": "end-" + entry.key], cells + columns.counts(row.tally))
    }

    private func total(_ tally: Tally, _ columns: Columns) -> Markup {
        let cells = [
            Markup("th", ["scope": "row", "colspan": "2"], "Total"),
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

    /// What the chips' marks mean, as far as there are any.
    private var legend: Markup {
        let arrows = contents.arrows.map(\.arrow.value)
        let marks = [
            ("chip high doubt", "9", "to review", arrows.contains(where: \.needsReview)),
            ("chip high person", "9", "manual correction", arrows.contains { $0.source == .person }),
            ("chip missing", "–", "not found", contents.sheet.rounds.flatMap(\.rows).contains { $0.missing > 0 }),
        ].filter(\.3)
        guard !arrows.isEmpty || !marks.isEmpty else { return .none }
        let numbers = Markup("span", [:], "The number below a score is the arrow’s in the photo.")
        let entries = marks.map { kind, mark, meaning, _ in
            Markup("span", [:], Markup("span", ["class": kind, "aria-hidden": "true"], .text(mark)), .text(meaning))
        }
        return Markup("p", ["class": "legend"], entries + (arrows.isEmpty ? [] : [numbers]))
    }

    /// The columns that depend on how a round is counted.
    private struct Columns {
        let best: Int
        let countsX: Bool
        /// What the column of chips is called.
        let arrows: String

        init(_ round: Session.Round, arrows: String) {
            self.arrows = arrows
            best = round.highestScore
            countsX = round.countsX
        }

        var head: [Markup] {
            let names = [("End", nil), (arrows, nil), ("Sum", "number"), ("Total", "number"), ("\(best)s", "number")]
            return (names + (countsX ? [("X", "number")] : [])).map { name, kind in
                Markup("th", ["scope": "col", "class": kind], .text(name))
            }
        }

        func counts(_ tally: Tally) -> [Markup] {
            ([tally.tens] + (countsX ? [tally.xs] : [])).map { Markup("td", ["class": "number"], .text("\($0)")) }
        }
    }
}

/// A score as a coloured chip that carries its text, and a mark where it is in doubt or a manual correction.
enum Chip {
    /// An arrow's score; a doubtful one leads to where its doubt is explained.
    static func markup(_ entry: ArrowEntry, isLink: Bool = true) -> Markup {
        let value = entry.arrow.value
        let kind = kind(of: value) + (value.needsReview ? " doubt" : "") + (value.source == .person ? " person" : "")
        let note = note(entry)
        let spoken: Markup = note.isEmpty ? .none : Markup("span", ["class": "spoken"], .text(", " + note))
        let title = entry.label + (note.isEmpty ? "" : ": " + note)
        guard isLink, value.needsReview else {
            return Markup("span", ["class": kind, "title": title], .text(value.mark), spoken)
        }
        return Markup(
            "a", ["class": kind, "title": title, "href": "#doubt-" + entry.key], .text(value.mark), spoken)
    }

    /// The same with the arrow's number below it, as the annotated picture shows it and a correction takes it.
    static func numbered(_ entry: ArrowEntry) -> Markup {
        Markup(
            "span", ["class": "shot"], markup(entry),
            Markup("span", ["class": "no", "aria-hidden": "true"], .text(entry.number)))
    }

    /// A place of an end that no arrow was found for.
    static let missing = Markup(
        "span", ["class": "chip missing", "title": "not found"], "–", Markup("span", ["class": "spoken"], " not found"))

    private static func note(_ entry: ArrowEntry) -> String {
        let value = entry.arrow.value
        var notes = value.needsReview ? ["to review: " + value.doubts.joined(separator: "; ")] : []
        if let corrected = entry.arrow.corrected {
            notes.append("manual correction, the model read \(corrected.mark)")
        } else if value.source == .person {
            notes.append("manual correction")
        }
        return notes.joined(separator: "; ")
    }

    /// The colour's name: X red, 10 green, 8 and 9 blue, 6 and 7 orange, the rest grey.
    static func kind(of arrow: DetectedArrow) -> String {
        if arrow.isX { return "chip x" }
        return switch arrow.score {
        case 10...: "chip ten"
        case 8...9: "chip high"
        case 6...7: "chip middle"
        default: "chip low"
        }
    }
}
