import Geometry
import Storage

/// The photos of a queue as points on a plane: near each other where a model takes them for alike.
///
/// The plane is the one in which their vectors lie farthest apart (``EmbeddingPlane``). Of a photo with several vectors the first
/// counts.
public struct EmbeddingMap: Sendable {
    /// A photo's place.
    public struct Point: Hashable, Sendable {
        /// The photo's job; copies of it lie where it does.
        public let job: JobID
        /// From the left, of 65,535.
        public let x: UInt16
        /// From the top, of 65,535.
        public let y: UInt16
    }

    /// The detector whose vectors these are.
    public let detector: String
    /// All that have made vectors, the one with the most first.
    public let detectors: [String]
    /// How much of what the vectors differ by the map shows, from 0 to 1.
    public let share: Double
    /// In the order in which the photos came into the queue.
    public let points: [Point]

    /// Draws the map of a queue; blocks; nil where no photo that is done has a vector of the detector.
    ///
    /// - Parameter detector: The detector's name; nil for the one that has made most.
    public init?(of queue: QueueControl, by detector: String? = nil) throws {
        let vectors = try QueueVectors(in: queue)
        let makers = try vectors.makers().map(\.maker)
        guard let maker = makers.first(where: { $0.detector == detector ?? $0.detector }),
            let plane = try EmbeddingPlane(
                size: maker.size, { body in try vectors.forEach(of: maker) { body($2) } })
        else { return nil }
        self.detector = maker.detector
        detectors = makers.map(\.detector).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        share = plane.share
        var places: [(job: JobID, x: Float, y: Float)] = []
        places.reserveCapacity(plane.count)
        try vectors.forEach(of: maker) { job, _, numbers in
            let (x, y) = plane.place(of: numbers)
            places.append((job, x, y))
        }
        let (across, down) = (Span(places.lazy.map(\.x)), Span(places.lazy.map(\.y)))
        points = places.map { Point(job: $0.job, x: across.place(of: $0.x), y: down.place(of: $0.y)) }
    }

    /// What numbers lie between.
    private struct Span {
        private let least: Float
        private let length: Float

        init(_ numbers: some Collection<Float>) {
            least = numbers.min() ?? 0
            length = (numbers.max() ?? 0) - least
        }

        /// Where a number lies between the ends; in the middle where both are one.
        func place(of number: Float) -> UInt16 {
            let share = length > 1e-6 ? (number - least) / length : 0.5
            return UInt16((min(max(share, 0), 1) * 65_535).rounded())
        }
    }
}
