import ArgumentParser
import Findings
import Results
import SystemPackage
import SystemValues

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
        switch output.format {
        case .text: for one in found { Terminal.say(one.text) }
        case .json: Terminal.say(try JSONText.encode(found, pretty: true))
        case .jsonl: for one in found { Terminal.say(try JSONText.encode(one, pretty: false)) }
        }
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
