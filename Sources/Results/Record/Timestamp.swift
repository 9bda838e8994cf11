import Foundation

/// A moment in UTC, written as ISO 8601 with milliseconds: `2026-05-01T06:30:00.250Z`.
public struct Timestamp: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The moment, rounded to the millisecond.
    public let date: Date

    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// The moment, to the millisecond.
    public init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        self.date = Date(timeIntervalSince1970: milliseconds / 1_000)
    }

    /// Reads what ``description`` writes; nil for any other text.
    public init?(_ text: String) {
        guard let date = try? Self.style.parse(text) else { return nil }
        self.init(date)
    }

    /// Reads what ``description`` writes; throws `DecodingError` for any other text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let time = Timestamp(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no time in ISO 8601")
        }
        self = time
    }

    /// Writes ``description``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// In UTC with milliseconds: `2026-05-01T06:30:00.250Z`.
    public var description: String {
        // Half a millisecond more, since the style cuts off and a date is a binary fraction.
        date.addingTimeInterval(0.000_1).formatted(Self.style)
    }
}
