import Evaluation
import Findings
import Query
import Results
import SystemPackage
import SystemValues

/// Where the findings of a folder of results repeat: the same class at one place in many photos of a folder and size.
///
/// Nothing says that they are wrong: what stands still before a camera may be an object.
public struct RepeatedPlaces: Sendable {
    /// The places, those in the most photos first.
    public let places: [RepeatedFind]
    /// Photos that were looked at.
    public let photos: Int

    /// Looks for them; blocks.
    ///
    /// Manual corrections count in place of what was found. What scoring found is left out, as no rule ignores it.
    ///
    /// - Parameters:
    ///   - queue: What holds manual corrections, and records without a file; nil where there is none.
    ///   - query: Only photos that fit it.
    public init(in results: FilePath, queue: QueueControl?, query: Query = .all) throws {
        let records = try StoredRecords(in: results, of: queue)
        let corrections = try ReviewedResults(in: results, of: queue)
        let books = try queue?.books(for: query) ?? QueryBooks()
        var (finds, photos) = (RepeatedFinds(), 0)
        records.forEach(in: [.done]) { path, record in
            let subject = { corrections.querySubject(of: record, job: records.job(at: path), books: books) }
            guard query.isAll || query.matches(subject()), let image = record.photo.image else { return }
            var own = corrections.reviewed(record)
            own.photo.results.removeAll(where: \.isScored)
            photos += 1
            finds.add(
                path: record.source.path,
                size: PixelSize(width: image.width, height: image.height),
                found: own.boxes(of: nil).map { FoundObject(label: $0.label, confidence: $0.confidence, box: $0.box) })
        }
        (places, self.photos) = (finds.places, photos)
    }
}
