import ArgumentParser
import Query
import Results
import Supervisor
import SystemPackage
import SystemValues

/// `quiver export`: a data set of a folder of results.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Make a data set to train with of a folder of results.",
        discussion: """
            'quiver export yolo out --to set' writes set/data.yaml, set/labels and set/images; \
            'yolo train data=set/data.yaml' then works as it is.

            'quiver export coco out --to set' writes set/annotations.json and set/images; file names are those below images.

            The photos are copied, so that the folder can be moved, and no trainer that repairs damaged photos touches an \
            original. With --link they are symbolic links: they take no space, and the originals must stay where they are.

            yolo has upright boxes, and coco also has masks, keypoints and turned boxes; results of other tasks alone are \
            refused, and beside others they are left out with a warning.

            Manual corrections of 'quiver serve' count in place of what the model found. Of scored photos the data set has \
            the arrows, holes and faces as they count in their ends, arrows with the keypoints tip and nock in coco.

            Every class of the model is in the data set, found or not. Photos without a result, and those that have gone \
            or changed since, are left out and counted.

            --where takes a query, as 'quiver find' does: --where 'is:reviewed label:arrow count>=3'. --confidence and --class take \
            fewer findings than were found, without processing the photos again; the query then counts those. A photo of \
            which nothing is left stays as one without findings.
            """)

    /// A format that is a data set.
    struct Format: ExpressibleByArgument {
        let name: String

        init?(argument: String) {
            guard Self.allValueStrings.contains(argument) else { return nil }
            name = argument
        }

        static var allValueStrings: [String] { DataSetExport.formats }
    }

    @Argument(help: "The format: \(DataSetExport.formats.joined(separator: " or ")).")
    var format: Format

    @Argument(help: ArgumentHelp("The folder of results.", valueName: "results"), completion: .directory)
    var results: String

    @Option(
        help: ArgumentHelp(
            "The folder to write: a new one; with --link also an earlier data set of the same format.",
            valueName: "folder"),
        completion: .directory)
    var to: String

    @Flag(help: "Make symbolic links to the photos in place of copies.")
    var link = false

    @OptionGroup var photos: QueryOptions

    @OptionGroup var findings: FindingOptions

    @OptionGroup var review: ReviewOptions

    @OptionGroup var output: OutputOptions

    func run() throws {
        guard let export = DataSetExport(format: format.name, copiesPhotos: !link) else {
            throw ValidationError("\(format.name) is no data set.")
        }
        let (results, folder) = (FilePath(results), RawArguments.path(to, of: "--to"))
        let queue = try review.queue(of: results)
        let query = photos.query ?? .all
        let corrections = try ReviewedResults(in: results, of: queue)
        let summary = try export.write(
            results: results, to: folder, reviews: corrections.reviews, counted: corrections.counted,
            names: queue?.location.rootNames ?? RootNames([]), of: queue.map(QueueRecords.init),
            choosing: .init(query, books: try queue?.books(for: query) ?? QueryBooks(), findings: findings.choice))
        for note in notes(on: summary) { Terminal.talk("\(output.talkPaint.yellow("warning:")) \(note)") }
        try output.say(document: summary) {
            let classes = summary.knowsClasses ? ", \(counted(summary.classes, "class"))" : ""
            let photos = "\(counted(summary.photos, "photo")), \(counted(summary.boxes, "box"))\(classes)"
            Terminal.say(
                "\(EscapedName.printable(folder)): \(photos)"
                    + (summary.reviewed > 0 ? ", \(summary.reviewed) accepted in review" : ""))
        }
    }

    private func notes(on summary: DataSetExport.Summary) -> [String] {
        let leftOut = [
            (summary.failed, "without a result"), (summary.changed, "that are gone or have changed since"),
            (summary.unreadable, "of a kind that trainers do not read"),
            (summary.otherModels, "that another model looked at than the last run's"),
        ]
        var notes = leftOut.filter { $0.0 > 0 }.map { "\(counted($0.0, "photo")) \($0.1): left out" }
        if !summary.furtherClasses.isEmpty {
            let names = summary.furtherClasses.map { PercentEscape.printable(Array($0.utf8)) }.joined(separator: ", ")
            notes.append(
                "no model knows these classes of manual corrections, so they are further classes: \(names)")
        }
        if !summary.omittedTasks.isEmpty {
            let tasks = summary.omittedTasks.joined(separator: ", ")
            notes.append("\(format.name) has no place for what these tasks found, so it is left out: \(tasks)")
        }
        if !summary.knowsClasses {
            notes.append(
                "the results do not say which classes the model knows, so only those that were found are listed; "
                    + "a new run over the folder fixes that")
        }
        return notes
    }
}
