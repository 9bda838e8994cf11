/// The name of a stored member.
///
/// Values of this module lie in score books for years. Each reads itself with its own `init(from:)`, which names a
/// default for whatever was added later. A new property needs a line there.
struct StoredKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral value: String) { stringValue = value }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<StoredKey> {
    /// A member that every book has.
    func value<Value: Decodable>(_ key: StoredKey) throws -> Value { try decode(Value.self, forKey: key) }

    /// A member that is missing or null in some books.
    func value<Value: Decodable>(_ key: StoredKey, or other: Value) throws -> Value {
        try decodeIfPresent(Value.self, forKey: key) ?? other
    }
}

extension DetectedArrow {
    /// Reads an arrow; doubts of a later version that this one does not know become doubts about the model.
    public init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: StoredKey.self)
        let reasons: [String] = try stored.value("reviewReasons", or: [])
        self.init(
            id: try stored.value("id"), face: try stored.value("face", or: nil),
            normalizedX: try stored.value("normalizedX"), normalizedY: try stored.value("normalizedY"),
            pixelX: try stored.value("pixelX"), pixelY: try stored.value("pixelY"),
            distanceFromCenter: try stored.value("distanceFromCenter"),
            clockPositionDeg: try stored.value("clockPositionDeg"), confidence: try stored.value("confidence"),
            boundingBox: try stored.value("boundingBox"), kind: try stored.value("kind"),
            nock: try stored.value("nock", or: nil), score: try stored.value("score"), isX: try stored.value("isX"),
            distanceMm: try stored.value("distanceMm"), distanceToLine: try stored.value("distanceToLine"),
            reviewReasons: reasons.map { ReviewReason(rawValue: $0) ?? .lowConfidence },
            source: try stored.value("source", or: .model), colour: try stored.value("colour", or: nil))
        needsReview = try stored.value("needsReview", or: !reasons.isEmpty)
    }
}

extension Archers {
    /// Reads archers; without colours where those are missing.
    public init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: StoredKey.self)
        self.init(
            names: try stored.value("names"), by: try stored.value("by"), colours: try stored.value("colours", or: []))
    }
}

extension ScoringSettings {
    /// Reads settings; what is missing is as it is built in.
    public init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: StoredKey.self)
        let usual = ScoringSettings()
        self.init(
            face: try stored.value("face", or: nil), system: try stored.value("system", or: usual.system),
            lineRule: try stored.value("lineRule", or: usual.lineRule),
            arrowsPerEnd: try stored.value("arrowsPerEnd", or: nil),
            shaftDiameter: try stored.value("shaftDiameter", or: usual.shaftDiameter),
            count: try stored.value("count", or: usual.count),
            confidence: try stored.value("confidence", or: usual.confidence),
            faces: try stored.value("faces", or: []),
            arrowsAreOneArchers: try stored.value("arrowsAreOneArchers", or: false))
    }
}

extension SessionLayout {
    /// Reads a layout; what is missing is as it is built in.
    public init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: StoredKey.self)
        self.init(
            photosPerEnd: try stored.value("photosPerEnd", or: 1),
            endsPerRound: try stored.value("endsPerRound", or: nil))
    }
}

extension RoundDefinition {
    /// Reads a round; what is missing is as where it is not said.
    public init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: StoredKey.self)
        let id: String = try stored.value("id")
        self.init(
            id: id, name: try stored.value("name", or: id), faces: try stored.value("faces"),
            ends: try stored.value("ends"), arrowsPerEnd: try stored.value("arrowsPerEnd"),
            parts: try stored.value("parts", or: 1), ties: try stored.value("ties", or: nil))
    }
}

extension RoundChoice: Codable {
    /// Reads a choice: the word for no round, or a round.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let word = try? value.decode(String.self) {
            guard let choice = RoundChoice(word, among: []) else {
                throw DecodingError.dataCorruptedError(in: value, debugDescription: "no choice of a round")
            }
            self = choice
        } else {
            self = .round(try value.decode(RoundDefinition.self))
        }
    }

    /// Writes the word for no round, or the round.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .usual: try value.encode(Self.usualWord)
        case .noRound: try value.encode(Self.noneWord)
        case .round(let round): try value.encode(round)
        }
    }
}

extension Session.Photo {
    /// Reads a photo.
    public init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: StoredKey.self)
        self.init(
            path: try stored.value("path"), file: try stored.value("file", or: nil),
            isFormer: try stored.value("isFormer", or: false), captured: try stored.value("captured", or: nil),
            annotated: try stored.value("annotated", or: nil), width: try stored.value("width", or: 0),
            height: try stored.value("height", or: 0), faces: try stored.value("faces", or: []))
    }
}

extension TargetDetection.Face {
    /// Reads a face.
    public init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: StoredKey.self)
        self.init(
            type: try stored.value("type"), sizeAssumed: try stored.value("sizeAssumed", or: false),
            center: try stored.value("center"), homography: try stored.value("homography"),
            outline: try stored.value("outline"), residual: try stored.value("residual"),
            confidence: try stored.value("confidence"))
    }
}
