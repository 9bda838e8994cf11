import Findings
import Geometry
import Storage

/// All photos of a queue that have a vector, by how much a model takes them for alike to one of them.
///
/// Every vector is compared. Photos that were processed again are named by their former jobs too.
public struct AlikeOrder: Sendable {
    /// The detector whose vectors were compared.
    public let detector: String
    /// The detectors that have made a vector of the photo.
    public let detectors: [String]
    /// The photos' jobs, the photo itself or that one's original first, then the most alike.
    public let jobs: [JobID]

    /// Orders the photos of a queue; blocks; nil where the photo has no vector of the detector.
    ///
    /// - Parameters:
    ///   - job: The photo's job. Of a detector that looks at findings, the first one in it counts.
    ///   - detector: The detector's name; nil for the first one that has made a vector of the photo.
    public init?(of job: JobID, in queue: QueueControl, by detector: String? = nil) throws {
        guard let bytes = try queue.embeddings(of: job) else { return nil }
        var (names, chosen): ([String], (name: String, place: PhotoEmbedding.Place)?) = ([], nil)
        for place in PhotoEmbedding.places(in: bytes) ?? [] {
            guard let one = PhotoEmbedding(at: place, in: bytes) else { continue }
            if !names.contains(one.detector) { names.append(one.detector) }
            if chosen == nil, one.detector == detector ?? one.detector { chosen = (one.detector, place) }
        }
        guard let chosen, let scan = EmbeddingScan(chosen.place, in: bytes) else { return nil }
        (self.detector, detectors) = (chosen.name, names)
        var (keys, all): ([UInt64], [JobID]) = ([], [])
        var last: JobID?
        while true {
            let former = last
            var rows = 0
            try queue.read { reading in
                try reading.forEachEmbeddings(after: former, limit: QueueEmbeddings.step) { other, row in
                    (rows, last) = (rows + 1, other)
                    var nearest = -Float.infinity
                    if row.elementsEqual(bytes) {
                        nearest = Self.same
                    } else {
                        scan.compare(with: row) { similarity, _ in nearest = max(nearest, similarity) }
                    }
                    guard nearest > -.infinity else { return }
                    keys.append(Self.key(nearest, at: all.count))
                    all.append(other)
                }
            }
            guard rows == QueueEmbeddings.step else { break }
        }
        keys.sort()
        jobs = keys.map { all[Int($0 & 0xFFFF_FFFF)] }
    }

    /// More than any two vectors of length 1 come to.
    private static let same: Float = 1.05

    /// A number that is the smaller, the more alike a photo is, and of equally alike ones the earlier it came: whole numbers are
    /// sorted several times as fast as pairs.
    private static func key(_ similarity: Float, at place: Int) -> UInt64 {
        UInt64((Double(same) - Double(similarity)) * 2_000_000_000) << 32 | UInt64(place)
    }
}
