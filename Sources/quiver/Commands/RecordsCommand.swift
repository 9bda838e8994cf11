import ArgumentParser
import Findings
import JSONTree
import Query
import Results
import Supervisor
import SystemPackage
import SystemValues

/// `quiver records`: what a folder of results holds, a line for each photo.
struct RecordsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "records",
        abstract: "Print the records of a folder of results as JSON lines, in other coordinates too.",
        discussion: """
            'quiver records out --coordinates vision' prints a line of JSON for each photo that has a result, in the \
            natural order of the photos' paths; with --where one for each photo that fits, also for those without a result, such as \
            state:failed. Manual corrections of 'quiver serve' count in place of what the models found; \
            the files in the folder stay as they are, and hold what the models found.

            pixels are those of the upright photo from its top left corner, as records have them. normalized are shares of \
            its sides, 0 to 1, from the top left corner. vision is the form of Apple's Vision: shares of its sides from the \
            lower left corner, a box by its lower left corner. Lines in another form than pixels say so under \
            "coordinates".

            Targets and arrows stay in pixels, as they have a normalised form of their own; the run lengths of masks stay as \
            they are, from the top left corner.
            """)

    @Argument(help: ArgumentHelp("The folder of results.", valueName: "results"), completion: .directory)
    var results: String

    @Option(help: "Where boxes and points count from, and in what.")
    var coordinates = CoordinateFrame.pixels

    @OptionGroup var photos: QueryOptions

    @OptionGroup var reviewed: ReviewedOption

    @OptionGroup var review: ReviewOptions

    func run() throws {
        let folder = FilePath(results)
        let queue = try review.queue(of: folder)
        let records = try StoredRecords(in: folder, of: queue)
        let corrections = try ReviewedResults(in: folder, of: queue)
        let query = reviewed.of(photos.query)
        try QueueControl.needSets(of: query, in: queue)
        let books = try queue?.books(for: query) ?? QueryBooks()
        var isEmpty = query.isAll || records.isEmpty
        records.forEachPlaceInNaturalOrder(in: query.isAll ? [.done] : query.states) { path, record in
            isEmpty = false
            let subject = { corrections.querySubject(of: record, job: records.job(at: path), books: books) }
            guard query.isAll || query.matches(subject()) else { return }
            Terminal.say(corrections.reviewed(record).json(in: coordinates).line)
        }
        if isEmpty { throw ResultsError.noRecords(in: folder) }
    }
}

extension CoordinateFrame: ExpressibleByArgument {}
