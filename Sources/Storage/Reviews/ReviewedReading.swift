import Findings
import Foundation

/// A line of text or a code as a user wants it.
public struct ReviewedReading: Sendable, Hashable, Codable {
    /// What it says; a code's payload may have several lines.
    public var text: String
    /// The engine's confidence; nil where the text was written by hand, or confirmed.
    public var confidence: Double?
    /// The index among what the detector read: none is drawn by hand.
    public var origin: Int?
    /// Where it stands, in pixels of the upright photo: another run may number what it reads otherwise.
    public var corners: Quadrilateral?
    /// The kind of code; nil for a line of text.
    public var symbology: Symbology?

    /// A reading from its parts.
    public init(
        text: String, confidence: Double? = nil, origin: Int?, corners: Quadrilateral? = nil,
        symbology: Symbology? = nil
    ) {
        self.text = text
        self.confidence = confidence
        self.origin = origin
        self.corners = corners
        self.symbology = symbology
    }

    private enum CodingKeys: CodingKey { case text, confidence, origin, corners, symbology }

    /// Reads it; corners are a list of four points, clockwise from the top left.
    public init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: CodingKeys.self)
        text = try keys.decode(String.self, forKey: .text)
        confidence = try keys.decodeIfPresent(Double.self, forKey: .confidence)
        origin = try keys.decodeIfPresent(Int.self, forKey: .origin)
        symbology = try keys.decodeIfPresent(Symbology.self, forKey: .symbology)
        corners = try keys.decodeIfPresent(CornerList.self, forKey: .corners)?.corners
    }

    /// Writes it as it is read; what is nil is left out.
    public func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: CodingKeys.self)
        try keys.encode(text, forKey: .text)
        try keys.encodeIfPresent(confidence, forKey: .confidence)
        try keys.encodeIfPresent(origin, forKey: .origin)
        try keys.encodeIfPresent(corners.map(CornerList.init), forKey: .corners)
        try keys.encodeIfPresent(symbology, forKey: .symbology)
    }
}

extension TextLine: ReviewedFinding {
    package typealias Said = [ReviewedReading]

    package static func check(_ review: FindingReview) throws(ReviewBookError) {
        try review.checkReadings()
        guard !review.texts.values.joined().contains(where: { $0.text.contains(where: \.isNewline) }) else {
            throw ReviewBookError(.impossible, "A line has no line break.")
        }
    }

    package static func corrected(_ found: [[TextLine]], as said: [ReviewedReading], in scene: ReviewedScene)
        -> [[TextLine]]
    {
        said.corrected(found)
    }
}

extension Code: ReviewedFinding {
    package typealias Said = [ReviewedReading]

    /// Nothing: they are checked together with lines.
    package static func check(_ review: FindingReview) {}

    package static func corrected(_ found: [[Code]], as said: [ReviewedReading], in scene: ReviewedScene) -> [[Code]] {
        said.corrected(found)
    }
}

extension FindingReview {
    /// The lines of text that there are, by detector; a detector that is not here read what is there.
    public var texts: [String: [ReviewedReading]] {
        get { self[of: TextLine.self] }
        set { self[of: TextLine.self] = newValue }
    }
    /// The codes that there are, by detector; a detector that is not here read what is there.
    public var codes: [String: [ReviewedReading]] {
        get { self[of: Code.self] }
        set { self[of: Code.self] = newValue }
    }
}

extension FindingReview {
    /// More lines and codes than any photo has.
    package static let mostReadings = 10_000
    /// The most bytes of a line or a payload, in UTF-8.
    package static let longestText = 64 * 1024

    /// - Throws: ``ReviewBookError`` for lines and codes that no photo can show.
    fileprivate func checkReadings() throws(ReviewBookError) {
        let (lines, codes) = (Array(texts.values.joined()), Array(codes.values.joined()))
        guard lines.count + codes.count <= Self.mostReadings else {
            throw ReviewBookError(.impossible, "A photo has at most \(Self.mostReadings) lines and codes.")
        }
        guard (lines + codes).allSatisfy({ !$0.text.isEmpty && $0.text.utf8.count <= Self.longestText }) else {
            throw ReviewBookError(
                .impossible, "A line or a code has 1 to \(Self.longestText) bytes of text; delete it instead.")
        }
        guard (lines + codes).allSatisfy(\.isOfAPhoto) else {
            throw ReviewBookError(.impossible, "A line or a code has the index that it was read under, and a place.")
        }
    }
}

extension ReviewedReading {
    /// Whether it names what was read, and lies near the photo.
    fileprivate var isOfAPhoto: Bool {
        (origin ?? -1) >= 0 && (0...1).contains(confidence ?? 0)
            && corners?.isNearThePhoto != false
    }
}

extension [ReviewedReading] {
    /// The same lists with a user's readings; each stays in the list that it was found in, whose page is its own.
    fileprivate func corrected<Reading: Correctable>(_ lists: [[Reading]]) -> [[Reading]] {
        let found = lists.enumerated().flatMap { list, readings in readings.map { (list, $0) } }
        let corners = found.map(\.1.corners)
        let bounds = corners.map(\.bounds)
        var answer = lists.map { _ in [Reading]() }
        for one in self {
            if let index = one.index(among: corners, bounds) {
                answer[found[index].0].append(found[index].1.corrected(to: one))
            } else if !answer.isEmpty, let own = Reading(one) {
                answer[0].append(own)
            }
        }
        return answer
    }
}

/// What was read, and may be corrected by a user.
private protocol Correctable {
    var corners: Quadrilateral { get }

    /// What this run did not read again; nil where the correction does not say enough.
    init?(_ reviewed: ReviewedReading)

    /// The same with the correction's text.
    func corrected(to reviewed: ReviewedReading) -> Self
}

extension TextLine: Correctable {
    fileprivate init?(_ reviewed: ReviewedReading) {
        guard let corners = reviewed.corners else { return nil }
        self.init(text: reviewed.composed, confidence: reviewed.confidence ?? 1, corners: corners)
    }

    fileprivate func corrected(to reviewed: ReviewedReading) -> TextLine {
        var line = self
        if reviewed.confidence == nil { line.confidence = 1 }
        guard reviewed.composed != text else { return line }
        line.confidence = reviewed.confidence ?? 1
        line.text = reviewed.composed
        // Their boxes are those of other letters.
        line.words = []
        line.candidates = nil
        return line
    }
}

extension Code: Correctable {
    fileprivate init?(_ reviewed: ReviewedReading) {
        guard let corners = reviewed.corners, let symbology = reviewed.symbology else { return nil }
        self.init(
            symbology: symbology, text: reviewed.text, bytes: Array(reviewed.text.utf8), corners: corners)
    }

    fileprivate func corrected(to reviewed: ReviewedReading) -> Code {
        var code = self
        // Bytes count: what looks the same may be another payload.
        guard !code.text.utf8.elementsEqual(reviewed.text.utf8) else { return code }
        code.text = reviewed.text
        code.bytes = Array(reviewed.text.utf8)
        return code
    }
}

extension ReviewedReading {
    /// In Unicode's composed form, as lines are.
    fileprivate var composed: String { text.precomposedStringWithCanonicalMapping }

    /// Which of the readings of a run it is.
    fileprivate func index(among found: [Quadrilateral], _ bounds: [Box]) -> Int? {
        guard let corners else { return origin.flatMap { found.indices.contains($0) ? $0 : nil } }
        return corners.index(among: found, bounds, origin: origin)
    }
}
