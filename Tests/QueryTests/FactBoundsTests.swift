import Findings
import Foundation
import Storage
import StoragePostgres
import StorageSQLite
import StorageTesting
import SystemValues
import TestSupport
import Testing

@testable import Query

/// What stores answer out of kept facts is what a walk over all photos answers.
@Suite struct FactBoundsTests {
    @Test(arguments: UInt64(1)...4)
    func agreesWithTheWalkInSQLite(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteQueueStore(path: folder["queue.sqlite"].path, owner: .current(), at: 0)
        try FactScene(seed: seed, in: store).check(queries: 300)
    }

    @Test(.enabled(if: PostgresCluster.isAvailable), arguments: UInt64(5)...6)
    func agreesWithTheWalkInPostgreSQL(seed: UInt64) throws {
        let address = QueueAddress(connection: try PostgresCluster.database())
        let store = try PostgresQueueBackend(address).open(owner: .current(), at: 0)
        try FactScene(seed: seed, in: store).check(queries: 200)
    }

    /// What is usually asked is answered for every photo whose facts are kept, so that no record is read.
    @Test(arguments: [
        "label:arrow count>=3", "label:arrow confidence>=0.6 count>=3", "-label:hole", "label:ar* place:edge size<5%",
        "date:2026-11 camera:nikon", "is:open -is:corrected", "text:total", "margin<0.1", "width>=1000 OR count:0",
        "model:cats.onnx", "format:jpeg is:duplicate,doubtful", "detector:words page:1", "label!=arrow",
    ])
    func saysAllThatIsAsked(text: String) throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteQueueStore(path: folder["queue.sqlite"].path, owner: .current(), at: 0)
        #expect(try FactScene(seed: 9, in: store, isWhole: true).unsettled(by: Query.parse(text)) == 0)
    }

    /// SQLite refuses conditions that are too deep.
    @Test(arguments: [1, 7, 8, 9, 16, 32, 40])
    func partsMayLieAsDeepAsAQueryMayHaveThem(levels: Int) throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteQueueStore(path: folder["queue.sqlite"].path, owner: .current(), at: 0)
        let scene = try FactScene(seed: 9, in: store)
        for (even, odd) in [("label:arrow ", "width>1 OR "), ("is:open OR ", "-"), ("-", "place:edge ")] {
            let text = (0..<levels).reduce("label:hole") { inner, level in "\(level % 2 == 0 ? even : odd)(\(inner))" }
            _ = try scene.unsettled(by: Query.parse(text))
        }
    }

    /// Kept facts outlive the version that made them.
    @Test func wordsKeepTheirNumbers() {
        #expect(QueryMark.allCases.map(\.bit) == [1, 2, 4, 8, 16, 32, 64])
        #expect(QueryPlace.allCases.map(\.bit) == [1, 2, 4, 8, 16, 32])
    }

    /// Numbers are told from those with six decimals, on either side of them.
    @Test(arguments: [0, 0.35, 0.1 + 0.2, 0.3, 1.0.nextDown, 1, 1.0.nextUp, -0.25, 2.5e-7, 123.456789])
    func stepsHaveTheOrderOfNumbers(number: Double) throws {
        for millionths in stride(from: -300_000, through: 1_300_000, by: 50_000) {
            let bound = Double(millionths) / 1e6
            let (step, other) = (PhotoFacts.steps(of: number), PhotoFacts.steps(of: bound))
            #expect((number < bound, number == bound) == (step < other, step == other), "\(number) \(bound)")
        }
    }

    @Test func aReviewHasTheFactsMadeAnew() throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteQueueStore(path: folder["queue.sqlite"].path, owner: .current(), at: 0)
        let scene = try FactScene(seed: 3, in: store, isWhole: true)
        let id = try #require(scene.ended.first)
        try store.transaction { transaction in
            #expect(try transaction.jobs.jobsWithDueFacts(limit: 9) == [])
            let content = try #require(try transaction.jobs.job(id)?.content?.description)
            _ = try transaction.reviews.accept(findingsOf: [content: [:]])
            #expect(try transaction.jobs.jobsWithDueFacts(limit: 9) == [id])
            var facts = PhotoFacts()
            (facts.content, facts.found) = (content, 7)
            // Facts that know nothing of the review do not hold.
            try transaction.jobs.keep(facts: facts, of: id)
            #expect(try transaction.jobs.jobsWithDueFacts(limit: 9) == [id])
            facts.isReviewed = true
            try transaction.jobs.keep(facts: facts, of: id)
            #expect(try transaction.jobs.jobsWithDueFacts(limit: 9) == [])
            let sure = try Query.parse("count:7").factBounds.sure
            #expect(try transaction.jobs.jobs(among: [id], surely: sure) == [id])
        }
        try store.transaction { try $0.jobs.saveResult([2], of: id) }
        #expect(try store.transaction { try $0.jobs.jobsWithDueFacts(limit: 9) } == [id])
        try store.transaction { _ = try $0.jobs.change(.prune(JobFilter(ids: [id])), limit: 9, at: 9) }
        #expect(try store.transaction { try $0.jobs.jobsWithDueFacts(limit: 9) } == [])
    }
}

