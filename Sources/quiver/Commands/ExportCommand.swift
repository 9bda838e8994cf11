import ArgumentParser
import Query
import Results
import Settings
import Supervisor
import SystemPackage
import SystemValues

/// `quiver export`: a data set of a folder of results.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Make a data set to train with of a folder of results.",
        usage: """
            quiver export <format> <results> --to <folder> [options]
            quiver export xmp <results> --beside
            quiver export --again <manifest> <results> --to <folder>
            quiver export --diff <manifest> <manifest>
            """,
        discussion: """
            'quiver export yolo out --to set' writes set/data.yaml, set/labels and set/images; \
            'yolo train data=set/data.yaml' then works as it is. yolo-segment, yolo-pose and yolo-obb are the same for \
            masks, keypoints and turned boxes, and yolo-classify is a folder of photos for each class.

            coco (annotations.json), voc (Annotations, JPEGImages), labelstudio (tasks.json), cvat (annotations.xml), csv \
            (labels.csv), jsonl (labels.jsonl) and parquet (labels.parquet, by the program duckdb) have all that has a box; voc has the boxes alone, cvat and csv leave \
            out what they have no place for.

            xmp writes sidecars with the labels as keywords and regions, for Lightroom, digiKam and darktable. A sidecar that is there \
            keeps all that other programs wrote in it; only Quiver's own labels are replaced. They go into the folder, or with \
            --beside beside the photos. The program exiv2 checks each.

            The photos are copied, so that the folder can be moved, and no trainer that repairs damaged photos touches an \
            original. With --link they are symbolic links: they take no space, and the originals must stay where they are.

            --split 0.8,0.1,0.1 divides the photos into train, val and test by their content. Copies stay together, and so \
            do the photos of a session of the score book; with --split-by folder those of a folder, and with --split-by alike \
            near-duplicates, as 'quiver alike' groups them. With --split-by content more photos move none that was there.

            Manual corrections of 'quiver serve' and 'quiver import' count in place of what the model found. Of scored \
            photos the data set has the arrows, holes and faces as they count in their ends, arrows with the keypoints \
            tip and nock in coco.

            Every class of the model is in the data set, found or not. Photos without a result, and those that have gone \
            or changed since, are left out and counted. Photos without findings are in it, or left out with --without-empty.

            Each export has a quiver-manifest.json. --again makes the export that it tells of from the results as they are \
            now, and --diff says what two of them differ in.

            --where takes a query, as 'quiver find' does: --where 'is:reviewed label:arrow count>=3'. --confidence and --class take \
            fewer findings than were found, without processing the photos again; the query then counts those. A photo of \
            which nothing is left stays as one without findings. --reviewed takes photos alone that were accepted or confirmed.

            --map motorbike=motorcycle gives a class another name in the data set; several classes may get one, and 'toothbrush=' \
            leaves one out. A file has them as JSON: {"motorbike": "motorcycle", "toothbrush": null}. --overlap 0.5 keeps the \
            surest of boxes of one class that several detectors found at one place.

            --blur person,face writes copies, as JPEG without camera data, of photos with such findings, in which they cannot be \
            recognised. What no detector found is not blurred.
            """)

    @Argument(
        help: ArgumentHelp(
            "The format (\(DataSetExport.formats.joined(separator: ", "))) and the folder of results.",
            valueName: "format results"),
        completion: .list(DataSetExport.formats))
    var words: [String]

    @Option(
        help: ArgumentHelp(
            "The folder to write: a new one; with --link also an earlier data set of the same format.",
            valueName: "folder"),
        completion: .directory)
    var to: String?

    @Flag(help: "Make symbolic links to the photos in place of copies.")
    var link = false

    @Flag(help: "Leave out photos without a finding.")
    var withoutEmpty = false

    @OptionGroup var sidecars: SidecarOptions

    @OptionGroup var split: SplitOptions

    @Option(
        help: ArgumentHelp("Make the export that this manifest tells of again.", valueName: "manifest"),
        completion: .file(extensions: ["json"]))
    var again: String?

    @Flag(help: "Say what two exports differ in: two manifests, or folders of exports.")
    var diff = false

    @OptionGroup var photos: QueryOptions

    @OptionGroup var reviewed: ReviewedOption

    @OptionGroup var findings: FindingOptions

    @OptionGroup var classes: ExportClassOptions

    @OptionGroup var review: ReviewOptions

    @OptionGroup var output: OutputOptions

    /// What is to be done, of the words that were given.
    private enum Task {
        case export(format: String, results: String)
        case again(manifest: String, results: String)
        case difference(String, String)

        /// The format of an export; nil where a manifest says it.
        var format: String? {
            if case .export(let format, _) = self { format } else { nil }
        }
    }

    private var task: Task {
        get throws {
            switch (diff, again, words.count) {
            case (true, nil, 2): return .difference(words[0], words[1])
            case (true, _, _): throw ValidationError("--diff takes two manifests, or two folders of exports.")
            case (false, let manifest?, 1): return .again(manifest: manifest, results: words[0])
            case (false, _?, _): throw ValidationError("--again takes a manifest and one folder of results.")
            case (false, nil, 2): return .export(format: words[0], results: words[1])
            case (false, nil, _): throw ValidationError("Name a format and a folder of results.")
            }
        }
    }

    func validate() throws {
        let task = try task
        let isChoosing =
            photos.query != nil || reviewed.reviewed || findings.isGiven || withoutEmpty || split.isGiven
            || classes.isGiven
        if case .difference = task {
            guard to == nil, !link, !isChoosing else {
                throw ValidationError(
                    "--diff compares two exports as they are; leave out --to, --link and what chooses or divides.")
            }
            return
        }
        try sidecars.check(task.format, isTo: to != nil, isLinked: link, isBlurred: !classes.blurred.isEmpty)
        guard to != nil || sidecars.beside else {
            let beside = task.format == "xmp" ? ", or --beside for sidecars beside the photos" : ""
            throw ValidationError("Missing expected argument '--to <folder>'\(beside)")
        }
        switch task {
        case .export(let format, _) where !DataSetExport.formats.contains(format):
            throw ValidationError(
                "The value '\(format)' is invalid for '<format>'. It is one of "
                    + DataSetExport.formats.joined(separator: ", ") + ".")
        case .again where isChoosing:
            throw ValidationError("--again takes what the manifest says; leave out the options that choose or divide.")
        default: break
        }
    }

    func run() async throws {
        switch try task {
        case .difference(let one, let other):
            try tell(ExportDifference(at: FilePath(one), FilePath(other)))
        case .export(let format, let results):
            try await export(
                format, FilePath(results), reviewed.of(photos.query), try findings.choice(), try split.split)
        case .again(let manifest, let results):
            let file = ExportManifest.file(at: FilePath(manifest))
            let head = try ExportManifest.read(at: file)
            // The manifest as it is now: the export may go into the same folder.
            let former = try StoredManifest(at: file)
            let made = try await export(
                head.format, FilePath(results), try Query.read(head.query), head.findings, head.split, head)
            guard let folder = made else { return }
            let difference = try ExportDifference(former.read) {
                try ExportManifest.read(at: ExportManifest.file(at: folder), $0)
            }
            for line in difference.lines { Terminal.talk(line) }
        }
    }

    @discardableResult
    private func export(
        _ format: String, _ results: FilePath, _ query: Query, _ findings: FindingThresholds, _ split: DataSetSplit?,
        _ head: ExportManifest.Head? = nil
    ) async throws -> FilePath? {
        guard let export = DataSetExport(format: format, copiesPhotos: head.map { $0.copies && !link } ?? !link)
        else { throw ValidationError("\(format.plainText(atMost: 100)) is no data set.") }
        let folder = to.map { RawArguments.path($0, of: "--to") }
        FindingOptions.warn(of: findings, in: [results], output)
        let queue = try review.queue(of: results)
        try QueueControl.needSets(of: query, in: queue)
        let corrections = try ReviewedResults(in: results, of: queue)
        let hidden = head?.blur ?? classes.blurred
        guard hidden.isEmpty || !link else {
            throw ValidationError("--link leads to photos as they are; leave it out to blur.")
        }
        let choice = DataSetExport.Choice(
            query, books: try queue?.books(for: query, splitting: split) ?? QueryBooks(), findings: findings,
            classes: try head?.classes ?? classes.choice, blur: hidden, keepsEmpty: head?.keepsEmpty ?? !withoutEmpty,
            split: split, sidecars: sidecars.choice(like: head))
        let blur = hidden.isEmpty ? nil : PhotoBlur(Settings.of(results) ?? Settings(), output: results)
        let write = { @Sendable () throws -> DataSetExport.Summary in
            try export.write(
                results: results, to: folder, reviews: corrections.reviews, counted: corrections.counted,
                names: queue?.location.rootNames ?? RootNames([]), of: queue.map(QueueRecords.init), choosing: choice
            ) { try blur?.jpeg(of: $0, without: $1) }
        }
        let summary = try await blur?.serve(write) ?? write()
        for note in notes(on: summary, format) {
            Terminal.talk("\(output.talkPaint.yellow("warning:")) \(note)")
        }
        try output.say(document: summary) {
            let classes = summary.knowsClasses ? ", \(counted(summary.classes, "class"))" : ""
            let photos = "\(counted(summary.photos, "photo")), \(counted(summary.boxes, "box"))\(classes)"
            let parts = ["train", "val", "test"].compactMap { name in summary.parts?[name].map { "\(name) \($0)" } }
            let place = folder.map(EscapedName.printable) ?? "beside the photos"
            Terminal.say(
                "\(place): \(photos)"
                    + (parts.isEmpty ? "" : "; " + parts.joined(separator: ", "))
                    + (summary.blurred > 0 ? ", \(summary.blurred) blurred" : "")
                    + (summary.reviewed > 0 ? ", \(summary.reviewed) accepted in review" : "")
                    + (summary.sidecars.map { "; \($0.sentence)" } ?? ""))
        }
        // Work that failed, though the rest is done.
        if let left = summary.sidecars?.left, left > 0 { throw ExitCode(1) }
        return folder
    }

    private func tell(_ difference: ExportDifference) throws {
        try output.say(document: difference) {
            for line in difference.lines { Terminal.say(line) }
        }
    }
}
