import JSONTree

/// How sure a finding is, in words.
public enum ConfidenceLevel: String, Sendable, Codable, CaseIterable {
    case veryHigh = "very high"
    case high, moderate, low
}

/// From which confidence on findings are called very high, high and moderate; what is below is low.
///
/// Words and colours of pictures, sheets and pages follow from the same bounds.
public struct ConfidenceLevels: Sendable, Hashable {
    /// From here on a confidence is very high.
    public let veryHigh: Double
    /// From here on it is high, and has the colour of a sure finding.
    public let high: Double
    /// From here on it is moderate, and has the colour of a likely finding.
    public let moderate: Double

    /// The bounds where none are set.
    public static let usual = ConfidenceLevels(veryHigh: 0.9, high: 0.7, moderate: 0.5)

    private init(veryHigh: Double, high: Double, moderate: Double) {
        self.veryHigh = veryHigh
        self.high = high
        self.moderate = moderate
    }

    /// Three bounds from 1 down to 0, each below the one before; nil for any others.
    public init?(_ bounds: [Double]) {
        guard bounds.count == 3, bounds.allSatisfy((0...1).contains), bounds[0] > bounds[1], bounds[1] > bounds[2]
        else { return nil }
        self.init(veryHigh: bounds[0], high: bounds[1], moderate: bounds[2])
    }

    /// The bounds, the highest first.
    public var bounds: [Double] { [veryHigh, high, moderate] }

    /// What a confidence is called.
    public func level(of confidence: Double) -> ConfidenceLevel {
        confidence >= veryHigh
            ? .veryHigh : confidence >= high ? .high : confidence >= moderate ? .moderate : .low
    }
}

extension ConfidenceLevels: Codable {
    /// Reads the three bounds.
    public init(from decoder: any Decoder) throws {
        let place = try decoder.singleValueContainer()
        guard let levels = ConfidenceLevels(try place.decode([Double].self)) else {
            throw DecodingError.dataCorruptedError(in: place, debugDescription: "no descending bounds")
        }
        self = levels
    }

    /// Writes the three bounds.
    public func encode(to encoder: any Encoder) throws {
        var place = encoder.singleValueContainer()
        try place.encode(bounds)
    }
}

extension ValueFormat where Value == ConfidenceLevels {
    /// The three bounds, the highest first.
    package static let levels = ValueFormat<[Double]>.list(.share(decimals: 6))
        .mapped(to: { ConfidenceLevels($0) }, from: \.bounds)
}

extension ValueFormat {
    /// The same format of an object with a confidence, to which a record that knows the levels adds the word.
    package var levelled: ValueFormat {
        let key = JSONValue.Member(ConfidenceLevel.key, ValueFormat<ConfidenceLevel>.word.schema)
        let schema = schema.mapMembers { member in
            guard member.name == "properties", case .object(let own) = member.value else { return member.value }
            return .object(own + [key])
        }
        let format = ValueFormat(schema: schema, write: write, read: read)
        return move.map(format.moving) ?? format
    }
}

extension ConfidenceLevel {
    fileprivate static let key = "confidenceLevel"
}

extension JSONValue {
    /// The same object with the word for its confidence behind it; one without a confidence stays as it is.
    package func withWord(of levels: ConfidenceLevels) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(
            members.flatMap { member -> [Member] in
                let confidence: Double
                switch (member.name, member.value) {
                case ("confidence", .number(let number)): confidence = number
                case ("confidence", .integer(let whole)): confidence = Double(whole)
                default: return [member]
                }
                return [member, Member(ConfidenceLevel.key, .string(levels.level(of: confidence).rawValue))]
            })
    }
}