/// Photos made by chance, in a store, and what queries are to answer of them.
private struct FactScene {
    private static let pipeline = Fingerprint(head: 9, tail: (9, 9, 9))
    private let store: any QueueStore
    private var chance: SeededGenerator
    private var facts: [JobID: QuerySubject.Facts] = [:]
    private var jobs: [Job] = []

    /// The jobs that have ended, with facts or without.
    var ended: [JobID] { jobs.filter { $0.state.isFinal }.map(\.id) }

    /// - Parameter isWhole: Whether each photo is done, and its facts say everything.
    init(seed: UInt64, in store: any QueueStore, isWhole: Bool = false) throws {
        (self.store, chance) = (store, SeededGenerator(seed: seed))
        let owner = Owner.current()
        let new = (1...120 as ClosedRange<UInt64>).map { number in
            NewJob(
                place: Place(root: Array("/drop".utf8), path: Array("day\(number % 3)/\(number).jpg".utf8)),
                output: Array("\(number).json".utf8),
                stamp: FileIdentity(device: 1, inode: number, size: Int64(number) * 1_000, mtimeNanoseconds: 1),
                content: Fingerprint(head: number % 11 == 0 ? number - 1 : number, tail: (1, 2, 3)),
                pipeline: Self.pipeline)
        }
        _ = try store.transaction { try $0.jobs.enqueue(new, at: 1) }
        for _ in 1...3 {
            let request = ClaimRequest(limit: isWhole ? 200 : 30, owner: owner, pipelines: [Self.pipeline])
            let claims = try store.transaction { try $0.jobs.claim(request, at: 2) }
            for claim in claims {
                let kind = isWhole ? 0 : Int.random(in: 0..<10, using: &chance)
                var subject = QuerySubject.Facts()
                if kind != 8 { subject = photo(isWhole: isWhole) }
                facts[claim.job] = subject
                let kept = PhotoFacts(
                    subject, content: claim.content.description, isReviewed: false,
                    knowsMargin: isWhole || Bool.random(using: &chance))
                let failure = JobFailure(code: "truncated", message: "it ends in the middle", fault: .input)
                // The facts of some are not known yet.
                let outcome = (kind == 8 ? Outcome.failed(failure, result: [1]) : .done([1])).telling(
                    kind == 9 ? nil : kept)
                _ = try store.transaction { try $0.jobs.complete([(claim.id, outcome)], at: 3) }
            }
        }
        jobs = try store.transaction { try $0.jobs.page(PageRequest(JobFilter(age: .any), limit: 1_000)) }
    }

    private static let labels = [
        "arrow", "Arrow", "hole", "Größe", "line", "50%_off!", "it's", "50%\u{301} off", "hi!\u{FE0F} you",
    ]
    private static let shares = [0, 0.05, 0.3, 0.1 + 0.2, 0.35, 0.6, 0.6.nextDown, 0.6.nextUp, 0.95, 1]
    private static let texts = [
        "Total: 12,50", "EUR 12.50", "fja\u{308}ll 100%", "a_b!c", "4006381333931", "x\0y", "Total",
    ]

    private mutating func photo(isWhole: Bool) -> QuerySubject.Facts {
        var facts = QuerySubject.Facts()
        facts.marks = Set(
            QueryMark.allCases.filter { $0 != .nearDuplicate && $0 != .duplicate }.filter { mark in
                mark == .scored ? !isWhole && Int.random(in: 0..<12, using: &chance) == 0 : Bool.random(using: &chance)
            })
        facts.captured = pick(
            [nil, "2026-11-20T14:30:05", "2026-11", "2025-01-02T00:00:00", isWhole ? nil : "früh"], &chance)
        facts.camera = pick([nil, "NIKON Z 5", "Canon", "100% É"], &chance)
        facts.format = pick([nil, "jpeg", "png"], &chance)
        facts.size = pick([nil, PixelSize(width: 400, height: 300), PixelSize(width: 4_000, height: 3_000)], &chance)
        facts.pages = pick([nil, 1, 3], &chance)
        facts.models = pick([[], ["cats.onnx", "0a1b2c"], ["dogs.onnx"]], &chance)
        facts.margin = pick([nil] + Self.shares.map { $0 }, &chance)
        for _ in 0..<pick([0, 1, 2, 3, 5, isWhole ? 6 : 130], &chance) {
            let isText = Int.random(in: 0..<3, using: &chance) == 0
            facts.findings.append(
                QueryFinding(
                    label: pick(Self.labels, &chance), confidence: pick(Self.shares, &chance),
                    detector: pick(["targets", "words"], &chance), page: pick([1, 2], &chance),
                    size: pick([nil] + Self.shares.map { $0 }, &chance),
                    places: pick([[], [.left], [.left, .top], [.middle, .edge]], &chance),
                    texts: isText ? [pick(Self.texts, &chance), pick(Self.texts, &chance)] : [],
                    isCode: isText && Bool.random(using: &chance)))
        }
        return facts
    }

