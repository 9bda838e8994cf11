/// One number that a process measures of itself while it lives, or the numbers of one histogram.
public struct Measurement: Codable, Sendable, Hashable {
    /// Its name for Prometheus, such as `quiver_photos_ended_total`.
    public var name: String
    /// What tells it from others of its name, in the order of the names.
    public var labels: [Label]
    /// The number; of a histogram the sum of what was observed.
    public var value: Double
    /// Of a histogram how many were observed up to each of its bounds and not up to the one before, and last those beyond all
    /// of them; nil for a number.
    public var buckets: [Bucket]?

    /// One word about it.
    public struct Label: Codable, Sendable, Hashable {
        /// What the word is about.
        public var name: String
        /// The word.
        public var value: String

        /// A label from its parts.
        public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// A part of a histogram.
    public struct Bucket: Codable, Sendable, Hashable {
        /// The largest that falls into it; nil for the last one, which takes whatever is larger.
        public var bound: Double?
        /// How many fell into it.
        public var count: Int

        /// A bucket from its parts.
        public init(upTo bound: Double?, count: Int) { (self.bound, self.count) = (bound, count) }
    }

    /// A measurement from its parts.
    public init(_ name: String, _ labels: [Label] = [], value: Double, buckets: [Bucket]? = nil) {
        (self.name, self.labels, self.value, self.buckets) = (name, labels, value, buckets)
    }
}
