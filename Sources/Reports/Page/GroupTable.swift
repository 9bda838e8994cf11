import Findings
import Scoring

/// A group's size and place in millimetres.
struct GroupTable {
    let group: ArrowGroup
    let noun: String
    let isSizeAssumed: Bool
    let type: FaceType

    var markup: Markup {
        let entries = rows.map { name, value, note in
            Markup(
                "div", [:], Markup("dt", [:], .text(name)),
                Markup(
                    "dd", [:], Markup("strong", [:], .text(value)),
                    note.map { Markup("span", ["class": "detail"], .text($0)) } ?? .none))
        }
        return Markup(
            "div", [:], Markup("dl", [:], entries),
            isSizeAssumed ? Markup("p", ["class": "note"], .text(remark)) : .none)
    }

    private var rows: [(String, String, String?)] {
        let isCentred = group.offset < 0.5
        var rows: [(String, String, String?)] = [
            (
                "Centre of the group", isCentred ? "in the middle" : Numbers.millimetres(group.offset) + " off",
                isCentred ? nil : "at \(Direction.clock(group.offsetClockDeg)): \(Direction.offset(group.center))"
            )
        ]
        guard group.count > 1 else { return rows }
        rows.append(("Mean radius", Numbers.millimetres(group.meanRadius), "mean distance from the group’s centre"))
        rows.append(("Extreme spread", Numbers.millimetres(group.extremeSpread), "between the two farthest apart"))
        if let ellipse = group.ellipse {
            rows.append(
                (
                    "95\u{202F}% ellipse",
                    "\(Numbers.fixed(2 * ellipse.a, 0)) × \(Numbers.millimetres(2 * ellipse.b))", "length × width"
                ))
        }
        rows.append(("Counted", Numbers.count(group.count, noun), "with known place, misses included"))
        return rows
    }

    private var remark: String {
        """
        Assumed size: the photos do not show how large the face is and the settings do not say, so the millimetres are \
        right only if its full ten rings are \(Numbers.fixed(type.diameter / 10, 0)) cm across.
        """
    }
}
