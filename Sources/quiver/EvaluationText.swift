import Evaluation
import Findings
import Foundation
import Supervisor
import SystemValues

/// An evaluation for the terminal.
struct EvaluationText {
    private let measured: ResultsEvaluation
    private let shown: Int
    private let paint: Paint

    init(_ measured: ResultsEvaluation, shown: Int, paint: Paint) {
        self.measured = measured
        self.shown = shown
        self.paint = paint
    }

    private var evaluation: ModelEvaluation { measured.evaluation }

    var lines: [String] {
        let parts = [
            [head], numbers, measured.comparison.map(changes) ?? [], classes, confusions, worst, repeated,
        ]
        return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    private var head: String {
        "\(counted(evaluation.photos, "photo")), \(counted(evaluation.objects, "object")), "
            + "\(counted(evaluation.findings, "finding")), compared by \(evaluation.shape.rawValue)"
    }

    private var numbers: [String] {
        let (precision, point) = (evaluation.precision, evaluation.point)
        return [
            "AP \(Self.share(precision.ap))\(Self.range(evaluation.interval))   "
                + "AP50 \(Self.share(precision.ap50))\(Self.range(evaluation.interval50))   "
                + "AP75 \(Self.share(precision.ap75))",
            "AP small \(Self.share(precision.apSmall)), medium \(Self.share(precision.apMedium)), "
                + "large \(Self.share(precision.apLarge))",
            "AR with 1 \(Self.share(precision.ar1)), 10 \(Self.share(precision.ar10)), 100 "
                + "\(Self.share(precision.ar100)); small \(Self.share(precision.arSmall)), medium "
                + "\(Self.share(precision.arMedium)), large \(Self.share(precision.arLarge))",
            "from a confidence of \(Self.number(point.confidence, 2)): precision \(Self.share(point.precision)), recall "
                + "\(Self.share(point.recall)), F1 \(Self.share(point.f1)) (\(point.right) right, \(point.wrong) wrong, "
                + "\(point.missed) missed)",
            "calibration error \(Self.share(evaluation.calibration.error))",
        ]
    }

    private var classes: [String] {
        let rows = evaluation.classes.filter { $0.objects > 0 }.map { one in
            [
                one.label.forTerminal, "\(one.objects)", Self.share(one.precision.ap) + Self.range(one.interval),
                Self.share(one.precision.ap50), Self.share(one.point.precision), Self.share(one.point.recall),
                Self.share(one.point.f1),
            ]
        }
        guard !rows.isEmpty else { return [] }
        return TextColumns(
            [["class", "objects", "AP", "AP50", "precision", "recall", "F1"]] + rows
        ).lines(head: paint.bold)
    }

    private var confusions: [String] {
        let confused = evaluation.confusion.filter { $0.truth != nil && $0.found != nil && $0.truth != $0.found }
            .sorted { ($1.count, $0.truth ?? "", $0.found ?? "") < ($0.count, $1.truth ?? "", $1.found ?? "") }
        guard !confused.isEmpty, shown > 0 else { return [] }
        return [paint.bold("found as another class")]
            + confused.prefix(shown).map { one in
                "  \((one.truth ?? "").forTerminal) as \((one.found ?? "").forTerminal): \(one.count)"
            } + Self.more(confused.count - shown)
    }

    private var worst: [String] {
        let photos = evaluation.worst.filter { !$0.mistakes.isEmpty }
        guard !photos.isEmpty, shown > 0 else { return [] }
        return [paint.bold("the worst photos")]
            + photos.prefix(shown).map { photo in
                let kinds = Mistake.Kind.allCases.filter { photo.count($0) > 0 }
                    .map { "\(photo.count($0)) \($0.rawValue)" }.joined(separator: ", ")
                return "  \(photo.path.forTerminal): \(kinds), \(photo.right) right"
            } + Self.more(photos.count - shown)
    }

    private var repeated: [String] {
        guard !evaluation.repeated.isEmpty, shown > 0 else { return [] }
        return RepeatedText(evaluation.repeated, shown: shown, paint: paint)
            .lines(head: "found wrongly again and again at one place")
    }

    private func changes(_ both: ModelComparison) -> [String] {
        let head = [
            "beside: AP \(Self.share(both.second.precision.ap)), \(Self.difference(both.ap)); AP50 "
                + "\(Self.share(both.second.precision.ap50)), \(Self.difference(both.ap50))",
            "mistakes in a photo: \(Self.difference(both.mistakes))",
            "photos: \(both.better.count) better, \(both.worse.count) worse, \(both.other.count) otherwise wrong, "
                + "\(both.same) the same",
        ]
        let classes = both.classes.filter { $0.ap.interval?.isWithoutZero == true }
            .map { "  \($0.label.forTerminal): AP \(Self.difference($0.ap))" }
        func list(_ title: String, _ photos: [ModelComparison.OfPhoto]) -> [String] {
            guard !photos.isEmpty, shown > 0 else { return [] }
            return [paint.bold(title)]
                + photos.prefix(shown).map { "  \($0.path.forTerminal): \($0.before) to \($0.after) mistakes" }
                + Self.more(photos.count - shown)
        }
        return head + classes + list("worse", both.worse) + list("better", both.better)
    }
}

extension EvaluationText {
    fileprivate static func more(_ count: Int, by option: String = "-n") -> [String] {
        count > 0 ? ["  … \(count) more; \(option) shows more"] : []
    }

