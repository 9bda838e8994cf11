import Foundation

/// A value per end as a line, drawn so that it is legible at a phone's width.
struct LineChart {
    let title: String
    /// One per end; nil leaves a gap.
    let values: [Double?]
    /// What stands under each value.
    let names: [String]
    let decimals: Int
    /// The mean of what is drawn, as a dashed line.
    let mean: Double?
    /// Where a round begins, by the index of its first end; the session's own beginning is none.
    let breaks: [Int]
    var words = Words()

    /// More values than have a dot each that can be told from its neighbours: there the line alone is drawn.
    static let mostDots = 60

    private static let size = (width: 330.0, height: 176.0)
    private static let margin = (left: 12.0, right: 12.0, top: 26.0, bottom: 26.0)

    var markup: Markup {
        let label =
            title + ": " + zip(names, values).map { "\($0) \($1.map(text) ?? words(.noValue))" }.joined(separator: ", ")
        return Markup(
            "svg",
            [
                "viewBox": "0 0 \(Numbers.coordinate(Self.size.width)) \(Numbers.coordinate(Self.size.height))",
                "class": "chart", "role": "img", "aria-label": label,
            ],
            [axis, meanLine] + roundLines + lines + dots + labels)
    }

    private func text(_ value: Double) -> String { words.fixed(value, decimals) }

    private var axis: Markup {
        let y = Numbers.coordinate(Self.size.height - Self.margin.bottom)
        return Markup("path", ["class": "axis", "d": "M0 \(y)H\(Numbers.coordinate(Self.size.width))"])
    }

    private var meanLine: Markup {
        guard let mean else { return .none }
        return Markup(
            "path", ["class": "mean", "d": "M0 \(Numbers.coordinate(y(mean)))H\(Numbers.coordinate(Self.size.width))"])
    }

    private var roundLines: [Markup] {
        let bottom = Numbers.coordinate(Self.size.height - Self.margin.bottom)
        return breaks.map { index in
            Markup(
                "path", ["class": "break", "d": "M\(Numbers.coordinate((x(index - 1) + x(index)) / 2)) 0V\(bottom)"])
        }
    }

    /// One line for each run of ends that have a value.
    private var lines: [Markup] {
        values.indices.split { values[$0] == nil }.map { run in
            let points = run.compactMap { index in values[index].map { point(index, $0) } }
            return Markup(
                "polyline",
                [
                    "class": values.count <= Self.mostDots ? "line" : "line many",
                    "points": points.joined(separator: " "),
                ])
        }
    }

    /// A dot for each value; of many only for the highest, the lowest and those that no line leads to.
    private var dots: [Markup] {
        let isEach = values.count <= Self.mostDots
        let shown = isEach ? Set(values.indices) : extremes.union(values.indices.filter(isAlone))
        return values.enumerated().compactMap { index, value in
            guard let value, shown.contains(index) else { return nil }
            return Markup(
                "circle",
                [
                    "class": "dot", "cx": Numbers.coordinate(x(index)), "cy": Numbers.coordinate(y(value)),
                    "r": isEach ? "3.5" : "2.5",
                ],
                Markup("title", [:], .text("\(names[index]): \(text(value))")))
        }
    }

    /// The first of the highest values, and of the lowest.
    private var extremes: Set<Int> {
        let present = values.enumerated().compactMap { index, value in value.map { (index: index, value: $0) } }
        let both = [present.max { $0.value < $1.value }?.index, present.min { $0.value < $1.value }?.index]
        return Set(both.compactMap { $0 })
    }

    /// Whether a value has none beside it.
    private func isAlone(_ index: Int) -> Bool {
        [index - 1, index + 1].allSatisfy { !values.indices.contains($0) || values[$0] == nil }
    }

    /// Values above their dots and names below: all where they fit, else the highest, the lowest and some names.
    private var labels: [Markup] {
        let present = values.enumerated().compactMap { index, value in value.map { (index: index, value: $0) } }
        let extremes = extremes
        let valueStep = step(widest: present.map { text($0.value).count }.max() ?? 1)
        let nameStep = step(widest: names.map(\.count).max() ?? 1)
        let tops = present.filter { valueStep == 1 || extremes.contains($0.index) }.map {
            label(text($0.value), x: x($0.index), y: y($0.value) + (isValley($0.index) ? 19 : -8), kind: "amount")
        }
        let bottoms = names.indices.filter { $0.isMultiple(of: nameStep) }.map {
            label(names[$0], x: x($0), y: Self.size.height - 8, kind: "name")
        }
        return tops + bottoms
    }

    /// Whether the line comes down to a value and goes up again, so that its label stands better below.
    private func isValley(_ index: Int) -> Bool {
        guard let value = values[index] else { return false }
        let beside = [index - 1, index + 1].compactMap { values.indices.contains($0) ? values[$0] : nil }
        return !beside.isEmpty && beside.allSatisfy { $0 > value }
    }

    /// How many ends apart texts of so many letters must stand.
    private func step(widest: Int) -> Int {
        let room = values.count > 1 ? x(1) - x(0) : Self.size.width
        return max(1, Int((Double(widest) * 7.8 + 5) / room) + ((Double(widest) * 7.8 + 5) > room ? 1 : 0))
    }

    private func label(_ text: String, x: Double, y: Double, kind: String) -> Markup {
        let half = Double(text.count) * 3.9
        let inside = min(max(x, half), Self.size.width - half)
        return Markup(
            "text", ["class": kind, "x": Numbers.coordinate(inside), "y": Numbers.coordinate(y)], .text(text))
    }

    private func point(_ index: Int, _ value: Double) -> String {
        Numbers.coordinate(x(index)) + "," + Numbers.coordinate(y(value))
    }

    private func x(_ index: Int) -> Double {
        let width = Self.size.width - Self.margin.left - Self.margin.right
        guard values.count > 1 else { return Self.margin.left + width / 2 }
        return Self.margin.left + 8 + (width - 16) * Double(index) / Double(values.count - 1)
    }

    /// Values that are all alike lie in the middle.
    private func y(_ value: Double) -> Double {
        let present = values.compactMap { $0 }
        let (low, high) = (present.min() ?? 0, present.max() ?? 1)
        let height = Self.size.height - Self.margin.top - Self.margin.bottom - 24
        let share = high - low < 1e-9 ? 0.5 : (value - low) / (high - low)
        return Self.margin.top + height * (1 - min(max(share, 0), 1))
    }
}
