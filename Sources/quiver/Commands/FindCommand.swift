import ArgumentParser
import Findings
import Foundation
import Query
import Results
import Settings
import Supervisor
import SystemPackage
import SystemValues

/// `quiver find`: which photos fit a query, and where they say or show what is looked for.
struct FindCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Search photos: by what was found in them, and by all that is known of them.",
        discussion: """
            "quiver find 'label:arrow count>=3 -is:reviewed' --in out" prints the path of each photo that fits. Terms side by side \
            hold at once, OR means either, a minus or NOT means not, and brackets group; terms of findings are about the same one. \
            --format jsonl says more of each photo, and --count prints how many there are. In single quotes the shell leaves a \
            query alone; one that begins with a minus begins with NOT here.

            Words without a term are looked for in what photos say and show: 'quiver find invoice 2026 --in out' prints each \
            line, code or table that holds both words, with its photo and its box in pixels of the upright photo; \
            --format jsonl has the boxes of the words too, and --pictures frames them in copies of the photos. --photos prints \
            the photos alone. Parts of words count, upper and lower case are the same, and words in double quotes are looked \
            for as they stand. Dates, amounts, telephone numbers and elements of GS1 codes are found as they are printed and in \
            their one form, lines also by their other readings (text.candidates).

            Findings without text are found by their label: 'quiver find arrow --in out' prints each photo with an arrow once, \
            and how many it has; of classes the likeliest one counts. Manual corrections are in their place.

            'quiver find --repeated --in out' lists where the same class is found in many photos of a folder, such as a stain or a \
            sign that a model takes for an object, and prints the rules that ignore it (detectors[].ignore). A query takes some of \
            the photos.

            It asks the queue of the results, and reads records where that does not tell. For words an index lies in the folder of results \
            (.quiver-find.sqlite); it is brought up to date first, and can be removed at any time. Exit status 1 where \
            nothing is found.

            The terms:
            \(terms)
            """)

    /// A line for each term.
    private static let terms = QueryTerm.allCases.map { "\($0.rawValue): \($0.row.summary) (\($0.row.example))" }
        .joined(separator: "\n")

    @Argument(help: ArgumentHelp("What to look for: a query.", valueName: "query"))
    var text: [String] = []

    @Option(
        name: .customLong("in"), help: ArgumentHelp("The folder of results.", valueName: "results"),
        completion: .directory)
    var results: String = "results"

    @Option(help: ArgumentHelp("Only this kind: line, qr, ean13, table, date, arrow, ….", valueName: "kind"))
    var kind: String?

    @Option(
        help: ArgumentHelp(
            "Print at most so many: 1000 places of words, 20 repeated ones, or all photos.", valueName: "n"))
    var limit: Int?

    @Option(
        help: ArgumentHelp(
            "Write each photo with what was found framed into this folder, which is made.", valueName: "folder"),
        completion: .directory)
    var pictures: String?

    @Flag(help: "Print photos where words are looked for too.")
    var photos = false

    @Flag(help: "Print how many photos fit, and nothing of them.")
    var count = false

    @Flag(help: "List places at which the same class is found in many photos of a folder.")
    var repeated = false

    @OptionGroup var reviewed: ReviewedOption

    @OptionGroup var review: ReviewOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !repeated || kind == nil && pictures == nil && !photos && !count else {
            throw ValidationError("--repeated lists places, and takes a query, --reviewed and --limit alone.")
        }
        guard repeated || reviewed.reviewed || text.contains(where: { $0.contains { !$0.isWhitespace } }) else {
            throw ValidationError(
                "Say what to look for, for example: quiver find invoice --in out, or quiver find label:arrow --in out")
        }
        guard limit.map({ $0 > 0 }) ?? true else { throw ValidationError("--limit takes a number of at least 1.") }
    }

    func run() async throws {
        let folder = FilePath(results)
        if repeated {
            let query = try text.isEmpty ? nil : Query.read(text.joined(separator: " "))
            let queue = try review.queue(of: folder)
            try QueueControl.needSets(of: reviewed.of(query), in: queue)
            return try say(RepeatedPlaces(in: folder, queue: queue, query: reviewed.of(query)))
        }
        let query = reviewed.of(try Query.read(text.joined(separator: " ")))
        let queue = try review.queue(of: folder)
        try QueueControl.needSets(of: query, in: queue)
        let search = PhotoSearch(in: folder, queue: queue)
        guard !query.words.isEmpty, !photos, !count else {
            guard pictures == nil else {
                throw ValidationError("--pictures frames words that are found; say which words to look for.")
            }
            guard kind == nil || !query.words.isEmpty else {
                throw ValidationError("--kind is for words; as a term it is label:\(kind ?? "").")
            }
            let found = try search.photos(query, kind: kind)
            // The program ends after this. To give back the memory of 100,000 photos would be a tenth of its time.
            _ = Unmanaged.passRetained(Kept(found: found))
            return try say(found)
        }
        let hits = try search.find(query, kind: kind, limit: limit ?? 1_000)
        let found = hits.map(Found.init)
        try output.say(found) { for one in found { Terminal.say(one.line) } }
        if found.isEmpty { throw ExitCode(1) }
        guard let pictures else { return }
        let place = RawArguments.path(pictures, of: "--pictures")
        let made = try await search.pictures(of: hits, into: place, settings: Settings.of(folder) ?? Settings())
        let missing = made.missing.map { "\n  \($0.forTerminal)" }.joined()
        Terminal.talk(
            "\(counted(made.count, "picture")) in \(EscapedName.printable(place))"
                + (missing.isEmpty ? "" : "; these photos cannot be read where they were processed:" + missing))
    }
}

