import ArgumentParser
import Evaluation
import Findings
import Reports
import Results
import Scoring
import Supervisor
import SystemPackage
import SystemValues

/// `quiver evaluate`: how good a model's results are.
struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Measure the results of a model against truth.",
        discussion: """
            'quiver evaluate out' measures the results in 'out' against what users accepted or corrected on the page: the \
            record of a photo keeps what the model found, and the queue what a user made of it. Photos that no user accepted \
            are left out and counted. Of scored photos the arrows of confirmed ends count.

            'quiver evaluate out --truth set/annotations.json' measures against a file in COCO's format. Its photos are known \
            by their content where they lie beside the file or in 'images' there, then by their path, and by their name \
            where only one can be meant.

            AP and AR are COCO's numbers as pycocotools computes them, over overlaps from 0.50 to 0.95. Behind them stands the \
            range that holds 95 of 100 drawings of the photos. Mistakes are counted from the confidence with the best F1 on, \
            or from --confidence. Results hold only what the run kept: for AP run with a low threshold, such as \
            --confidence 0.01.

            'quiver evaluate old --beside new' says what is better and worse in the results of another model on the same \
            photos, as a whole, by class and photo by photo. --output writes the page evaluation.html and evaluation.json into a folder.
            """)

    @Argument(help: ArgumentHelp("The folder of results.", valueName: "results"), completion: .directory)
    var results: String

    @Option(
        help: ArgumentHelp("Measure against this file in COCO's format.", valueName: "file"), completion: .file())
    var truth: String?

    @Flag(help: "Measure against what users accepted or corrected; so it is where no --truth is named.")
    var reviewed = false

    @Flag(help: "Compare masks in place of boxes.")
    var masks = false

    @Option(
        help: ArgumentHelp("Another folder of results of the same photos, to measure beside.", valueName: "results"),
        completion: .directory)
    var beside: String?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write evaluation.html and evaluation.json into this folder.", valueName: "folder"),
        completion: .directory)
    var output: String?

    @Option(help: "What the page is written in: English or German.")
    var language: ReportLanguage = .english

    @Option(name: .customShort("n"), help: ArgumentHelp("Show so many photos and places.", valueName: "n"))
    var shown = 10

    @OptionGroup var photos: QueryOptions

    @OptionGroup var findings: FindingOptions

    @OptionGroup var review: ReviewOptions

    @OptionGroup var printing: OutputOptions

    func validate() throws {
        guard truth == nil || !reviewed else {
            throw ValidationError("Truth is a file (--truth) or what users accepted (--reviewed), not both.")
        }
        guard shown >= 0 else { throw ValidationError("-n takes a number from 0 on.") }
    }

    func run() throws {
        let folder = FilePath(results)
        let queue = try review.queue(of: folder)
        let query = photos.query ?? .all
        try QueueControl.needSets(of: query, in: queue)
        let page = try output.map { try EvaluationFiles(in: RawArguments.path($0, of: "--output")) }
        let taken = try findings.choice()
        let besides = beside.map { RawArguments.path($0, of: "--beside") }
        FindingOptions.warn(of: taken, in: [folder, besides], printing)
        let choice = EvaluationChoice(
            truth: truth.map { .file(RawArguments.path($0, of: "--truth")) } ?? .reviews, query: query,
            findings: taken, shape: masks ? .masks : .boxes,
            beside: besides)
        let measured = try ResultsEvaluation(
            of: folder, queue: queue, besideQueue: try choice.beside.flatMap(ReviewOptions.usualQueue),
            books: try queue?.books(for: query) ?? QueryBooks(), choosing: choice)
        let notes = EvaluationNotes(measured, choice).sentences
        for note in notes { Terminal.talk(note) }
        switch printing.format {
        case .json: Terminal.say(measured.json.document)
        case .jsonl: Terminal.say(measured.json.line)
        case .text:
            Terminal.say(EvaluationText(measured, shown: shown, paint: printing.paint).lines.joined(separator: "\n"))
        }
        guard let page else { return }
        try page.write(
            measured,
            EvaluationPage(
                measured.evaluation, beside: measured.comparison, title: EscapedName.printable(folder), notes: notes,
                language: language))
        Terminal.talk("the page is \(EscapedName.printable(page.page))")
    }
}

/// The page and the document of an evaluation in a folder.
struct EvaluationFiles {
    /// The page's path, as the user names the folder.
    let page: FilePath
    private let folder: FilePath

    private static let (page, document): (FilePath.Component, FilePath.Component) =
        ("evaluation.html", "evaluation.json")

    /// Sees that what lies in their places is Quiver's; blocks.
    init(in named: FilePath) throws {
        (page, folder) = (named.appending(Self.page), named.resolvedPath)
        guard !OwnSheet.isOurs(folder.appending(Self.page)) else { return }
        for name in [Self.page, Self.document] where folder.appending(name).exists {
            throw ValidationError(
                "\(EscapedName.printable(named.appending(name))) was not made by 'quiver evaluate' and stays as it is; "
                    + "name another folder with --output.")
        }
    }

    /// Writes both; blocks.
    func write(_ measured: ResultsEvaluation, _ page: EvaluationPage) throws {
        // The page first: it is what the folder is known by.
        try AtomicFile.write(page.text.utf8, to: folder.appending(Self.page))
        try AtomicFile.write((measured.json.document + "\n").utf8, to: folder.appending(Self.document))
    }
}
