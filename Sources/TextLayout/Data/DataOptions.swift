import Findings

/// What a reader of data must know of where a text comes from.
public struct DataOptions: Hashable, Sendable, Codable {
    /// Which number of `03/09/2026` is the day.
    public enum DateOrder: String, Sendable, Hashable, Codable, CaseIterable {
        case dayFirst, monthFirst
    }

    /// The country that national numbers and `$` or `kr` belong to, by ISO 3166-1, such as `DE`; nil where it is unknown.
    public var region: String?
    /// The order where a date with slashes or dashes could be read both ways.
    public var dateOrder: DateOrder
    /// What is looked for.
    public var kinds: Set<TextDatum.Kind>

    /// Options; a date's order that is not named follows from the region: the month comes first in the United States.
    public init(
        region: String? = nil, dateOrder: DateOrder? = nil, kinds: Set<TextDatum.Kind> = Set(TextDatum.Kind.allCases)
    ) {
        self.region = region?.uppercased()
        self.dateOrder = dateOrder ?? (self.region == "US" ? .monthFirst : .dayFirst)
        self.kinds = kinds
    }
}
