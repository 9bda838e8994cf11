import ArgumentParser
import Findings
import Foundation
import Results
import StorageSQLite
import SystemPackage
import SystemValues

/// `quiver find`: which photos say or show something.
struct FindCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Search what was found in photos: texts, codes, tables, dates, objects, arrows.",
        discussion: """
            'quiver find invoice 2026 --in out' prints each line, code or table that holds both words, with its photo and \
            its box in pixels of the upright photo. Parts of words count, upper and lower case are the same, and words in \
            double quotes are looked for as they stand.

            Findings without text are found by their label: 'quiver find arrow --in out' prints each photo with an arrow once, \
            and how many it has; of classes the likeliest one counts. Manual corrections are in their place.

            It reads the records that 'quiver run', 'score' and 'watch' wrote. An index lies in the folder of results \
            (.quiver-find.sqlite); it is brought up to date first, and can be removed at any time. Exit status 1 where \
            nothing is found.
            """)

    @Argument(help: ArgumentHelp("What to look for.", valueName: "text"))
    var text: [String]

    @Option(
        name: .customLong("in"), help: ArgumentHelp("The folder of results.", valueName: "results"),
        completion: .directory)
    var results: String = "results"

    @Option(help: ArgumentHelp("Only this kind: line, qr, ean13, table, date, arrow, ….", valueName: "kind"))
    var kind: String?

    @Option(help: ArgumentHelp("Print at most so many.", valueName: "n"))
    var limit = 1_000

    @OptionGroup var review: ReviewOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard text.contains(where: { $0.contains { !$0.isWhitespace } }) else {
            throw ValidationError("Say what to look for, for example: quiver find invoice --in out")
        }
        guard limit > 0 else { throw ValidationError("--limit takes a number of at least 1.") }
    }

    func run() throws {
        let folder = FilePath(results)
        let records = try StoredRecords(in: folder)
        let index = try Self.index(in: folder)
        let corrections = try ReviewedResults(in: folder, review)
        let stamps = Dictionary(records.stamps().map { (Array($0.path.rawBytes), $0) }, uniquingKeysWith: { $1 })
        try index.update(stamps.map { ($0.key, $0.value.state + corrections.state) }) { file in
            stamps[file].flatMap(records.record).map(corrections.reviewed).map { record in
                (record.source.path, IndexedFinding.all(in: record.photo.results))
            }
        }
        let found = try index.find(text.joined(separator: " "), kind: kind, limit: limit).map(Found.init)
        try output.say(found) { for one in found { Terminal.say(one.line) } }
        if found.isEmpty { throw ExitCode(1) }
    }

    /// The index beside the results; one in memory where the folder cannot be written.
    private static func index(in folder: FilePath) throws -> TextIndex {
        let file = folder.appending(".quiver-find.sqlite").string
        do throws(TextIndexError) {
            return try TextIndex(at: file)
        } catch {
            guard access(folder.string, W_OK) != 0 else { throw error }
            return try TextIndex(at: nil)
        }
    }
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

    init(_ hit: IndexHit) {
        photo = hit.photo
        (detector, page) = DetectorResult.parts(ofAddress: hit.found.detector)
        kind = hit.found.kind
        text = hit.found.text
        confidence = (hit.found.confidence * 1_000_000).rounded() / 1_000_000
        box = hit.found.box.map { box in
            [box.x, box.y, box.width, box.height].map { ($0 * 1_000).rounded() / 1_000 }
        }
        count = hit.found.count
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
        guard text != kind else {
            let places = count > 1 ? "up to \(sure)" : [place, sure].compactMap { $0 }.joined(separator: ", ")
            return "\(name): \(count) × \(kind.forTerminal) (\(detector.forTerminal), \(places))"
        }
        let shown = text.split(whereSeparator: \.isNewline).joined(separator: " / ").forTerminal
        let details = [kind.forTerminal, place, sure].compactMap { $0 }.joined(separator: ", ")
        return "\(name): \"\(shown)\" (\(details))"
    }
}
