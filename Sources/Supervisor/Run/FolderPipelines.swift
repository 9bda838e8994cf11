import Results
import Settings
import Storage
import SystemPackage
import SystemValues
import WorkerProtocol

/// What photos are processed with and told of, by the folders that they lie in: each watched folder is a pipeline.
///
/// A photo's path says which, in every process and after every start: nothing of it is stored with a job.
struct FolderPipelines: Sendable {
    /// The settings of some folders, with the workers' plan that follows from them.
    struct Pipeline: Sendable {
        let settings: Settings
        let plan: WorkPlan
        /// The plan's place among those that workers have.
        let number: Int
        /// Nil where nothing is scored.
        let scores: ScoreReadings?

        init(_ settings: Settings, plan: WorkPlan, number: Int) {
            self.settings = settings
            self.plan = plan
            self.number = number
            scores = ScoreReadings(settings, plan: plan)
        }
    }

    /// So many may differ: each worker has the models of all.
    static let most = 64

    /// In the order of `watch`; at least one.
    let all: [Pipeline]
    /// What the results in the folder may have been made with besides, where folders have settings of their own: in folders that
    /// this run leaves out, or outside all.
    private let elsewhere: [WorkPlan]
    private(set) var folders: FolderSettings
    /// The same with the folders that this run leaves out; nil where no folder has settings of its own.
    private var written: FolderSettings?
    /// The watched folders, by paths that lead to them without links.
    private var places: Set<FilePath> = []

    /// Hashes the models of each folder; blocks.
    init(_ settings: Settings) throws {
        let own = FolderSettings(settings, roots: settings.watch)
        folders = own
        guard own.all.count <= Self.most else {
            throw PipelineError(
                .setting,
                """
                the watched folders have \(own.all.count) different ways to process photos, and workers can have \(Self.most); \
                let more folders agree, or watch some of them with another queue
                """, fault: .input)
        }
        all = try own.all.enumerated().map { number, settings in
            var plan = try WorkPlan(settings)
            plan.isConfined = true
            return Pipeline(settings, plan: plan, number: number)
        }
        let hasOwn = (settings.watch + settings.others).contains { $0.own != nil }
        // The bare settings come last, for what lies outside. What cannot be planned any more has made no result of today.
        let others = hasOwn ? settings.ofFolders(settings.others + [Settings.Watch()]) : []
        elsewhere = others.filter { !own.all.contains($0) }.compactMap { try? WorkPlan($0) }
    }

    /// The folders have these paths, which lead to them without links.
    mutating func place(_ settings: Settings, at roots: [Settings.Watch]) {
        folders = FolderSettings(settings, roots: roots)
        places = Set(roots.map(\.path))
        let others = settings.others.map { watch in
            var named = watch
            named.path = watch.path.named
            return named
        }
        guard (roots + others).contains(where: { $0.own != nil }) else { return }
        written = FolderSettings(settings, roots: roots + others + [Settings.Watch(path: "/")])
    }

    /// The pipeline of a photo.
    func of(_ place: Place) -> Pipeline { of(place.file) }

    /// The pipeline that a photo was claimed for.
    ///
    /// It is its folder's, unless the settings of folders were changed on another host, or since the photo was taken in: what is
    /// stored under a fingerprint was processed so.
    func of(_ claim: Claim) -> Pipeline {
        let own = of(claim.place)
        return own.plan.pipeline == claim.pipeline ? own : all.first { $0.plan.pipeline == claim.pipeline } ?? own
    }

    /// The pipeline of a photo's path.
    func of(_ file: FilePath) -> Pipeline { all[folders.number(of: file)] }

    /// Whether a path is a watched folder, or lies in one.
    func watches(_ file: FilePath) -> Bool {
        var path = file
        while !places.contains(path) {
            guard path.removeLastComponent() else { return false }
        }
        return true
    }

    /// Whether it is known what a photo is processed with: outside all folders only where none has settings of its own.
    func holds(_ file: FilePath) -> Bool { !differ || watches(file) }

    /// What photos of some folder were processed with by other settings, each with what they are processed with by these.
    ///
    /// A folder that only one of both watches has no results to go on with.
    func successors(of former: FolderPipelines) -> [Fingerprint: Fingerprint] {
        var shared = places.union(former.places).filter { watches($0) && former.watches($0) }
        if !differ, !former.differ { shared.insert("/") }
        let pairs = shared.map { (former.of($0).plan.pipeline, of($0).plan.pipeline) }.filter { $0 != $1 }
        return Dictionary(pairs) { first, _ in first }
    }

