import ArgumentParser
import Findings
import Results
import Settings
import Supervisor
import SystemPackage
import SystemValues

/// `quiver segment`: which object lies at a point of a photo, and that object cut out.
struct SegmentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "segment",
        abstract: "Say which objects with a mask lie at a point of a photo, and cut them out.",
        discussion: """
            'quiver segment out --at 120,340' reads what 'quiver run --task subject', 'segment', 'people' or a pose \
            detector with "mask" found before, and prints the objects whose masks cover that pixel of the upright photo, \
            the smallest first. '--at 0.5,0.5' is the same in shares of the photo's sides, from its top left. A point \
            on the background chooses all objects.

            'quiver segment out --photo a.jpg --at 0.5,0.5 --cutout lifted.png' cuts the smallest object at the point out of \
            its photo; several places or labels come together in one picture. --background puts something behind it: a colour \
            such as '#ffffff', blur or grey for the photo itself, or a picture's file. --whole makes it as large as the photo.

            Exit status 1 where there is no object.
            """)

    @Argument(help: ArgumentHelp("The folder of results.", valueName: "results"), completion: .directory)
    var results: String

    @Option(
        help: ArgumentHelp(
            "A place from the photo's top left: a pixel such as 120,340, or shares of its sides such as 0.5,0.5.",
            valueName: "x,y"))
    var at: [PhotoPlace] = []

    @Option(help: ArgumentHelp("Only objects of this label.", valueName: "label"))
    var label: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only photos whose path ends so; scan.tif#3 is the third page of a file with pages.", valueName: "name"))
    var photo: String?

    @Option(
        help: ArgumentHelp(
            "Cut the chosen objects out into this PNG; there must be none of this name.", valueName: "file"),
        completion: .file())
    var cutout: String?

    @Option(
        help: ArgumentHelp("What lies behind them: a colour, blur, grey, or a picture's file.", valueName: "ground"))
    var background: String?

    @Flag(help: "Make the cutout as large as the photo.")
    var whole = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if at.isEmpty, label.isEmpty, cutout == nil {
            throw ValidationError(
                "Name a place, as in --at 0.5,0.5, a --label, or a file for the --cutout of all objects.")
        }
        if cutout == nil, background != nil || whole {
            throw ValidationError("--background and --whole go with --cutout.")
        }
    }

    func run() async throws {
        var found: [(record: Record, chosen: ChosenObjects)] = []
        let folder = FilePath(results)
        let records = try StoredRecords(in: folder, of: ReviewOptions.usualQueue(of: folder))
        records.forEachInNaturalOrder { record in
            for page in 1...max(record.photo.pages.count, 1) {
                let names = [record.source.path, record.address(ofPage: page)]
                guard photo.map({ photo in names.contains { $0.hasSuffix(photo) } }) ?? true else { continue }
                let chosen = ChosenObjects(on: page, of: record, at: at, labels: label)
                if !chosen.all.isEmpty { found.append((record, chosen)) }
            }
        }
        let objects = found.flatMap(\.chosen.all)
        if let cutout, !found.isEmpty {
            guard found.count == 1, let one = found.first else {
                throw ValidationError(
                    "\(found.count) photos have such objects; name one with --photo, for example "
                        + "--photo \(found[0].chosen.photo.lastPathPart.forTerminal).")
            }
            try await ObjectCutout(of: one.record, one.chosen, background: background, isWhole: whole)
                .write(to: RawArguments.path(cutout, of: "--cutout"), results: FilePath(results))
        }
        try output.say(objects) { for one in objects { Terminal.say(one.text) } }
        if objects.isEmpty { throw ExitCode(1) }
    }
}

extension String {
    /// What follows the last slash.
    fileprivate var lastPathPart: String { split(separator: "/").last.map(String.init) ?? self }
}

/// A place in a photo on the command line: `120,340` is a pixel, `0.5,0.5` are shares of the sides.
struct PhotoPlace: ExpressibleByArgument {
    private enum Kind {
        case pixel(x: Int, y: Int)
        case shares(x: Double, y: Double)
    }

    private let kind: Kind

    /// Numbers with a point are shares, others pixels; nil for a mixture, and for shares over 1.
    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        if let x = Int(parts[0]), let y = Int(parts[1]) {
            guard x >= 0, y >= 0 else { return nil }
            kind = .pixel(x: x, y: y)
        } else if parts.allSatisfy({ $0.contains(".") }), let x = Double(parts[0]), let y = Double(parts[1]) {
            guard (0...1).contains(x), (0...1).contains(y) else { return nil }
            kind = .shares(x: x, y: y)
        } else {
            return nil
        }
    }

    /// The pixel of a photo of this size; the far edge belongs to the last one.
    func pixel(in size: PixelSize) -> (x: Int, y: Int) {
        switch kind {
        case .pixel(let x, let y): (x, y)
        case .shares(let x, let y):
            (
                min(Int(x * Double(size.width)), size.width - 1), min(Int(y * Double(size.height)), size.height - 1)
            )
        }
    }
}

/// The objects of one photo, or of one page of a file, that a call chooses.
struct ChosenObjects {
    /// An object with a mask.
    struct Object: Encodable {
        let photo: String
        let detector: String
        /// Its place among the findings of that entry of the record.
        let index: Int
        let label: String
        let confidence: Double
        /// Pixels of its mask.
        let area: Int
        /// Whether it lies at a place that was named; false for all objects where only the background does.
        let isAtPoint: Bool
        let mask: RunLengthMask

        var text: String {
            "\(photo.forTerminal): \(label.forTerminal) \(Int((confidence * 100).rounded()))% (\(detector.forTerminal)), \(area) pixels"
        }
    }

    /// What names the photo, or its page.
    let photo: String
    /// The page of the file, from 1 on.
    let page: Int
    /// The smallest first.
    let all: [Object]
    /// What is cut out: of those that lie at one place the smallest, as a tap means it.
    let lifted: [RunLengthMask]

    init(on page: Int, of record: Record, at places: [PhotoPlace], labels: [String]) {
        let address = record.address(ofPage: page)
        (photo, self.page) = (address, page)
        let objects = record.photo.ofPage(page).results.flatMap { result -> [Object] in
            let masks = (result.found.masks ?? []).map { ($0.label, $0.confidence, Optional($0.mask)) }
            let people = (result.found.poses ?? []).map { ($0.label, $0.confidence, $0.mask) }
            return (masks + people).enumerated().compactMap { index, one in
                guard let mask = one.2, mask.box != nil, labels.isEmpty || labels.contains(one.0) else { return nil }
                let isThere = places.contains { place in
                    let pixel = place.pixel(in: mask.size)
                    return mask.covers(x: pixel.x, y: pixel.y)
                }
                return Object(
                    photo: address, detector: result.detector, index: index, label: one.0,
                    confidence: one.1, area: mask.area, isAtPoint: isThere, mask: mask)
            }
        }.sorted { $0.area < $1.area }
        let there = objects.filter(\.isAtPoint)
        // A tap on the background chooses everything.
        all = there.isEmpty ? objects : there
        let smallest = places.compactMap { place in
            there.first { object in
                let pixel = place.pixel(in: object.mask.size)
                return object.mask.covers(x: pixel.x, y: pixel.y)
            }
        }
        lifted = (there.isEmpty ? objects : smallest).map(\.mask)
    }
}
