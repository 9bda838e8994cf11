import Findings
import JSONTree
import SystemPackage

/// A quantity with its unit, parsed and shown without rounding.
enum Units {
    /// Nanoseconds.
    static let time: [(String, Int)] = [
        ("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000),
        ("h", 3_600_000_000_000), ("d", 86_400_000_000_000),
    ]
    /// Bytes; the decimal units in common use, beside the exact ones.
    static let decimalSize: [(String, Int)] = [
        ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000),
    ]
    /// Bytes.
    static let size: [(String, Int)] = [
        ("B", 1), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("TiB", 1 << 40),
    ]
    /// Micrometres.
    static let length: [(String, Int)] = [("mm", 1_000), ("cm", 10_000), ("in", 25_400)]

    /// The quantity in the smallest unit; nil where the unit is unknown or the number is not a whole multiple of it.
    static func parse(_ text: String, _ units: [(String, Int)]) -> Int? {
        guard let match = text.wholeMatch(of: /([0-9]{1,15})(?:\.([0-9]{1,9}))? ?([A-Za-z]+)/),
            let unit = units.first(where: { $0.0 == match.3 })?.1, let whole = Int(match.1)
        else { return nil }
        let (base, tooLarge) = whole.multipliedReportingOverflow(by: unit)
        var scale = 1
        for _ in match.2 ?? "" { scale *= 10 }
        let (fraction, fractionTooLarge) = (Int(match.2 ?? "0") ?? 0).multipliedReportingOverflow(by: unit)
        guard !tooLarge, !fractionTooLarge, fraction % scale == 0 else { return nil }
        let (sum, sumTooLarge) = base.addingReportingOverflow(fraction / scale)
        return sumTooLarge ? nil : sum
    }

    /// The quantity as a whole number of the largest unit that it is a multiple of.
    static func show(_ value: Int, _ units: [(String, Int)]) -> String {
        let best = units.filter { value != 0 && value % $0.1 == 0 }.max { $0.1 < $1.1 }
        guard let best else { return "0" + (units.first { $0.0 == "s" || $0.0 == "B" }?.0 ?? units[0].0) }
        return "\(value / best.1)\(best.0)"
    }

    /// A pattern for the JSON Schema.
    static func pattern(_ units: [(String, Int)]) -> JSONValue {
        .string("^[0-9]+(\\.[0-9]+)? ?(\(units.map(\.0).joined(separator: "|")))$")
    }
}

extension SettingFormat where Value == Duration {
    /// A duration such as "2s" or "500ms".
    static func duration(_ range: ClosedRange<Duration>, example: String) -> SettingFormat {
        let bounds = "from \(show(range.lowerBound)) to \(show(range.upperBound))"
        return SettingFormat(
            expected: "a duration with its unit (ms, s, m, h) \(bounds), for example \"\(example)\"",
            schema: ["type": "string", "pattern": Units.pattern(Units.time)],
            text: { text, _ in
                let duration = Units.parse(text, Units.time).map { Duration.nanoseconds($0) }
                return duration.flatMap { range.contains($0) ? $0 : nil }
            }, written: show)
    }

    static func show(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        return Units.show(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000), Units.time)
    }
}

extension SettingFormat where Value == Int {
    /// Bytes such as "2GiB", or a plain number of them.
    static func bytes(_ range: ClosedRange<Int>, example: String) -> SettingFormat {
        let bounds = "from \(Units.show(range.lowerBound, Units.size)) to \(Units.show(range.upperBound, Units.size))"
        return SettingFormat(
            expected: "a size with its unit (KiB, MiB, GiB) \(bounds), for example \"\(example)\"",
            schema: [
                "type": ["string", "integer"], "pattern": Units.pattern(Units.size + Units.decimalSize),
                "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
            ], shape: .number,
            decode: { content, _ in
                switch content {
                case .integer(let value): range.contains(value) ? value : nil
                case .string(let text):
                    Units.parse(text, Units.size + Units.decimalSize).flatMap { range.contains($0) ? $0 : nil }
                default: nil
                }
            }, encode: { .string(Units.show($0, Units.size)) })
    }
}

extension SettingFormat where Value == Double {
    /// A length in millimetres such as "5.5mm", or 0.
    static func millimetresOrZero(_ range: ClosedRange<Double>, example: String) -> SettingFormat {
        SettingFormat(
            expected: "0, or a length with its unit (mm, cm, in) from \(range.lowerBound)mm to \(range.upperBound)mm, "
                + "for example \"\(example)\"",
            schema: ["anyOf": [["const": 0], ["type": "string", "pattern": Units.pattern(Units.length)]]],
            shape: .number,
            decode: { content, _ in
                switch content {
                case .integer(0): return 0
                case .string(let text):
                    guard let micrometres = Units.parse(text, Units.length) else { return nil }
                    let value = Double(micrometres) / 1_000
                    return value == 0 || range.contains(value) ? value : nil
                default: return nil
                }
            }, encode: { .string(JSONValue.rounded($0, decimals: 3).line + "mm") })
    }
}

extension SettingFormat where Value == Settings.InputSize {
    /// A model's input: "auto", a side, or width and height.
    static var inputSize: SettingFormat {
        let sides = 32...8_192
        return SettingFormat(
            expected: "\"auto\", one side from \(sides.lowerBound) to \(sides.upperBound) pixels or [width, height], "
                + "for example 640",
            schema: [
                "anyOf": [
                    ["const": "auto"], ["type": "integer", "minimum": 32, "maximum": 8192],
                    [
                        "type": "array", "items": ["type": "integer", "minimum": 32, "maximum": 8192], "minItems": 2,
                        "maxItems": 2,
                    ],
                ]
            ], shape: .number,
            decode: { content, _ in
                let numbers: [Int?]
                switch content {
                case .string("auto"): return .auto
                case .integer(let side): numbers = [side, side]
                case .array(let nodes):
                    numbers = nodes.map { if case .integer(let side) = $0.content { side } else { nil } }
                // `640x480` and `[640, 480]` in the environment.
                case .string(let text): numbers = text.split(whereSeparator: { "x[], ".contains($0) }).map { Int($0) }
                default: return nil
                }
                guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
                    sides.contains(width), sides.contains(height)
                else { return nil }
                return .fixed(PixelSize(width: width, height: height))
            },
            encode: { size in
                switch size {
                case .auto: "auto"
                case .fixed(let size) where size.width == size.height: .integer(size.width)
                case .fixed(let size): [.integer(size.width), .integer(size.height)]
                }
            })
    }
}

extension SettingFormat where Value == ConfidenceLevels {
    /// Three bounds, the highest first.
    static var confidenceLevels: SettingFormat {
        let numbers = SettingFormat<Double>.fraction(example: 0.5)
        return SettingFormat(
            expected: "three numbers from 1 down to 0, each below the one before, for example [0.9, 0.7, 0.5]",
            schema: ["type": "array", "items": numbers.schema, "minItems": 3, "maxItems": 3],
            shape: .list(of: .number),
            decode: { content, _ in
                guard case .array(let nodes) = content else { return nil }
                return ConfidenceLevels(
                    nodes.compactMap { node in
                        switch node.content {
                        case .integer(let whole): Double(whole)
                        case .number(let number): number
                        default: nil
                        }
                    })
            }, encode: { .array($0.bounds.map { .number($0) }) })
    }
}