extension FindCommand {
    /// Prints photos that fit, or how many they are.
    private func say(_ found: FoundPhotos) throws {
        if count {
            Terminal.say(output.format == .text ? "\(found.count)" : #"{"photos": \#(found.count)}"#)
        } else {
            let most = limit ?? .max
            let photos = output.format == .text ? [] : try found.photos(first: most)
            try output.say(photos) { for path in try found.paths(first: most) { Terminal.say(path.forTerminal) } }
            if most < found.count {
                Terminal.talk("… \(counted(found.count - most, "more photo")); --limit shows more")
            }
        }
        if found.count == 0 { throw ExitCode(1) }
    }
}

/// What lasts until the program ends.
private final class Kept {
    let found: FoundPhotos

    init(found: FoundPhotos) { self.found = found }
}

/// What was found as `quiver find` prints it.
private struct Found: Encodable {
    let photo: String
    /// The page of the photo's file.
    let page: Int
    let detector: String
    let kind: String
    let text: String
    let confidence: Double
    /// `[x, y, width, height]` in pixels of the upright photo or page; nil where it has no place of its own.
    let box: [Double]?
    let count: Int
    /// The same of each object, or of each place of the words.
    let boxes: [[Double]]
    /// What the text that matched is to the finding, such as `reading`, `candidate` or `label`.
    let source: SearchText.Source
    /// The text that matched, where it is another one; how sure it is where it is another reading.
    let match: String?
    let matchConfidence: Double?

    init(_ hit: PhotoSearch.Hit) {
        photo = hit.photo
        (detector, page) = DetectorResult.parts(ofAddress: hit.found.detector)
        kind = hit.found.kind
        text = hit.found.text
        confidence = Self.share(hit.found.confidence)
        box = hit.found.box.map { Self.sides(of: $0) }
        count = hit.found.count
        boxes = hit.places.map { Self.sides(of: $0.bounds) }
        source = hit.match?.source ?? .reading
        match = hit.match.flatMap { $0.text == hit.found.text ? nil : $0.text }
        matchConfidence = hit.match.flatMap { $0.source == .candidate ? Self.share($0.confidence) : nil }
    }

    private static func share(_ value: Double) -> Double { (value * 1_000_000).rounded() / 1_000_000 }

    private static func sides(of box: Box) -> [Double] {
        [box.x, box.y, box.width, box.height].map { ($0 * 1_000).rounded() / 1_000 }
    }

    /// `page1.jpg: "Invoice 2026-17" (line, 120,40 310x28, 97%)`; objects of one label in one line, `end1.jpg: 6 × arrow
    /// (targets, up to 99%)`; of a further page `scan.tif#3: …`.
    var line: String {
        let name = PhotoPage.address(of: photo, page: page > 1 ? page : nil).forTerminal
        let place = box.map { box in
            let sides = box.map { String(Int($0.rounded())) }
            return "\(sides[0]),\(sides[1]) \(sides[2])x\(sides[3])"
        }
        let sure = "\(Int((confidence * 100).rounded()))%"
        // A finding without text has its label in its place.
        guard source != .label else {
            let places = count > 1 ? "up to \(sure)" : [place, sure].compactMap { $0 }.joined(separator: ", ")
            return "\(name): \(count) × \(kind.forTerminal) (\(detector.forTerminal), \(places))"
        }
        let word =
            switch source {
            case .printed: "printed"
            case .candidate: "or"
            case .reading, .label, .page: ""
            }
        // Of a whole page the lines with the words say enough.
        let (shown, other) = source == .page ? (match ?? text, nil) : (text, match)
        let details = [kind.forTerminal, place, sure, other.map { "\(word) \"\(Self.oneLine($0))\"" }]
            .compactMap { $0 }.joined(separator: ", ")
        return "\(name): \"\(Self.oneLine(shown))\" (\(details))"
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " / ").forTerminal
    }
}