    fileprivate static func place(_ box: Box) -> String {
        let sides = [box.x, box.y, box.width, box.height].map { number($0, 0) }
        return "\(sides[0]),\(sides[1]) \(sides[2])x\(sides[3])"
    }

    private static func share(_ value: Double?) -> String { value.map { number($0, 3) } ?? "-" }

    private static func range(_ interval: Interval?) -> String {
        interval.map { " (\(number($0.low, 3)) to \(number($0.high, 3)))" } ?? ""
    }

    /// `+0.013 (-0.004 to +0.031), may be chance`.
    private static func difference(_ difference: ModelComparison.Difference) -> String {
        guard let value = difference.value else { return "not known" }
        guard let interval = difference.interval else { return signed(value) }
        let word = interval.isWithoutZero ? "no chance" : "may be chance"
        return "\(signed(value)) (\(signed(interval.low)) to \(signed(interval.high)), \(word))"
    }

    private static func signed(_ value: Double) -> String { (value > 0 ? "+" : "") + number(value, 3) }

    private static func number(_ value: Double, _ decimals: Int) -> String {
        String(format: "%.\(decimals)f", value)
    }
}

/// Places at which something is found again and again, with the rules that ignore them, for the terminal.
struct RepeatedText {
    private let places: [RepeatedFind]
    private let shown: Int
    private let further: String
    private let paint: Paint

    /// - Parameter further: The option that shows more of them.
    init(_ places: [RepeatedFind], shown: Int, further: String = "-n", paint: Paint) {
        (self.places, self.shown, self.further, self.paint) = (places, shown, further, paint)
    }

    func lines(head: String) -> [String] {
        let rows = places.prefix(shown).map { one -> String in
            let folder = one.folder.isEmpty ? "." : one.folder.forTerminal
            return "  \(one.label.forTerminal) in \(one.photos) of \(counted(one.among, "photo")) of \(folder), at "
                + EvaluationText.place(one.box)
        }
        let setting = Array(places.prefix(shown)).ignoreSetting
        let rules = setting.split(separator: "\n").map { "  " + String($0).forTerminal }
        let further = EvaluationText.more(places.count - shown, by: self.further)
        let advice = ["", paint.bold("to ignore them, give the detector in pipeline.json")]
        return [[paint.bold(head)], rows, further, advice, rules].flatMap { $0 }
    }
}

/// Rows of texts in columns: the first to the left, the others to the right.
struct TextColumns {
    private let rows: [[String]]

    init(_ rows: [[String]]) { self.rows = rows }

    /// - Parameter head: What becomes of the first line.
    func lines(head: (String) -> String) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.enumerated().map { index, row in
            let cells = row.enumerated().map { column, text in
                let space = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 ? text + space : space + text
            }
            let line = cells.joined(separator: "  ")
            return index == 0 ? head(line) : line
        }
    }
}
