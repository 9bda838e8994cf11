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
        return Settings.of(results).flatMap { isThere($0.queue) ? $0.queue : nil }
    }

    /// The same, opened for reading.
    func queue(of results: FilePath) throws -> QueueControl? {
        try location(of: results).map { location in
            var settings = Settings()
            settings.queue = location
            return try QueueControl(settings)
        }
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
}

extension ReviewedResults {
    /// Reads the reviews of the queue that options name; blocks.
    init(in results: FilePath, _ options: ReviewOptions) throws {
        try self.init(in: results, of: options.queue(of: results))
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
