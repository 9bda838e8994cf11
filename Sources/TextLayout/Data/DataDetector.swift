import Findings

/// Finds data in text: addresses, numbers and amounts that a program can use.
///
/// Every reader takes time in proportion to the text, whatever it says. Where two readers want the same letters, the one
/// with the stricter form has them: mail and web addresses, parcels, known other numbers, dates, money, post, telephones.
public struct DataDetector: Sendable {
    /// One piece of data in a text.
    public struct Match: Hashable, Sendable {
        /// What it is.
        public var kind: TextDatum.Kind
        /// The scalars that say it, counted from 0 in `unicodeScalars`.
        public var range: Range<Int>
        /// As it stands in the text.
        public var text: String
        /// In one form.
        public var value: String
        /// 0 to 1.
        public var confidence: Double
    }

    /// What is known of the texts.
    public var options: DataOptions

    /// A detector for texts of a region.
    public init(options: DataOptions = DataOptions()) { self.options = options }

    /// The data of a text, in its order; a tab or a line break parts cells and lines.
    public func matches(in string: String) -> [Match] {
        let text = NumberedText(string)
        var isTaken = [Bool](repeating: false, count: text.count)
        var matches: [Match] = []
        for reader in Self.readers {
            for found in reader(text, options) where !found.range.isEmpty && found.range.upperBound <= text.count {
                guard !found.range.contains(where: { isTaken[$0] }) else { continue }
                for index in found.range { isTaken[index] = true }
                guard let kind = found.kind, options.kinds.contains(kind) else { continue }
                matches.append(
                    Match(
                        kind: kind, range: found.range, text: text.string(found.range), value: found.value,
                        confidence: found.confidence))
            }
        }
        return matches.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private static let readers: [@Sendable (NumberedText, DataOptions) -> [DataMatch]] = [
        { text, _ in MailAddresses.matches(in: text) },
        { text, _ in WebAddresses.matches(in: text) },
        { text, _ in TrackingNumbers.matches(in: text) },
        { text, _ in Decoys.matches(in: text) },
        { text, options in Dates.matches(in: text, options: options) },
        { text, options in MoneyAmounts.matches(in: text, options: options) },
        { text, _ in PostalAddresses.matches(in: text) },
        { text, options in PhoneNumbers.matches(in: text, options: options) },
    ]
}
