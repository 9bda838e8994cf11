/// A vector of a photo, or of a finding in it, with what tells whose it is.
public struct PhotoEmbedding: Hashable, Sendable {
    /// The name of the detector that made it.
    public var detector: String
    /// The first bytes of the model's SHA-256: vectors of two models are not to be compared.
    public var model: [UInt8]
    /// The finding that it is of; nil for the whole photo.
    public var parent: DetectorResult.Parent?
    /// The vector.
    public var vector: Embedding

    /// How many bytes of a model's SHA-256 are kept.
    public static let modelBytes = 8

    /// A vector by its detector, model and finding; of the model's SHA-256 the first bytes are taken.
    public init(detector: String, model: [UInt8], parent: DetectorResult.Parent? = nil, vector: Embedding) {
        let first = model.prefix(Self.modelBytes)
        self.detector = detector
        self.model = first + [UInt8](repeating: 0, count: Self.modelBytes - first.count)
        self.parent = parent
        self.vector = vector
    }
}

/// All vectors of a photo as one row of bytes, as queues keep them: a version, then one after the other.
extension [PhotoEmbedding] {
    fileprivate static let version: UInt8 = 1

    /// The bytes; empty for no vectors.
    ///
    /// Those with a name over 255 bytes are left out.
    public var bytes: [UInt8] {
        let fitting = filter { $0.detector.utf8.count < 256 && ($0.parent?.detector.utf8.count ?? 0) < 256 }
        guard !fitting.isEmpty else { return [] }
        return fitting.reduce(into: [Self.version]) { bytes, one in
            bytes.add(text: one.detector)
            bytes += one.model
            bytes.add(text: one.parent?.detector ?? "")
            bytes.add(number: UInt32(clamping: one.parent?.index ?? 0), bytes: 4)
            bytes.add(number: UInt32(one.vector.count), bytes: 2)
            bytes += one.vector.bytes
        }
    }

    /// The vectors in a row of bytes; nil for other bytes.
    public init?(bytes: [UInt8]) {
        guard let places = PhotoEmbedding.places(in: bytes) else { return nil }
        self = []
        for place in places {
            guard let one = PhotoEmbedding(at: place, in: bytes) else { return nil }
            append(one)
        }
    }
}

extension PhotoEmbedding {
    /// Where the parts of one vector stand in a row of bytes.
    public struct Place: Hashable, Sendable {
        /// The detector's name and the model's first bytes, which are the same for vectors that may be compared.
        public let maker: Range<Int>
        /// The name of the detector whose finding it is of; empty for the whole photo.
        let parent: Range<Int>
        /// The finding's index.
        let index: Int
        /// The numbers, two bytes each.
        public let numbers: Range<Int>
    }

    /// Where the vectors stand in a row of bytes, without reading them; nil for other bytes.
    public static func places(in bytes: [UInt8]) -> [Place]? {
        var (reader, places): (Reader, [Place]) = (Reader(bytes: bytes), [])
        guard reader.take(1).map({ bytes[$0.lowerBound] }) == [PhotoEmbedding].version else { return nil }
        while !reader.isAtEnd {
            guard let name = reader.name(), let model = reader.take(modelBytes), let parent = reader.name(),
                let index = reader.number(4), let count = reader.number(2), let numbers = reader.take(2 * count)
            else { return nil }
            places.append(
                Place(
                    maker: name.lowerBound..<model.upperBound, parent: parent, index: index, numbers: numbers))
        }
        return places
    }

    /// The vector at a place; nil where the bytes there are none.
    public init?(at place: Place, in bytes: [UInt8]) {
        let name = bytes[place.maker.lowerBound..<place.maker.upperBound - Self.modelBytes]
        guard let detector = String(validating: name, as: UTF8.self),
            let parent = String(validating: bytes[place.parent], as: UTF8.self),
            let vector = Embedding(bytes: bytes[place.numbers])
        else { return nil }
        self.init(
            detector: detector, model: Array(bytes[place.maker].suffix(Self.modelBytes)),
            parent: parent.isEmpty ? nil : DetectorResult.Parent(detector: parent, index: place.index),
            vector: vector)
    }
}

extension [UInt8] {
    fileprivate mutating func add(text: String) {
        append(UInt8(text.utf8.count))
        self += text.utf8
    }

    fileprivate mutating func add(number: UInt32, bytes: Int) {
        self += (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
    }
}

/// Takes one part of a row after the other, and trusts no length.
private struct Reader {
    let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    mutating func take(_ count: Int) -> Range<Int>? {
        guard count <= bytes.count - place else { return nil }
        defer { place += count }
        return place..<place + count
    }

    mutating func number(_ count: Int) -> Int? {
        take(count).map { bytes[$0].reversed().reduce(0) { $0 << 8 | Int($1) } }
    }

    mutating func name() -> Range<Int>? { number(1).flatMap { take($0) } }
}

extension [DetectorResult] {
    /// The vectors among the results of a photo's first page.
    ///
    /// - Parameter models: The SHA-256 of each model, by its place in the record's list.
    public func embeddings(models: [[UInt8]]) -> [PhotoEmbedding] {
        filter { $0.page == 1 }.compactMap { result in
            result.embedding.map { vector in
                let model = result.model.flatMap { models.indices.contains($0) ? models[$0] : nil }
                return PhotoEmbedding(
                    detector: result.detector, model: model ?? [], parent: result.parent, vector: vector)
            }
        }
    }
}
