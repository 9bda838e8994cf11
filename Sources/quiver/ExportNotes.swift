import ArgumentParser
import Results
import Supervisor
import SystemPackage
import SystemValues

/// How photos are divided, for `quiver export`.
struct SplitOptions: ParsableArguments {
    @Option(
        name: .customLong("split"),
        help: ArgumentHelp("Divide the photos into train, val and test, such as 0.8,0.1,0.1.", valueName: "shares"))
    var shares: String?

    @Option(
        help: ArgumentHelp(
            "What stays in one part beside copies: session, folder, alike or content.", valueName: "what"))
    var splitBy: DataSetSplit.Grouping?

    @Option(help: ArgumentHelp("Divide otherwise: another number, another division.", valueName: "n"))
    var seed: Int?

    /// Whether anything of it was given.
    var isGiven: Bool { shares != nil || splitBy != nil || seed != nil }

    /// The division; nil for none.
    var split: DataSetSplit? {
        get throws {
            guard let shares else {
                guard !isGiven else { throw ValidationError("--seed and --split-by divide with --split alone.") }
                return nil
            }
            let numbers = shares.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            guard !numbers.contains(nil),
                let made = DataSetSplit(
                    shares: numbers.compactMap { $0 }, seed: seed ?? 0, grouping: splitBy ?? .session,
                    distance: splitBy == .alike ? NearDuplicates.distance : nil)
            else {
                throw ValidationError("--split takes two or three shares that are 1 together, such as 0.8,0.1,0.1.")
            }
            return made
        }
    }

    func validate() throws { _ = try split }
}

extension DataSetSplit.Grouping: ExpressibleByArgument {}

extension ExportCommand {
    /// What is to be known of an export, in sentences.
    func notes(on summary: DataSetExport.Summary, _ format: String) -> [String] {
        let leftOut = [
            (summary.failed, "without a result"), (summary.changed, "that are gone or have changed since"),
            (summary.unreadable, "of a kind that trainers do not read"),
            (summary.otherModels, "that another model looked at than the last run's"),
            (summary.empty, "without a label"),
        ]
        var notes = leftOut.filter { $0.0 > 0 }.map { "\(counted($0.0, "photo")) \($0.1): left out" }
        if summary.notBlurred > 0 {
            notes.append("\(counted(summary.notBlurred, "photo")) that cannot be blurred: left out")
        }
        if summary.unsaid > 0 {
            notes.append(
                "\(counted(summary.unsaid, "finding")) left out: \(format) has no place for it, as for keypoints of another number "
                    + "than those of the first pose")
        }
        if !summary.furtherClasses.isEmpty {
            let names = summary.furtherClasses.map { PercentEscape.printable(Array($0.utf8)) }.joined(separator: ", ")
            notes.append(
                "no model knows these classes of manual corrections, so they are further classes: \(names)")
        }
        if !summary.unknownClasses.isEmpty {
            let names = summary.unknownClasses.map { PercentEscape.printable(Array($0.utf8)) }.joined(separator: ", ")
            notes.append("no detector has these classes of --map: \(names)")
        }
        if !summary.omittedTasks.isEmpty {
            let tasks = summary.omittedTasks.joined(separator: ", ")
            notes.append("\(format) has no place for what these tasks found, so it is left out: \(tasks)")
        }
        if !summary.knowsClasses {
            notes.append(
                "the results do not say which classes the model knows, so only those that were found are listed; "
                    + "a new run over the folder fixes that")
        }
        if let unknown = summary.withoutLikeness, unknown > 0 {
            notes.append(
                "\(counted(unknown, "photo")) without the bits that near-duplicates are known by, done by an earlier version: each "
                    + "went where its content alone says; 'quiver jobs prune --again' forgets what is done, and the next run "
                    + "processes it again")
        }
        notes += summary.sidecars?.notes ?? []
        for (part, count) in (summary.parts ?? [:]).sorted(by: { $0.key < $1.key }) where count == 0 {
            notes.append(
                "no photo went into \(part): there are few photos, or few groups of them; --split-by content divides by "
                    + "photo, and another --seed otherwise")
        }
        return notes
    }
}

extension ExportManifest {
    /// The manifest that a user names: the file, or the one of a folder.
    static func file(at path: FilePath) -> FilePath {
        (try? Syscalls.status(path, follow: true))?.kind == .folder ? path.appending(file) : path
    }

    /// Reads a manifest; blocks.
    static func read(at file: FilePath, _ take: (Photo) -> Void = { _ in }) throws -> Head {
        try ManifestReading.read(file, take)
    }
}

/// A manifest whose photos are kept, as its file may be replaced.
struct StoredManifest {
    private let head: ExportManifest.Head
    private let photos: [ExportManifest.Photo]

    /// Reads it; blocks.
    init(at file: FilePath) throws {
        var photos: [ExportManifest.Photo] = []
        head = try ExportManifest.read(at: file) { photos.append($0) }
        self.photos = photos
    }

    func read(_ take: (ExportManifest.Photo) -> Void) -> ExportManifest.Head {
        for photo in photos { take(photo) }
        return head
    }
}

extension ExportDifference {
    /// Compares the exports that a user names; blocks.
    init(at one: FilePath, _ other: FilePath) throws {
        try self.init(
            { try ExportManifest.read(at: ExportManifest.file(at: one), $0) },
            { try ExportManifest.read(at: ExportManifest.file(at: other), $0) })
    }

    /// The difference in lines for a terminal.
    var lines: [String] {
        let counts = [
            (added, "only in the second"), (removed, "only in the first"), (relabelled, "with other labels"),
            (moved, "in another part"), (changed, "with another content"),
        ].filter { $0.0 > 0 }.map { "\(counted($0.0, "photo")) \($0.1)" }
        let first =
            isNothing
            ? "The same \(counted(same, "photo")) with the same labels."
            : counts.joined(separator: ", ") + "; \(counted(same, "photo")) the same."
        let asked = choice.isEmpty ? [] : ["Asked for otherwise: \(choice.joined(separator: ", "))."]
        return [first] + asked + examples.map { "  " + PercentEscape.printable(Array($0.utf8)) }
    }
}