    private mutating func text(depth: Int = 2) -> String {
        guard depth > 0, Int.random(in: 0..<3, using: &chance) > 0 else { return term() }
        let (first, second) = (text(depth: depth - 1), text(depth: depth - 1))
        return pick(
            ["\(first) \(second)", "(\(first) OR \(second))", "-(\(first))", "(\(first)) (\(second))"], &chance)
    }

    private mutating func term() -> String {
        let relation = pick([">=", "<=", ">", "<", ":", "!="], &chance)
        let share = pick(["0", "0.05", "0.3", "0.35", "60%", "0.95", "1", "0.123456"], &chance)
        let label = pick(
            [
                "arrow", "ARROW", "ar*", "*o*", "größe", "50%_off!", "\"it's\"", "arrow,hole", "none", "*",
                "50%\u{301}*",
                "hi!\u{FE0F}*",
            ], &chance)
        let said = pick(
            ["total", "\"12,50\"", "\"eur 12\"", "fjäll", "100%", "a_b", "a_b!*", "*50", "x", "4006*", "total,eur"],
            &chance)
        let (count, format) = (pick(["0", "1", "2", "3.5"], &chance), pick([":", "!="], &chance))
        let photo: [String] = [
            "state:done,ready", "state!=failed", "job\(relation)40", "bytes\(relation)50kB", "error:middle", "is:open",
            "is:duplicate", "is:reviewed,duplicate", "is!=open", "is!=duplicate", "is:scored", "is:near-duplicate",
            "date\(relation)2026-11", "date:2025-01-02T00..2026", "camera:\"100% é\"", "camera!=canon",
            "format\(format)jp*,png", "width\(relation)400", "height:100.5..3000", "pages\(relation)1", "model:cats",
            "model:cats*,0a1b", "model!=dogs", "margin\(relation)\(share)", "name:1*", "folder:day1", "session:x",
            "score>1", "total",
        ]
        let finding: [String] = [
            "label:\(label)", "label!=\(label)", "label:\(label) confidence\(relation)\(share)",
            "label:\(label) count\(relation)\(count)", "label:\(label) confidence\(relation)\(share) count>=2",
            "confidence:0.3..0.6 count:1..3", "count\(relation)3", "size\(relation)\(share)", "place:left,edge",
            "place!=top", "text:\(said)", "text!=\(said)", "code:\(said)", "text:\(said) label:\(label)",
            "text:\(said) count>=2", "detector:w*", "page\(relation)1",
        ]
        return pick(photo + finding, &chance)
    }

    private func subject(of job: Job) -> QuerySubject {
        QuerySubject(
            job: job.id.rawValue, state: job.state, path: "/drop/" + String(decoding: job.place.path, as: UTF8.self),
            bytes: Int(job.stamp.size), errors: [job.failure?.code, job.failure?.message].compactMap { $0 },
            isDuplicate: job.original != nil, book: .init(),
            record: job.state.isFinal ? facts[job.id] ?? .init() : .init())
    }

    private func answers(_ query: Query) throws -> (possible: Set<JobID>, sure: Set<JobID>) {
        let bounds = query.factBounds
        return try store.transaction { transaction in
            var request = PageRequest(JobFilter(age: .any), limit: 1_000)
            request.condition = bounds.possible
            let ids = jobs.map(\.id)
            return (
                Set(try transaction.jobs.page(request).map(\.id)),
                try transaction.jobs.jobs(among: ids, surely: bounds.sure)
            )
        }
    }

    /// How many photos a query leaves open.
    func unsettled(by query: Query) throws -> Int {
        let found = try answers(query)
        return found.possible.subtracting(found.sure).count
    }

    /// Whether the answers to queries made by chance are those of a walk.
    func check(queries: Int) throws {
        var scene = self
        for _ in 0..<queries {
            let text = scene.text()
            // Some ask for what never holds at once, which is refused.
            guard let query = try? Query.parse(text) else { continue }
            let fits = Set(jobs.filter { query.matches(subject(of: $0)) }.map(\.id))
            let found = try answers(query)
            #expect(found.possible.isSuperset(of: fits), "\(text): \(fits.subtracting(found.possible)) left out")
            #expect(found.sure.isSubset(of: fits), "\(text): \(found.sure.subtracting(fits)) too many")
        }
    }
}

private func pick<T>(_ values: [T], _ chance: inout SeededGenerator) -> T {
    values[Int.random(in: 0..<values.count, using: &chance)]
}
