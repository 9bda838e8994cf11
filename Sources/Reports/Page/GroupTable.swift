import Scoring

/// A group's size and place in millimetres.
struct GroupTable {
    let contents: ReportModel
    let group: ArrowGroup
    let type: FaceType

    private var words: Words { contents.words }

    var markup: Markup {
        let entries = rows.map { name, value, note in
            Markup(
                "div", [:], Markup("dt", [:], .text(name)),
                Markup(
                    "dd", [:], Markup("strong", [:], .text(value)),
                    note.map { Markup("span", ["class": "detail"], .text($0)) } ?? .none))
        }
        return Markup(
            "div", ["class": "measures"], Markup("dl", [:], entries),
            contents.isSizeAssumed(type) ? Markup("p", ["class": "note"], .text(remark)) : .none)
    }

    private var rows: [(String, String, String?)] {
        let isCentred = group.offset < 0.5
        let place = ["clock": words.clock(group.offsetClockDeg), "offset": words.offset(group.center)]
        var rows: [(String, String, String?)] = [
            (
                words(.groupCentre),
                isCentred ? words(.inMiddle) : words(.offBy, ["length": words.millimetres(group.offset)]),
                isCentred ? nil : words(.atPlace, place)
            )
        ]
        guard group.count > 1 else { return rows }
        rows.append((words(.meanRadius), words.millimetres(group.meanRadius), words(.meanRadiusNote)))
        rows.append((words(.extremeSpread), words.millimetres(group.extremeSpread), words(.extremeSpreadNote)))
        if let ellipse = group.ellipse {
            let size = "\(words.fixed(2 * ellipse.a, 0)) × \(words.millimetres(2 * ellipse.b))"
            rows.append((words(.ellipse), size, words(.ellipseNote)))
        }
        rows.append((words(.counted), contents.count(group.count), words(.countedNote)))
        return rows
    }

    private var remark: String { words(.assumedSize, ["size": words.fixed(type.diameter / 10, 0)]) }
}
