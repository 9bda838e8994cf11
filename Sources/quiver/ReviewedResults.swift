import ArgumentParser
import Foundation
import Results
import Settings
import Storage
import Supervisor
import SystemPackage

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

    /// The queue's file; nil where there is none.
    func file(of results: FilePath) throws -> FilePath? {
        func isThere(_ file: FilePath) -> Bool { FileManager.default.fileExists(atPath: file.string) }
        if let queue {
            let file = RawArguments.path(queue, of: "--queue")
            guard isThere(file) else {
                throw ValidationError("There is no queue at \(EscapedName.printable(file)); name another file.")
            }
            return file
        }
        let own = results.appending("quiver.sqlite")
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
        if let queue = try options.file(of: results) {
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
