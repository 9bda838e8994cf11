import ArgumentParser
import Findings
import Foundation
import Query
import Results
import Settings
import Storage
import Supervisor
import SystemPackage
import SystemValues

/// One photo's job and record, a line for each thing that users ask about.
struct JobText {
    let job: Job
    let record: Record
    let paint: Paint

    var text: String {
        var rows = [
            ("photo", job.printablePath), ("job", "\(job.id.rawValue)"),
            ("state", JobLineText.painted(job.state, paint)),
            ("attempts", "\(record.attempts)"),
        ]
        let level = JobPriority(rank: job.priority).level
        if level != 0, !job.state.isFinal { rows.append(("priority", "\(level)")) }
        if let error = record.error {
            rows.append(("error", "\(error.message.withoutPath(record.source.path)) (\(error.code))"))
        }
        if let other = record.source.duplicateOf { rows.append(("same as", other)) }
        if let image = record.photo.image { rows.append(("size", "\(image.width) x \(image.height), \(image.format)")) }
        if let pages = record.photo.image?.pages { rows.append(("pages", Self.pages(pages, of: record.photo))) }
        for page in record.photo.pages {
            guard let error = page.error else { continue }
            rows.append(("page \(page.number)", "\(error.message.withoutPath(record.source.path)) (\(error.code))"))
        }
        if let reason = record.photo.reasonForNothing { rows.append(("nothing", reason)) }
        if let model = record.photo.models.first { rows.append(("model", model.name)) }
        if let reason = record.photo.targetDetection?.reason { rows.append(("no score", reason)) }
        for arrow in record.photo.arrows { rows.append(("arrow", "\(arrow.mark)\(arrow.needsReview ? "?" : "")")) }
        for found in record.photo.besideScored.detections { rows.append(("detection", Self.line(found))) }
        for file
            in ([record.outputs?.annotated, record.outputs?.original] + (record.outputs?.crops ?? [])
            + (record.outputs?.pages ?? []))
            .compactMap({ $0 })
        { rows.append(("file", file)) }
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { name, value in
            paint.faint(name.padding(toLength: width, withPad: " ", startingAt: 0)) + "  "
                + (name == "state" ? value : value.forTerminal)
        }.joined(separator: "\n")
    }

    private static func pages(_ count: Int, of photo: PhotoResult) -> String {
        photo.unreadPages == 0 ? "\(count)" : "\(count), of which \(max(photo.pages.count, 1)) were read"
    }

    private static func line(_ found: Detection) -> String {
        let box = found.box
        return String(
            format: "%@  %.1f%%  at %.0f,%.0f  %.0f x %.0f", found.label.quotable, found.confidence * 100, box.x, box.y,
            box.width, box.height)
    }
}

/// A job on one line.
struct JobLineText {
    let job: Job
    let paint: Paint

    var text: String {
        let state = Self.painted(job.state, paint, width: 11)
        let why = job.failure.map { paint.faint("  \($0.message.withoutPath(job.printablePath).forTerminal)") } ?? ""
        return
            "\(String(job.id.rawValue).padding(toLength: 7, withPad: " ", startingAt: 0)) \(state) \(job.printablePath)\(why)"
    }

    /// A state's word in its colour.
    static func painted(_ state: JobState, _ paint: Paint, width: Int = 0) -> String {
        let word = state.description
        let padded = word + String(repeating: " ", count: max(width - word.count, 0))
        return switch state {
        case .done: paint.green(padded)
        case .failed, .quarantined: paint.red(padded)
        case .blocked, .cancelled, .gone: paint.yellow(padded)
        case .waiting, .ready, .running: padded
        }
    }
}

/// A job in JSON.
struct JobDocument: Encodable {
    var job: Int64
    var state: String
    var path: String
    var attempts: Int
    /// Smaller numbers go first.
    var priority: Int
    var sha256: String?
    var error: String?

    init(_ job: Job) {
        self.job = job.id.rawValue
        state = job.state.description
        path = job.printablePath
        attempts = job.progress.attempts
        priority = JobPriority(rank: job.priority).level
        sha256 = job.content?.description
        error = job.failure?.message
    }
}

