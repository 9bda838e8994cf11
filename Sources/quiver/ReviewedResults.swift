import ArgumentParser
import Foundation
import Results
import Settings
import Storage
import Supervisor
import SystemPackage
import SystemValues

/// Where the queue of a folder of results is, for commands that take what people said of its photos.
struct ReviewOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The queue that holds what people said; else the one in the folder, or that of a pipeline.json whose results \
            these are.
            """,
            valueName: "file"))
    var queue: String?

    /// The queue; nil where there is none.
    func location(of results: FilePath) throws -> QueueLocation? {
        func isThere(_ queue: QueueLocation) -> Bool { FileManager.default.fileExists(atPath: queue.file.string) }
        if let queue {
            let named = QueueLocation.file(RawArguments.path(queue, of: "--queue"))
            guard isThere(named) else {
                throw ValidationError("There is no queue at \(named.printable); name another file.")
            }
            return named
        }
        let own = QueueLocation.usual(in: results)
        if isThere(own) { return own }
        // Settings that cannot be read say nothing of these results.
        guard let settings = try? Settings.load(SettingsSources(file: nil, options: [])).settings,
            ResultsFolders.real(settings.output.path) == ResultsFolders.real(results)
        else { return nil }
        return isThere(settings.queue) ? settings.queue : nil
    }
}

/// What people said of the photos of a folder of results.
///
/// `records`, `find` and `pdf` show it; a run's tables and an export apply it by the same `Record.reviewed`.
struct ReviewedResults {
    /// By the photo's SHA-256.
    let reviews: [String: FindingReview]
    /// Changes with every review, and is empty where there is none.
    let state: String
    private let detectors: [DetectorClasses]

    /// Reads the reviews; blocks.
    init(in results: FilePath, _ options: ReviewOptions) throws {
        var (stored, changes): ([String: StoredFindingReview], Int) = ([:], 0)
        if let queue = try options.location(of: results) {
            var settings = Settings()
            settings.queue = queue
            (stored, changes) = try QueueControl(settings).readBoth {
                (try $0.reviews.findingReviews(), try $0.reviews.changesOfFindingReviews())
            }
        }
        reviews = stored.compactMapValues(\.review)
        state = changes == 0 ? "" : " \(changes)"
        let known = ClassList.read(in: results) ?? []
        detectors = known.adding(known.further(in: reviews))
    }

    /// A record with what was said of its photo in the place of what was found.
    func reviewed(_ record: Record) -> Record {
        guard let review = record.source.sha256.flatMap({ reviews[$0] }) else { return record }
        return record.reviewed(as: review, by: detectors)
    }
}
