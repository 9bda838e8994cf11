/// A piece of data that stands in a text: an address of mail, a telephone number, a date.
public struct TextDatum: Hashable, Sendable, Codable {
    /// What it is.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case email, phone, url, date, money, address, trackingNumber
    }

    /// What it is.
    public var kind: Kind
    /// As it stands in the text.
    public var text: String
    /// In one form, such as `2026-03-09`, `+4930123456` or `EUR 12.50`.
    public var value: String
    /// 0 to 1.
    public var confidence: Double
    /// In pixels of the upright photo.
    public var corners: Quadrilateral

    /// A piece of data from its parts.
    public init(kind: Kind, text: String, value: String, confidence: Double, corners: Quadrilateral) {
        self.kind = kind
        self.text = text
        self.value = value
        self.confidence = confidence
        self.corners = corners
    }
}
