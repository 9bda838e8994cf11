import Scoring

/// A sheet for each archer, where several shot; on paper each begins a page of its own.
struct ArcherSheets {
    let contents: ReportModel

    var markup: Markup? {
        let sheets = contents.archers.enumerated().compactMap { sheet(of: $1, place: $0 + 1) }
        return sheets.isEmpty
            ? nil : Markup("div", ["class": "archer-sheets", "id": "archers", "data-test": "archer-sheets"], sheets)
    }

    private func sheet(of name: String, place: Int) -> Markup? {
        let own = contents.session.only(by: name)
        let (sheet, words) = (ScoreSheet(own), contents.words)
        guard sheet.total.arrows > 0 else { return nil }
        let when = Dates(contents.session, words: words)?.text ?? contents.session.date.map { words.day($0) }
        let average = sheet.total.average.map { words.fixed($0, 2) } ?? "–"
        return Markup(
            "section",
            ["class": "archer-sheet", "aria-labelledby": "archer-\(place)", "data-test": "sheet-\(place)"],
            Markup("h2", ["id": "archer-\(place)"], Markup("bdi", [:], .text(name))),
            Markup(
                "p", ["class": "paper-only"], Markup("bdi", [:], .text(contents.title)),
                .text(when.map { " · " + $0 } ?? "")),
            Markup(
                "p", ["class": "facts"],
                Markup("span", [:], .text(words(.total) + " "), Markup("strong", [:], .text("\(sheet.total.score)"))),
                Markup("span", [:], .text(contents.count(sheet.total.arrows))),
                Markup("span", [:], .text(words(.averageShort, ["value": average]))),
                .group(RoundSection(contents: contents).facts(of: name))),
            .group(
                zip(own.rounds, sheet.rounds).filter { $0.1.total.arrows > 0 }.map { round, counted in
                    SheetTable(contents: contents, round: round, sheet: counted, archer: name).markup
                }))
    }
}
