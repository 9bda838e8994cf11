import Findings
import Geometry
import Storage
import SystemPackage
import WorkerProtocol

/// Photos whose label may be wrong, in groups that have one label and are suggested one other.
///
/// The suggestions are those of ``LabelSuggestion`` for what was found, as users corrected it. A photo in which a detector has several
/// findings of a label is in a group only if all of them are suggested the same: a change of the label changes them all. What was
/// scored is in none, as no change reaches it.
public struct LabelCohorts: Sendable {
    /// Photos of one label, most of whose nearest ones have the same other one.
    public struct Cohort: Sendable {
        /// The detector that has given the label; what others call so in the photos is not meant.
        public let detector: String
        /// The label that they have.
        public let label: String
        /// The label that most photos like them have.
        public let suggested: String
        /// The share of the nearest ones that have that label, in the mean of the photos.
        public let share: Double
        /// The photos' jobs, the surest first.
        public let jobs: [JobID]
    }

    /// The detector whose vectors were compared.
    public let detector: String
    /// The groups, the largest first.
    public let cohorts: [Cohort]

    /// More vectors are not compared while somebody waits: all pairs are.
    private static let most = 20_000

    /// Looks for groups in a queue; blocks; nil where no photo that is done has a vector of the detector.
    ///
    /// - Parameters:
    ///   - results: The folder of the queue's results.
    ///   - detector: The detector's name; nil for the one that has made most vectors.
    /// - Throws: ``PipelineError`` where there are too many vectors.
    public init?(in queue: QueueControl, results: FilePath, by detector: String? = nil) throws {
        let makers = try QueueVectors(in: queue).makers()
        guard let maker = makers.first(where: { $0.maker.detector == detector ?? $0.maker.detector }) else {
            return nil
        }
        guard maker.photos <= Self.most else { throw Self.tooMany() }
        // A photo may have a vector for each of its findings.
        let all = try QueueEmbeddings(in: queue, of: maker.maker.detector, most: Self.most)
        guard all.items.count <= Self.most else { throw Self.tooMany() }
        guard let table = all.table else { return nil }
        let labels = try all.givenLabels(in: queue, corrected: ReviewedResults(in: results, of: queue))
        let suggestions = LabelSuggestion.all(labels.map { $0?.text }, neighbours: table.neighbours(20))
        self.detector = all.detector
        cohorts = Self.grouped(suggestions, jobs: all.items.map(\.job), labels: labels)
    }

    /// What is changed into what.
    private struct Change: Hashable {
        let detector: String
        let label: String
        let suggested: String
    }

    /// Groups of suggestions, which are the surest first.
    static func grouped(_ suggestions: [LabelSuggestion], jobs: [JobID], labels: [DetectorLabel?]) -> [Cohort] {
        var found: [Change: [(job: JobID, share: Double, count: Int)]] = [:]
        for one in suggestions {
            guard let given = labels[one.place], !given.isScored else { continue }
            let change = Change(detector: given.detector, label: given.text, suggested: one.suggested)
            found[change, default: []].append((jobs[one.place], one.share, given.count))
        }
        let cohorts = found.compactMap { change, all -> Cohort? in
            let own = Dictionary(all.map { ($0.job, 1) }, uniquingKeysWith: +)
            var named: Set<JobID> = []
            // A finding without a vector, as one that a user has drawn, is suggested nothing.
            let whole = all.filter { own[$0.job] == $0.count && named.insert($0.job).inserted }
            guard !whole.isEmpty else { return nil }
            return Cohort(
                detector: change.detector, label: change.label, suggested: change.suggested,
                share: whole.reduce(0) { $0 + $1.share } / Double(whole.count), jobs: whole.map(\.job))
        }
        return cohorts.sorted {
            ($1.jobs.count, $0.label, $0.suggested, $0.detector) < ($0.jobs.count, $1.label, $1.suggested, $1.detector)
        }
    }

    private static func tooMany() -> PipelineError {
        PipelineError(
            .setting,
            "there are too many vectors to be compared with each other while the page waits, which is done for \(most): "
                + "'quiver alike --suggest-labels findings' compares any number", fault: .input)
    }
}
