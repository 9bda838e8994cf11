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
            The queue that holds manual corrections, a file or a database; else the one in the folder, or that of a pipeline.json whose results \
            these are.
            """,
            valueName: "queue"))
    var queue: String?

    /// The queue; nil where there is none.
    func location(of results: FilePath) throws -> QueueLocation? {
        if let queue {
            let named: QueueLocation
            if QueueAddress.isMeant(by: queue) {
                // As the settings read it, with the names of folders that they have.
                let option = SettingsOption("--queue", "queue", queue)
                let effective = try Settings.load(SettingsSources(file: nil, options: [option]))
                named = effective.sayingQueueWarnings().settings.queue
            } else {
                named = .file(RawArguments.path(queue, of: "--queue"))
            }
            guard Self.isThere(named) else {
                throw ResultsError.nothing("there is no queue at \(named.printable); name another file")
            }
            return named
        }
        return Self.usualLocation(of: results)
    }

    /// Whether a queue is there, as far as this host can see.
    private static func isThere(_ queue: QueueLocation) -> Bool {
        queue.file.map { FileManager.default.fileExists(atPath: $0.string) } ?? true
    }

    /// Where the queue is that made results, without an option that names it; nil where there is none.
    private static func usualLocation(of results: FilePath) -> QueueLocation? {
        let own = QueueLocation.usual(in: results)
        if isThere(own) { return own }
        return Settings.of(results).flatMap { isThere($0.queue) ? $0.queue : nil }
    }

    /// The queue that made results, for commands without an option that names it; nil where there is none.
    static func usualQueue(of results: FilePath) throws -> QueueControl? { try usualLocation(of: results).map(open) }

    /// Opens a queue for reading.
    private static func open(_ location: QueueLocation) throws -> QueueControl {
        var settings = Settings()
        settings.queue = location
        return try QueueControl(settings)
    }

    /// The same, opened for reading.
    func queue(of results: FilePath) throws -> QueueControl? {
        try location(of: results).map(Self.open)
    }
}

extension Settings {
    /// The settings of a pipeline.json whose results these are; nil where there are none.
    ///
    /// Settings that cannot be read have no part in these results.
    static func of(_ results: FilePath) -> Settings? {
        guard let settings = try? load(SettingsSources(file: nil, options: [])).settings,
            ResultsFolders.real(settings.output.path) == ResultsFolders.real(results)
        else { return nil }
        return settings
    }

    /// The names by which the hosts of the results' queue know folders of photos.
    static func rootNames(of results: FilePath) -> RootNames {
        of(results)?.queue.namingRoots().rootNames ?? RootNames([])
    }
}

extension ReviewedResults {
    /// Reads the reviews of the queue that options name; blocks.
    init(in results: FilePath, _ options: ReviewOptions) throws {
        try self.init(in: results, of: options.queue(of: results))
    }
}

extension ResultsError {
    /// A folder in which there is nothing to read.
    static func noRecords(in folder: FilePath) -> ResultsError {
        nothing(
            "\(EscapedName.printable(folder)) holds no records with a result, and no queue that has them; "
                + "name the folder of a run's results")
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
