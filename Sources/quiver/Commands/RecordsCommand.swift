import ArgumentParser
import Findings
import JSONTree
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
            natural order of the photos' paths. Manual corrections of 'quiver serve' count in place of what the models found; \
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

    @OptionGroup var review: ReviewOptions

    func run() throws {
        let folder = FilePath(results)
        let records = try StoredRecords(in: folder)
        let corrections = try ReviewedResults(in: folder, review)
        var isEmpty = true
        records.forEachInNaturalOrder { record in
            isEmpty = false
            Terminal.say(corrections.reviewed(record).json(in: coordinates).line)
        }
        if isEmpty { throw ValidationError.noRecords(in: folder) }
    }
}

extension CoordinateFrame: ExpressibleByArgument {}

/// `quiver segment`: which object lies at a point of a photo.
struct SegmentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "segment",
        abstract: "Say which objects with a mask lie at a point of a photo.",
        discussion: """
            'quiver segment out --at 120,340' reads what 'quiver run --task segment' or a pose detector with "mask" found \
            before, and prints the objects whose masks cover that pixel of the upright photo, the smallest first. \
            Exit status 1 where there is none.
            """)

    @Argument(help: ArgumentHelp("The folder of results.", valueName: "results"), completion: .directory)
    var results: String

    @Option(help: ArgumentHelp("The pixel, from the photo's top left.", valueName: "x,y"))
    var at: PixelPlace

    @Option(help: ArgumentHelp("Only photos whose path ends so.", valueName: "name"))
    var photo: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        var found: [ObjectAtPoint] = []
        try StoredRecords(in: FilePath(results)).forEachInNaturalOrder { record in
            guard photo.map(record.source.path.hasSuffix) ?? true else { return }
            found += ObjectAtPoint.all(in: record, at: at)
        }
        try output.say(found) { for one in found { Terminal.say(one.text) } }
        if found.isEmpty { throw ExitCode(1) }
    }
}

/// A pixel of a photo on the command line: `120,340`.
struct PixelPlace: ExpressibleByArgument {
    let x: Int
    let y: Int

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x >= 0, y >= 0 else { return nil }
        (self.x, self.y) = (x, y)
    }
}

/// An object whose mask covers a pixel.
private struct ObjectAtPoint: Encodable {
    let photo: String
    let detector: String
    /// Its place among the findings of that entry of the record.
    let index: Int
    let label: String
    let confidence: Double
    /// Pixels of its mask.
    let area: Int
    let mask: RunLengthMask

    var text: String {
        "\(photo.forTerminal): \(label.forTerminal) \(Int((confidence * 100).rounded()))% (\(detector.forTerminal)), \(area) pixels"
    }

    /// The objects of a photo at a pixel, the smallest first.
    static func all(in record: Record, at place: PixelPlace) -> [ObjectAtPoint] {
        record.photo.results.flatMap { result -> [ObjectAtPoint] in
            let masks = (result.found.masks ?? []).map { ($0.label, $0.confidence, Optional($0.mask)) }
            let people = (result.found.poses ?? []).map { ($0.label, $0.confidence, $0.mask) }
            return (masks + people).enumerated().compactMap { index, one in
                guard let mask = one.2, mask.covers(x: place.x, y: place.y) else { return nil }
                return ObjectAtPoint(
                    photo: record.source.path, detector: result.detector, index: index, label: one.0,
                    confidence: one.1, area: mask.area, mask: mask)
            }
        }.sorted { $0.area < $1.area }
    }
}
