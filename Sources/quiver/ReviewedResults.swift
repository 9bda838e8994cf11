import ArgumentParser
import Foundation
import Results
import Settings
import Storage
import Supervisor
import SystemPackage
import SystemValues

/// Where the queue of a folder of results is, for commands that take the manual corrections of its photos.
struct ReviewOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The queue that holds manual corrections; else the one in the folder, or that of a pipeline.json whose results \
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
        // Settings that cannot be read have no part in these results.
        guard let settings = try? Settings.load(SettingsSources(file: nil, options: [])).settings,
            ResultsFolders.real(settings.output.path) == ResultsFolders.real(results)
        else { return nil }
        return isThere(settings.queue) ? settings.queue : nil
    }
}

/// The manual corrections of the photos of a folder of results.
///
/// `records`, `find` and `pdf` show it; a run's tables and an export apply it by the same `Record.reviewed`.
struct ReviewedResults {
    /// By the photo's SHA-256.
    let reviews: [String: FindingReview]
    /// The photos of scored ends as they count.
    let counted: CountedPhotos
    /// Changes with every review and every correction of a score, and is empty where there is none.
    let state: String
    private let detectors: [DetectorClasses]

    /// Reads the reviews; blocks.
    init(in results: FilePath, _ options: ReviewOptions) throws {
        var (stored, changes, photos): ([String: StoredFindingReview], [Int], [CountedPhoto]) = ([:], [], [])
        if let queue = try options.location(of: results) {
            var settings = Settings()
            settings.queue = queue
            (stored, changes, photos) = try QueueControl(settings).readBoth {
                (
                    try $0.reviews.findingReviews(),
                    [try $0.reviews.changesOfFindingReviews(), try $0.scores.changesOfPhotoReviews()],
                    try $0.scores.countedPhotos()
                )
            }
        }
        counted = CountedPhotos(photos)
        reviews = stored.compactMapValues(\.review)
        state = changes.contains { $0 != 0 } ? " \(changes)" : ""
        let known = ClassList.read(in: results) ?? []
        detectors = known.adding(known.further(in: reviews))
    }

    /// A record with its photo's corrections in the place of what was found.
    func reviewed(_ record: Record) -> Record {
        let record = record.counted(by: counted.photo).record
        guard let review = record.source.sha256.flatMap({ reviews[$0] }) else { return record }
        return record.reviewed(as: review, by: detectors)
    }
}

extension ValidationError {
    /// A folder in which there is nothing to read.
    static func noRecords(in folder: FilePath) -> ValidationError {
        ValidationError(
            "\(EscapedName.printable(folder)) holds no records with a result; "
                + "name the folder of a run whose output.formats has \"json\".")
    }
}

/// Folders of results that were named as if they held photos.
enum ResultsFolders {
    /// The same, without those that folders give which do not answer within the patience.
    static func notes(on settings: Settings, within patience: Duration) async -> [String] {
        let (answers, telling) = AsyncStream<[String]>.makeStream()
        let isAsked = (try? OwnThread.startNow("quiver-notes") { telling.yield(notes(on: settings)) }) != nil
        guard isAsked else { return [] }
        let limit = Task {
            try? await Task.sleep(for: patience)
            telling.finish()
        }
        defer { limit.cancel() }
        for await notes in answers { return notes }
        return []
    }

    /// A sentence for each of them: the pictures in it are Quiver's own and are skipped; blocks.
    private static func notes(on settings: Settings) -> [String] {
        let own = real(settings.output.path)
        // Thousands of photos may be named one by one; folders are few.
        return settings.watch.prefix(1_000).map(\.path).filter { holdsResults($0) && real($0) != own }.map { path in
            let name = EscapedName.printable(path)
            let word = CommandHint.quoted(name)
            return """
                \(name) is a folder of results: the pictures that Quiver wrote there are skipped. \
                To see what is in it: quiver jobs list --output \(word), or quiver score report \(word)
                """
        }
    }

    private static func holdsResults(_ path: FilePath) -> Bool {
        FileManager.default.fileExists(atPath: path.appending("quiver.sqlite").string)
    }

    /// Where a folder lies, whatever links lead there.
    static func real(_ path: FilePath) -> String {
        URL(fileURLWithPath: path.string).resolvingSymlinksInPath().path
    }
}
