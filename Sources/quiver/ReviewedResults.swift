import Foundation
import Results
import ReviewBook
import Settings
import Supervisor
import SystemPackage

/// What people said of the photos of a folder of results, where it has a queue beside it.
struct ReviewedResults {
    /// By the photo's SHA-256.
    let reviews: [String: FindingReview]
    /// Changes with every review, and is empty where there is none.
    let state: String
    private let detectors: [DetectorClasses]

    /// Reads the reviews; blocks.
    init(in results: FilePath) throws {
        let queue = results.appending("quiver.sqlite")
        var stored: [String: StoredFindingReview] = [:]
        if FileManager.default.fileExists(atPath: queue.string) {
            var settings = Settings()
            settings.queue = queue
            stored = try QueueControl(settings).readBoth { try $0.reviews.findingReviews() }
        }
        reviews = stored.compactMapValues(\.review)
        state = stored.isEmpty ? "" : " \(stored.count) \(stored.values.reduce(0) { $0 + $1.revision })"
        detectors = ClassList.read(in: results) ?? []
    }

    /// A record with what was said of its photo in the place of what was found.
    func reviewed(_ record: Record) -> Record {
        guard let review = record.source.sha256.flatMap({ reviews[$0] }) else { return record }
        return record.reviewed(as: review, by: detectors)
    }
}
