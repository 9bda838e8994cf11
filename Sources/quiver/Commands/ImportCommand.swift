import ArgumentParser
import Results
import Supervisor
import SystemPackage
import SystemValues

/// `quiver import`: users' labels become truth beside the results.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take users' labels as truth beside the results.",
        discussion: """
            'quiver import coco set/annotations.json out' makes the labels of the file manual corrections of the photos in \
            'out', as if they were drawn on the page: exports have them in place of what the model found, and \
            'quiver evaluate out' measures against them. Each of these photos is accepted as reviewed, unless detectors that \
            the labels do not speak of looked at it too.

            coco and labelstudio take a file, voc takes the folder, and yolo, yolo-segment, yolo-pose and yolo-obb take \
            data.yaml or its folder, with label files in 'labels' and photos in 'images'.

            Photos are known by their content where they lie beside the labels, then by their path, and by their name \
            where only one can be meant. What is not taken is counted, with examples. The labels of a photo are all that \
            is in it, of the kinds that they are: boxes, masks or poses. A class that no model knows is kept by its name.

            Photos that users corrected or accepted before keep that, unless --replace says otherwise; it leaves what was \
            said of other detectors. --check changes nothing and says \
            what would become of the labels.
            """)

    @Argument(
        help: ArgumentHelp(
            "The format: \(LabelImport.formats.joined(separator: ", ")).", valueName: "format"),
        completion: .list(LabelImport.formats))
    var format: String

    @Argument(help: ArgumentHelp("The file or folder of labels.", valueName: "labels"), completion: .file())
    var labels: String

    @Argument(help: ArgumentHelp("The folder of results.", valueName: "results"), completion: .directory)
    var results: String

    @Flag(help: "Also replace what users said before of the same detectors.")
    var replace = false

    @Flag(help: "Change nothing; say what would become of the labels.")
    var check = false

    @OptionGroup var review: ReviewOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard LabelImport.formats.contains(format) else {
            throw ValidationError(
                "The value '\(format)' is invalid for '<format>'. It is one of "
                    + LabelImport.formats.joined(separator: ", ") + ".")
        }
    }

    func run() throws {
        let folder = FilePath(results)
        guard let labelImport = LabelImport(format: format, replaces: replace) else { return }
        guard let queue = try review.queue(of: folder) else {
            throw ResultsError.nothing(
                "\(EscapedName.printable(folder)) has no queue that could hold labels; name it with --queue")
        }
        let summary = try labelImport.run(FilePath(labels), into: folder, of: queue, checks: check)
        for note in Self.notes(on: summary) { Terminal.talk("\(output.talkPaint.yellow("warning:")) \(note)") }
        if summary.partial > 0 {
            Terminal.talk(
                "\(output.talkPaint.yellow("warning:")) \(counted(summary.partial, "photo")) corrected but not accepted: "
                    + "other detectors found something too, or a label was left out")
        }
        try output.say(document: summary) {
            let done = check ? "would be truth" : "are truth now"
            Terminal.say(
                "\(summary.imported) of \(counted(summary.photos, "photo")) \(done) with \(counted(summary.labels, "label")); "
                    + "\(summary.matchedByContent) known by content, \(summary.matchedByPath) by path, "
                    + "\(summary.matchedByName) by name"
                    + (summary.known > 0 ? "; of \(summary.known) the same was said before" : ""))
        }
        for example in summary.examples { Terminal.talk("  \(example)") }
        if summary.photos + summary.unread > 0, summary.imported + summary.known + summary.corrected == 0 {
            throw LabelFileError.nothing(in: FilePath(labels))
        }
    }

    private static func notes(on summary: LabelImport.Summary) -> [String] {
        [
            (summary.withoutResult, "photo", "that no result is of"),
            (summary.ambiguous, "photo", "that several results could be of"),
            (summary.withoutDetector, "photo", "of which no detector finds what the labels say"),
            (summary.gone, "photo", "whose record is gone"),
            (summary.otherLabels, "photo", "that is a copy with other labels than the first"),
            (summary.corrected, "photo", "that users reviewed before; --replace takes the labels all the same"),
            (summary.otherSize, "photo", "of another shape than in the results"),
            (summary.impossible, "photo", "whose labels no photo can have"),
            (summary.leftOut, "label", "that no detector of the results has a place for"),
            (summary.unread, "part", "of the labels that cannot be read"),
        ].filter { $0.0 > 0 }.map { "\(counted($0.0, $0.1)) \($0.2): left out" }
    }
}
