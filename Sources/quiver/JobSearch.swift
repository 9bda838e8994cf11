import ArgumentParser
import Results
import Settings
import Storage
import SystemPackage

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

    func validate() throws {
        if let minConfidence, !(0...1).contains(minConfidence) {
            throw ValidationError("--min-confidence takes a score from 0 to 1, for example 0.5.")
        }
    }

    /// What a search has found, and which classes it met.
    struct Found {
        /// The newest last.
        var jobs: [Job] = []
        fileprivate var labels: Set<String> = []
    }

    /// The newest jobs that fit.
    func jobs(in states: Set<JobState>, limit: Int, of queue: QueueSnapshot) throws -> Found {
        var found = Found()
        guard limit > 0 else { return found }
        var last: JobID?
        while found.jobs.count < limit {
            let size = isOpen ? limit : 1_000
            let request = PageRequest(
                JobFilter(states: states, age: all ? .any : .current), after: last, limit: size, newestFirst: true)
            let page = try queue.jobs.page(request)
            guard let end = page.last?.id else { break }
            last = end
            for job in page where found.jobs.count < limit {
                if try fits(job, in: queue, meeting: &found.labels) { found.jobs.append(job) }
            }
            if page.count < size { break }
        }
        found.jobs.reverse()
        return found
    }

    private var isOpen: Bool { path == nil && !looksInside && !duplicates }
    private var looksInside: Bool { label != nil || minConfidence != nil }

    /// The record is read only where what costs less has not decided.
    private func fits(_ job: Job, in queue: QueueSnapshot, meeting labels: inout Set<String>) throws -> Bool {
        if duplicates, job.original == nil { return false }
        if let path, !job.printablePath.contains(path) { return false }
        guard looksInside else { return true }
        guard let bytes = try queue.jobs.result(of: job.id), var record = try? Record.decode(bytes) else {
            return false
        }
        if let content = job.content?.description,
            let review = try queue.reviews.findingReview(ofContent: content)?.review
        {
            record = record.reviewed(as: review, by: [])
        }
        let answers = record.photo.results.flatMap(\.found.answers)
        labels.formUnion(answers.map(\.label))
        return answers.contains { (label == nil || $0.label == label) && $0.confidence >= minConfidence ?? 0 }
    }

    /// That there is no such class, and which one may be meant; nil where the class is known or a photo has it.
    ///
    /// - Parameter results: The folder of results, which knows every class of its models.
    func doubt(about found: Found, in results: FilePath) -> String? {
        // Of photos that were not looked at nothing is known.
        guard let label, found.jobs.isEmpty, path == nil, !duplicates else { return nil }
        let known = found.labels.union((ClassList.read(in: results) ?? []).flatMap(\.classes))
        guard !known.contains(label) else { return nil }
        let sentence = "no detector of this queue has a class \"\(label)\", and no correction names one"
        let names = known.sorted()
        if let near = Suggestion.nearest(to: label, among: names) { return "\(sentence); did you mean \"\(near)\"?" }
        guard !names.isEmpty else { return sentence }
        let shown = names.prefix(Self.mostNames).map { "\"\($0)\"" }.joined(separator: ", ")
        return "\(sentence); the classes are \(shown)" + (names.count > Self.mostNames ? " and others" : "")
    }

    /// Classes that a sentence names at most.
    private static let mostNames = 20
}
