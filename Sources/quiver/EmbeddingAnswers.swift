import ArgumentParser
import Findings
import Foundation
import Geometry
import Query
import Results
import Settings
import Supervisor
import SystemPackage

/// What `quiver alike` answers of the vectors of photos.
struct EmbeddingAnswers {
    private let options: EmbeddingOptions
    private let query: Query
    private let queue: QueueControl
    private let settings: Settings
    private let output: OutputOptions
    private var results: FilePath { settings.output.path }

    /// - Parameter query: What the photos fit that are looked for.
    init(
        _ options: EmbeddingOptions, _ query: Query, in queue: QueueControl, settings: Settings,
        _ output: OutputOptions
    ) {
        (self.options, self.query, self.queue, self.settings, self.output) = (options, query, queue, settings, output)
    }

    /// Prints the answer; `paths` are the photo, or the folders within which is looked.
    func say(_ paths: [FilePath]) throws {
        switch options.question {
        case nil: try sayLookalikes(of: paths)
        case .odd: try sayOdd(below: paths)
        case .labels(let source): try sayLabels(from: source, below: paths)
        case .words(let text): try sayPhotos(of: text, below: paths)
        }
    }

    private func sayLookalikes(of paths: [FilePath]) throws {
        guard let photo = paths.first else { return }
        try say(
            Lookalikes(
                of: photo, in: queue, by: options.detector, count: options.shown,
                choice: Lookalikes.Choice(query, results: results)))
    }

    private func sayPhotos(of text: String, below paths: [FilePath]) throws {
        let words = try SearchedWords(text, settings: settings, detector: options.detector)
        if words.left > 0 {
            Terminal.talk(
                "the text is too long for its model: the last \(counted(words.left, "part")) of its words \(words.left == 1 ? "does" : "do") "
                    + "not count")
        }
        try say(
            Lookalikes(
                to: words, in: queue, count: options.shown,
                choice: Lookalikes.Choice(query, below: paths, results: results)))
    }

    private func say(_ found: Lookalikes) throws {
        try output.say(found.matches.map { Answer($0.photo, $0.parent, similarity: $0.similarity) }) {
            for match in found.matches {
                Terminal.say("\(Self.number(match.similarity))  \(Self.name(match.photo, match.parent))")
            }
        }
        Terminal.talk("\(counted(found.compared, "vector")) of \"\(found.detector)\" compared")
        guard found.others > 0 else { return }
        Terminal.talk("\(counted(found.others, "vector")) of another model left out: process these photos again")
    }

    private func sayOdd(below paths: [FilePath]) throws {
        let all = try QueueEmbeddings(in: queue, of: options.detector, below: paths)
        let nearest = try Self.table(all).neighbours(options.neighbours ?? 5)
        let odd = EmbeddingTable.outliers(nearest).prefix(options.shown).map { (all.items[$0.place], $0.distance) }
        try output.say(odd.map { Answer($0.photo, $0.parent, distance: $1) }) {
            for (item, distance) in odd {
                Terminal.say("\(Self.number(distance))  \(Self.name(item.photo, item.parent))")
            }
        }
        sayCounts(of: all)
    }

    private func sayLabels(from source: LabelOrigin, below paths: [FilePath]) throws {
        let all = try QueueEmbeddings(in: queue, of: options.detector, below: paths)
        let labels = try all.labels(
            from: source, in: queue, corrected: ReviewedResults(in: results, of: queue))
        guard Set(labels.compactMap { $0 }).count > 1 else {
            throw ValidationError(
                source == .folders
                    ? "All photos lie in one folder, so that their folders tell nothing apart; try --suggest-labels findings."
                    : "Fewer than two labels were found, so that they tell nothing apart; add a detector of the task classify, "
                        + "or let embed run on what a detector finds (on).")
        }
        let nearest = try Self.table(all).neighbours(options.neighbours ?? 20)
        let suggestions = LabelSuggestion.all(labels, neighbours: nearest)
        let shown = suggestions.prefix(options.shown).map { (all.items[$0.place], $0) }
        try output.say(shown.map { Answer($0.photo, $0.parent, suggestion: $1) }) {
            for (item, one) in shown {
                Terminal.say(
                    "\(Self.name(item.photo, item.parent)): \(one.label), and \(Self.percent(one.share)) of those like it are "
                        + "\(one.suggested) (\(Self.percent(one.ownShare)) are \(one.label))")
            }
        }
        let unnamed = labels.filter { $0 == nil }.count
        Terminal.talk(
            "\(counted(suggestions.count, "label")) of \(labels.count - unnamed) may be wrong"
                + (unnamed > 0 ? "; \(unnamed) more have no label" : ""))
        sayCounts(of: all)
    }

    private func sayCounts(of all: QueueEmbeddings) {
        Terminal.talk("\(counted(all.items.count, "vector")) of \"\(all.detector)\" compared")
        guard all.without > 0 else { return }
        Terminal.talk("\(counted(all.without, "photo")) without one left out")
    }

    private static func table(_ all: QueueEmbeddings) throws -> EmbeddingTable {
        if let table = all.table { return table }
        throw ValidationError(
            "The vectors of \"\(all.detector)\" are of several lengths: process the photos again with one model.")
    }

    private static func name(_ photo: FilePath, _ parent: DetectorResult.Parent?) -> String {
        EscapedName.printable(photo) + (parent.map { " (\($0.detector) \($0.index))" } ?? "")
    }

    private static func number(_ value: Double) -> String { String(format: "%.3f", value) }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}

/// One answer as JSON has it.
private struct Answer: Encodable {
    struct Finding: Encodable {
        let detector: String
        let index: Int
    }

    let photo: String
    let finding: Finding?
    var similarity: Double?
    var distance: Double?
    var label: String?
    var suggested: String?
    var ownShare: Double?
    var share: Double?

    init(
        _ photo: FilePath, _ parent: DetectorResult.Parent?, similarity: Double? = nil, distance: Double? = nil,
        suggestion: LabelSuggestion? = nil
    ) {
        self.photo = EscapedName.printable(photo)
        finding = parent.map { Finding(detector: $0.detector, index: $0.index) }
        (self.similarity, self.distance) = (similarity, distance)
        (label, suggested) = (suggestion?.label, suggestion?.suggested)
        (ownShare, share) = (suggestion?.ownShare, suggestion?.share)
    }
}
