import ArgumentParser
import Control
import Findings
import Query
import Results
import Storage
import Supervisor
import SystemPackage
import SystemValues

/// `quiver select`: which photos are worth looking at, as a named set.
struct SelectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "select",
        abstract: "Choose the photos that are most worth looking at, as a named set.",
        discussion: """
            'quiver select out --count 500 --by uncertainty --where is:open --name week12' chooses 500 photos of the results in \
            'out', prints their paths, and keeps them as the set 'week12'. From then on 'set:week12' is these photos in every \
            query: of find, export, jobs list, evaluate, hooks and the page. Without --name nothing is kept.

            uncertainty: those first whose least sure finding is nearest to the threshold of the run; a photo without \
            findings is as far from it as a finding of confidence 0. entropy: those first with the most doubt in all findings \
            together. diversity: those that look as different from each other as can be, near-duplicates last. random: by chance.
            disagreement: those first with the most objects that only one of two answers has. The answers are the model's and the \
            reviewed ones, or with --beside those of another folder of results, or with --between those of two detectors of the \
            same run. Photos about which both say the same are never chosen.

            The same photos and the same --seed give the same choice, and of copies of a photo one is chosen. With random, a \
            photo that is added takes at most one other's place. Photos are kept by content: they stay in the set where they \
            are renamed or processed again.

            'quiver sets' lists, changes, renames and deletes sets.
            """)

    @Argument(help: ArgumentHelp("The folder of results.", valueName: "results"), completion: .directory)
    var results = "results"

    @Option(help: ArgumentHelp("How many photos.", valueName: "n"))
    var count: Int?

    @Option(
        help: ArgumentHelp(
            "By what: \(SelectionMeasure.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "measure"))
    var by = SelectionMeasure.uncertainty

    @Option(help: ArgumentHelp("Keep the photos as the set of this name.", valueName: "name"))
    var name: String?

    @Flag(help: "Put the photos in the place of those that the set has.")
    var replace = false

    @Flag(help: "Put the photos beside those that the set has.")
    var add = false

    @Option(help: ArgumentHelp("Another number chooses otherwise.", valueName: "n"))
    var seed = 0

    @Option(
        help: ArgumentHelp("Compare with another folder of results of the same photos.", valueName: "results"),
        completion: .directory)
    var beside: String?

    @Option(help: ArgumentHelp("Compare what two detectors of a run found, as 'small,large'.", valueName: "detectors"))
    var between: String?

    @OptionGroup var photos: QueryOptions

    @OptionGroup var findings: FindingOptions

    @OptionGroup var review: ReviewOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard count.map({ $0 > 0 }) == true else {
            throw ValidationError(
                "Say how many photos to choose, for example: quiver select out --count 500 --name week12")
        }
        guard !(replace && add), name != nil || !(replace || add) else {
            throw ValidationError(
                "--replace and --add say what becomes of the set that --name names; choose one of them.")
        }
        let compares = [beside, between].compactMap { $0 }.count
        guard compares == 0 || (compares == 1 && by == .disagreement) else {
            throw ValidationError("--beside and --between are for --by disagreement, one of them at a time.")
        }
        guard by == .disagreement || !findings.isGiven else {
            throw ValidationError(
                "--confidence, --class and --ignore are for --by disagreement; for other measures ask in --where, as in label:person."
            )
        }
        guard detectors.map({ $0.count == 2 && $0[0] != $0[1] && !$0.contains("") }) ?? true else {
            throw ValidationError("--between takes the names of two detectors, as 'small,large'.")
        }
        if let name { try SetsCommand.check(name) }
    }

    private var detectors: [String]? {
        between.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    }

    func run() async throws {
        let folder = FilePath(results)
        let queue = try SetsCommand.queue(of: folder, review)
        try QueueControl.needSets(of: photos.query ?? .all, in: queue)
        let taken = try findings.choice()
        let besides = beside.map { RawArguments.path($0, of: "--beside") }
        FindingOptions.warn(of: taken, in: [folder, besides], output)
        let choice = SelectionChoice(
            by: by, count: count ?? 0, query: photos.query ?? .all, findings: taken, between: detectors, seed: seed)
        let identity = try queue.identity().description
        let other = try besides.map { folder in
            guard let queue = try ReviewOptions.usualQueue(of: folder) else { throw SetsCommand.withoutQueue(folder) }
            return queue
        }
        let chosen = try PhotoSelection(in: queue, results: folder, beside: other, choosing: choice)
        try say(chosen)
        guard !chosen.photos.isEmpty else { throw ExitCode(1) }
        guard let name else { return }
        let contents = chosen.photos.map(\.content)
        _ = try await SetsCommand.change(name, contents, add ? .add : replace ? .replace : .new, in: queue, identity)
        Terminal.talk("they are the set '\(PhotoSet.kept(name).forTerminal)'; '\(SetsCommand.query(name))' asks for it")
    }
}

extension SelectCommand {
    private func say(_ chosen: PhotoSelection) throws {
        let shown = chosen.photos.map(ChosenPhoto.init)
        try output.say(shown) { for one in shown { Terminal.say(one.photo.forTerminal) } }
        Terminal.talk("\(chosen.photos.count) of \(counted(chosen.fitting, "photo")) chosen by \(by.rawValue)")
        if chosen.agreed > 0 { Terminal.talk("\(counted(chosen.agreed, "photo")) about which both say the same") }
        guard chosen.unknown > 0 else { return }
        let reason =
            switch by {
            case .uncertainty, .entropy: "whose record notes no threshold: an earlier version made it"
            case .disagreement where between != nil: "at which these two did not both look\(lookers)"
            case .disagreement: "of which only one answer is there"
            case .diversity: "of which it is not known what they look like: an earlier version processed them"
            case .random: ""
            }
        Terminal.talk("\(counted(chosen.unknown, "photo")) left out, \(reason)")
    }
}

extension SelectCommand {
    /// Who looked, where that is known: a name may be misspelt.
    private var lookers: String {
        guard let all = ClassList.read(in: FilePath(results)), !all.isEmpty else { return "" }
        return "; the detectors of the last run are \(all.map(\.name.forTerminal).joined(separator: ", "))"
    }
}

extension SelectionMeasure: ExpressibleByArgument {}

/// A photo that was chosen, as JSON has it.
private struct ChosenPhoto: Encodable {
    let photo: String
    let sha256: String
    /// What it was chosen by; nil for diversity and chance.
    let value: Double?

    init(_ photo: PhotoSelection.Photo) {
        self.photo = photo.path
        sha256 = photo.content
        value = photo.value.map { ($0 * 1_000_000).rounded() / 1_000_000 }
    }
}
