import Findings
import JSONTree
import SystemPackage

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