    /// What photos are processed with, each once, in the order of `watch`.
    var fingerprints: [Fingerprint] {
        all.map(\.plan.pipeline).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// What photos of the results were processed with, those of this run first.
    var fingerprintsOfResults: [Fingerprint] {
        elsewhere.map(\.pipeline).reduce(into: fingerprints) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The main models of these, each once.
    var modelsOfResults: [WorkPlan.Model] {
        (plans + elsewhere).flatMap(\.detectors).compactMap { $0[.main] }.reduce(into: []) {
            if !$0.contains($1) { $0.append($1) }
        }
    }

    /// The classes of this run's detectors, with what is known of those that the results have from folders that it leaves out.
    func classesOfResults(_ classes: [DetectorClasses], beside known: [DetectorClasses]) -> [DetectorClasses] {
        let left = Set(elsewhere.flatMap(\.detectors).map(\.name)).subtracting(classes.map(\.name))
        return classes + known.filter { left.contains($0.name) }
    }

    /// What is written for each photo, by its path; nil where that is the same for all.
    var photoFiles: (@Sendable (FilePath) -> [any PhotoFile])? { (written ?? folders).photoFiles }

    /// Whether some folder has settings of its own.
    var differ: Bool { written != nil }

    /// The plans that each worker has.
    var plans: [WorkPlan] { all.map(\.plan) }

    /// Nil where no folder is scored.
    var scores: FolderScores? {
        guard all.contains(where: { $0.scores != nil }) else { return nil }
        return { file in of(file).scores }
    }

    /// What becomes of photos after their work, by their paths; nil where all are treated alike.
    var movingByFolder: (@Sendable (FilePath) -> (after: Settings.After, moving: Settings.Move))? {
        guard all.count > 1 else { return nil }
        return { file in
            let settings = of(file).settings
            return (settings.after, settings.move)
        }
    }

    /// Which photos have a row in which table; nil where all have one in each.
    var selection: ResultTables.Selection? {
        guard let written else { return nil }
        let tables = written.all.map { Set($0.output.writes.compactMap { $0.table?.name }) }
        let lines = written.roots.map { "\(EscapedName.printable($0.path)): \(tables[$0.number].sorted())" }
        let all = fingerprintsOfResults.map(\.description) + lines
        return ResultTables.Selection(
            has: { tables[written.number(of: $0)].contains($1.name) },
            description: SHA256.hash(Array(all.sorted().joined(separator: "\n").utf8)).hexadecimal)
    }
}

extension ResultTables {
    /// Which photos have a row in which table.
    struct Selection: Sendable {
        /// Whether a photo has a row in the table of a format, by where it lies.
        let has: @Sendable (FilePath, TableFormat) -> Bool
        /// Another text where an answer may be another.
        let description: String
    }
}

/// How photos are counted, by their paths; nil for those that are not scored.
typealias FolderScores = @Sendable (FilePath) -> ScoreReadings?

/// The settings that hold for photos, by the folders that they lie in.
struct FolderSettings: Sendable {
    /// Each once, in the order of `watch`; at least one.
    let all: [Settings]
    private let numbers: [FilePath: Int]

    /// The paths of the folders, each with the place of its settings in ``all``.
    var roots: [(path: FilePath, number: Int)] { numbers.map { ($0.key, $0.value) } }

    /// - Parameter roots: Paths that lead to the folders without links, as photos in the queue have them.
    init(_ settings: Settings, roots: [Settings.Watch]) {
        let all = settings.ofFolders(roots)
        self.all = all
        let numbered = all.count > 1 ? roots.map { ($0.path, all.firstIndex(of: settings.ofFolder($0)) ?? 0) } : []
        numbers = Dictionary(numbered, uniquingKeysWith: { first, _ in first })
    }

    /// The settings of a photo: those of the nearest folder that holds it.
    func of(_ file: FilePath) -> Settings { all[number(of: file)] }

    /// What is written for each photo, by its path; nil where that is the same for all.
    var photoFiles: (@Sendable (FilePath) -> [any PhotoFile])? {
        guard all.count > 1 else { return nil }
        return { file in of(file).output.writes.compactMap(\.photoFile) }
    }

    /// Their place in ``all``; the first for what lies in none of the folders.
    func number(of file: FilePath) -> Int {
        guard all.count > 1 else { return 0 }
        var path = file
        while true {
            if let number = numbers[path] { return number }
            guard path.removeLastComponent() else { return 0 }
        }
    }
}