/// Which photos `quiver jobs list` lists, by what is known of them.
struct JobSearch: ParsableArguments {
    @Option(help: ArgumentHelp("Only photos with this text in their path.", valueName: "text"))
    var path: String?

    @Option(
        help: ArgumentHelp(
            "Only photos with a finding of this class, manual corrections included; of classify the first class counts.",
            valueName: "class"))
    var label: String?

    @Option(help: ArgumentHelp("Only photos with a finding of at least this score, 0 to 1.", valueName: "x"))
    var minConfidence: Double?

    @Flag(help: "Only photos with the same content as another.")
    var duplicates = false

    @Flag(help: "Also the earlier photos of names that were used again.")
    var all = false

    @OptionGroup var photos: QueryOptions

    @OptionGroup var reviewed: ReviewedOption

    func validate() throws {
        if let minConfidence, !(0...1).contains(minConfidence) {
            throw ValidationError("--min-confidence takes a score from 0 to 1, for example 0.5.")
        }
    }

    /// All of it as a query.
    var whole: Query {
        var nodes: [QueryNode] = []
        if let path { nodes.append(.photo(QueryTest(.path, text: path))) }
        if duplicates { nodes.append(.photo(QueryTest(.is, text: QueryMark.duplicate.rawValue))) }
        var tests: [QueryTest] = []
        if let label { tests.append(QueryTest(.label, text: label)) }
        if let minConfidence { tests.append(QueryTest(.confidence, .atLeast, [.number(minConfidence)])) }
        if !tests.isEmpty { nodes.append(.findings(tests, counts: [])) }
        return .all([Query(.all(of: nodes)), reviewed.of(photos.query)])
    }

    /// The newest jobs that fit, the newest last.
    ///
    /// - Parameter results: The folder of results, which knows every class of its models.
    func jobs(
        in states: Set<JobState>, limit: Int, of queue: QueueSnapshot, in results: FilePath
    ) throws -> JobQuery.Page {
        let filter = JobFilter(states: states, age: all ? .any : .current)
        var page = try JobQuery(whole, in: queue).page(PageRequest(filter, limit: limit, newestFirst: true))
        page.jobs.reverse()
        // Photos of which it is known what was found are not read for a label that none of them has.
        if page.jobs.isEmpty, unknownLabel(among: known(by: page, in: results)) != nil {
            page.labels.formUnion(try queue.jobs.keptLabels())
        }
        return page
    }

    /// That there is no such class, and which one may be meant; nil where the class is known or a photo has it.
    ///
    /// - Parameter results: The folder of results, which knows every class of its models.
    func doubt(about found: JobQuery.Page, in results: FilePath) -> String? {
        let query = whole
        // Of photos that were not looked at nothing is known.
        guard found.jobs.isEmpty, query.terms.allSatisfy({ $0.row.level != .photo }) else { return nil }
        let known = known(by: found, in: results)
        guard let label = unknownLabel(among: known) else { return nil }
        let sentence = "no detector of this queue has a class \"\(label)\", and no correction names one"
        let names = known.sorted()
        if let near = Suggestion.nearest(to: label, among: names) { return "\(sentence); did you mean \"\(near)\"?" }
        guard !names.isEmpty else { return sentence }
        let shown = names.prefix(Self.mostNames).map { "\"\($0)\"" }.joined(separator: ", ")
        return "\(sentence); the classes are \(shown)" + (names.count > Self.mostNames ? " and others" : "")
    }

    /// The classes of models, and those of which it is known that photos have them.
    private func known(by found: JobQuery.Page, in results: FilePath) -> Set<String> {
        found.labels.union((ClassList.read(in: results) ?? []).flatMap(\.classes))
    }

    /// The first label that is asked for and is none of these.
    private func unknownLabel(among known: Set<String>) -> String? {
        let folded = Set(known.map { $0.lowercased() })
        return whole.labels.first { !folded.contains($0.lowercased()) }
    }

    /// Classes that a sentence names at most.
    private static let mostNames = 20
}
