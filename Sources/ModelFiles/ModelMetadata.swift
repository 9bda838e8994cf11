import Findings

/// The metadata in a model's file, as the public trainers write them.
public struct ModelMetadata: Hashable, Sendable, Codable {
    /// Every entry as it is stored: plain text, or a Python literal.
    public let entries: [String: String]

    /// Metadata of an untrusted file: characters that would command a terminal are left out.
    public init(_ entries: [String: String] = [:]) {
        self.entries = Dictionary(
            entries.map { ($0.key.plainName, $0.value.plainText(atMost: Self.longest)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Characters of an entry: enough for the names of 100,000 classes.
    private static let longest = 1 << 22

    /// True where the file has none.
    public var isEmpty: Bool { entries.isEmpty }

    /// The work the model was trained for, such as "detect".
    public var task: String? { entries["task"] }
    /// The network's last layer, which alone distinguishes an RT-DETR from other models with the same shape.
    public var head: String? { entries["head"] }
    /// The largest step of the network in input pixels.
    public var stride: Int? { literal("stride")?.integer }
    /// The number of colour channels that the model takes.
    public var channels: Int? { literal("channels")?.integer }
    /// True where the model suppresses double detections itself.
    public var isEndToEnd: Bool {
        if case .bool(true)? = literal("end2end") { return true }
        guard case .dict(let arguments)? = literal("args") else { return false }
        return arguments.contains { $0.key == .string("nms") && $0.value == .bool(true) }
    }

    /// The class names by index, without gaps, or nil where the file has none.
    public var names: [String]? {
        switch literal("names") {
        case .list(let values): return Self.texts(values)
        case .dict(let entries):
            var names: [Int: String] = [:]
            for entry in entries {
                guard let index = entry.key.integer, index >= 0, case .string(let name) = entry.value else {
                    return nil
                }
                names[index] = name.plainName
            }
            guard let last = names.keys.max(), last < 100_000 else { return nil }
            return (0...last).map { names[$0] ?? "class \($0)" }
        default: return nil
        }
    }

    /// The input size that the model was exported for.
    public var imageSize: PixelSize? {
        switch literal("imgsz") {
        case .int(let side) where side > 0: return PixelSize(width: side, height: side)
        case .list(let sides):
            let values = sides.compactMap(\.integer)
            guard values.count == 2, values.allSatisfy({ $0 > 0 }) else { return nil }
            return PixelSize(width: values[1], height: values[0])
        default: return nil
        }
    }

    /// The number of keypoints of each object and the values of each, such as 17 and 3.
    public var keypointShape: (count: Int, values: Int)? {
        guard case .list(let sides) = literal("kpt_shape") else { return nil }
        let numbers = sides.compactMap(\.integer)
        guard numbers.count == 2, numbers[0] > 0, (2...3).contains(numbers[1]) else { return nil }
        return (numbers[0], numbers[1])
    }

    /// The names of each class's keypoints, such as those of class 0; empty where the file has none.
    public var keypointNames: [Int: [String]] {
        guard case .dict(let entries) = literal("kpt_names") else { return [:] }
        let named = entries.compactMap { entry -> (Int, [String])? in
            guard let index = entry.key.integer, case .list(let values) = entry.value else { return nil }
            return Self.texts(values).map { (index, $0) }
        }
        return Dictionary(named, uniquingKeysWith: { first, _ in first })
    }

    /// A list of numbers; empty where the entry is anything else.
    func numbers(_ key: String) -> [Double] {
        guard case .list(let values) = literal(key) else { return [] }
        return values.compactMap { value in
            switch value {
            case .int(let number): Double(number)
            case .float(let number): number
            default: nil
            }
        }
    }

    private func literal(_ key: String) -> PythonLiteral? { entries[key].flatMap(PythonLiteral.init) }

    private static func texts(_ values: [PythonLiteral]) -> [String]? {
        var texts: [String] = []
        for value in values {
            guard case .string(let text) = value else { return nil }
            texts.append(text.plainName)
        }
        return texts.isEmpty ? nil : texts
    }
}

/// What is done to pixel values from 0 to 1 before a model sees them: (value - mean) / deviation, for each channel.
///
/// A model without one takes values from 0 to 1.
public struct Normalization: Sendable, Hashable, Codable {
    /// Of red, green and blue.
    public let mean: [Float]
    /// The same; none is zero.
    public let deviation: [Float]

    /// Nil where there are not three numbers each, or a deviation is not above zero.
    public init?(mean: [Double], deviation: [Double]) {
        guard mean.count == 3, deviation.count == 3, (mean + deviation).allSatisfy(\.isFinite),
            deviation.allSatisfy({ $0 > 0 })
        else { return nil }
        self.mean = mean.map { Float($0) }
        self.deviation = deviation.map { Float($0) }
    }
}

extension ModelMetadata {
    /// What the model's file asks for, as the entries `mean` and `std` of three numbers each; nil where it has none.
    public var normalization: Normalization? {
        Normalization(mean: numbers("mean"), deviation: numbers("std"))
    }
}
