import Foundation
import Glibc
import Storage
import SystemValues

/// One of several writers of a queue that asks for verbs at random and notes each with its answer.
///
/// Photos come by numbers: a writer registers its own, some of them copies of another writer's. In the end it works off
/// what is left until no photo is unfinished, also those of writers that were killed.
struct HistoryWriter {
    private let store: any QueueStore
    private let owner: Owner
    private let number: Int
    private let writers: Int
    private let pipeline = Fingerprint(head: 1, tail: (2, 3, 4))
    private let failure = JobFailure(code: "ioError", message: "by chance", fault: .environment)
    private let log: HistoryLog
    private var random: SplitMix
    private var held: [ClaimID] = []
    private var registered = 0
    private var seen: [JobID] = []
    private var recovered = ContinuousClock.now

    init(_ store: any QueueStore, owner: Owner, number: Int, writers: Int, seed: UInt64, log: String) throws {
        self.store = store
        self.owner = owner
        self.number = number
        self.writers = writers
        self.log = try HistoryLog(path: log)
        random = SplitMix(seed: seed &* 1_000 &+ UInt64(number))
        // The lease begins with it.
        store.shared?.observe { _ in }
    }

    /// Asks for so many verbs, and works off what is left.
    mutating func run(verbs: Int, patience: Duration) throws {
        while log.count < verbs { try step() }
        let end = ContinuousClock.now + patience
        while try unfinished() > 0 {
            guard ContinuousClock.now < end else { throw HistoryError(description: "photos are left unfinished") }
            let before = held.count
            try keepLease()
            try recover()
            try claim(20)
            try complete(held.count) { _ in .done }
            if before == 0, held.isEmpty { usleep(100_000) }
        }
        try store.shared?.leave()
    }

    private mutating func step() throws {
        try keepLease()
        switch Int.random(in: 0..<100, using: &random) {
        case ..<25: try register()
        case ..<50: try claim(.random(in: 1...8, using: &random))
        case ..<82: try complete(.random(in: 1...6, using: &random)) { $0.chance() }
        case ..<90: try turnOver()
        case ..<94: try ask()
        case ..<97: try change("cancel") { .cancel(JobFilter(ids: $0)) }
        case ..<99: try change("retry") { .retry(JobFilter(ids: $0), pipeline: nil) }
        default: try recover()
        }
    }

    /// What the kinds of ends are called in the log.
    private enum End: String {
        case done, failed, retry, released
    }

    private mutating func chance() -> End {
        switch Int.random(in: 0..<10, using: &random) {
        case ..<7: .done
        case 7: .failed
        case 8: .retry
        default: .released
        }
    }

    private mutating func register() throws {
        var photos: [HistoryLog.Photo] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            // Now and then one that is known already.
            let old = registered > 0 && Int.random(in: 0..<8, using: &random) == 0
            let turn = old ? Int.random(in: 0..<registered, using: &random) : registered
            if !old { registered += 1 }
            let photo = turn * writers + number
            // One of seven is a copy of a photo that another writer has about now.
            let content = photo % 7 == 3 && photo > 20 ? photo - 5 : photo
            photos.append(HistoryLog.Photo(path: "day/\(photo).jpg", content: UInt64(content)))
        }
        var ids: [JobID] = []
        try log.note(.init(verb: "enqueue", photos: photos)) {
            let results = try store.transaction { try $0.jobs.enqueue(photos.map(job), at: BenchQueue.now()) }
            ids = results.map(\.job)
            return .init(results: results.map { "\($0.verdict)" }, jobs: ids.map(\.rawValue))
        }
        seen += ids
    }

    private func job(_ photo: HistoryLog.Photo) -> NewJob {
        NewJob(
            place: Place(root: Array("/photos".utf8), path: Array(photo.path.utf8)),
            output: Array((photo.path + ".json").utf8),
            stamp: FileIdentity(device: 1, inode: photo.content + 2, size: 3, mtimeNanoseconds: 4),
            content: Fingerprint(head: photo.content &* 0x9E37_79B9_7F4A_7C15, tail: (photo.content, 2, 3)),
            pipeline: pipeline)
    }

    private mutating func claim(_ limit: Int) throws {
        guard held.count < 40 else { return }
        var claims: [Claim] = []
        try log.note(.init(verb: "claim", limit: limit)) {
            claims = try store.transaction { try $0.jobs.claim(request(limit), at: BenchQueue.now()) }
            return .init(claims: claims.map(Self.noted))
        }
        held += claims.map(\.id)
    }

    private mutating func complete(_ count: Int, _ end: (inout HistoryWriter) -> End) throws {
        let (endings, words) = take(count, end)
        guard !endings.isEmpty else { return }
        try log.note(.init(verb: "complete", claims: endings.map { "\($0.claim)" }, outcomes: words)) {
            let results = try store.transaction { try $0.jobs.complete(endings, at: BenchQueue.now()) }
            return .init(results: results.map(Self.noted))
        }
    }

    /// Ends some and claims the next in one transaction, as a supervisor does.
    private mutating func turnOver() throws {
        let (endings, words) = take(2) { $0.chance() }
        guard !endings.isEmpty else { return }
        var claims: [Claim] = []
        try log.note(.init(verb: "turnover", claims: endings.map { "\($0.claim)" }, outcomes: words, limit: 2)) {
            let turn = try store.transaction {
                try $0.jobs.complete(endings, claiming: request(2), at: BenchQueue.now())
            }
            claims = turn.claims
            return .init(results: turn.results.map(Self.noted), claims: claims.map(Self.noted))
        }
        held += claims.map(\.id)
    }

    /// Takes claims that are held out of the list, with an end for each.
    private mutating func take(
        _ count: Int, _ end: (inout HistoryWriter) -> End
    ) -> (endings: [(claim: ClaimID, outcome: Outcome)], words: [String]) {
        var endings: [(claim: ClaimID, outcome: Outcome)] = []
        var words: [String] = []
        for _ in 0..<min(count, held.count) {
            let claim = held.remove(at: .random(in: held.indices, using: &random))
            let end = end(&self)
            words.append(end.rawValue)
            let outcome: Outcome =
                switch end {
                case .done: .done(Array("\(claim) \(number)".utf8))
                case .failed: .failed(failure, result: Array("\(claim) \(number)".utf8))
                case .retry: .retry(at: BenchQueue.now() + 300, failure, budget: 3)
                case .released: .released
                }
            endings.append((claim, outcome))
        }
        return (endings, words)
    }

    private mutating func ask() throws {
        guard !held.isEmpty else { return }
        let claims = Array(held.prefix(5))
        try log.note(.init(verb: "valid", claims: claims.map { "\($0)" })) {
            let valid = try store.transaction { try $0.jobs.validClaims(among: claims) }
            return .init(results: claims.map { valid.contains($0) ? "yes" : "no" })
        }
    }

    private mutating func change(_ verb: String, _ command: ([JobID]) -> JobCommand) throws {
        guard let job = seen.randomElement(using: &random) else { return }
        try log.note(.init(verb: verb, jobs: [job.rawValue])) {
            let changed = try store.transaction {
                try $0.jobs.change(command([job]), limit: 1, at: BenchQueue.now())
            }
            return .init(jobs: changed.map(\.rawValue))
        }
    }

    /// What dead writers held is ready again; asked once in a while, as supervisors do.
    private mutating func recover() throws {
        guard ContinuousClock.now - recovered > .seconds(1) else { return }
        recovered = .now
        try log.note(.init(verb: "recover")) {
            .init(
                count: try store.transaction {
                    try $0.jobs.recover(limit: 100, at: BenchQueue.now()) { store.isDead($0) }
                })
        }
    }

    /// A writer whose lease is over tries to end one claim all the same, which must not count, and begins anew.
    private mutating func keepLease() throws {
        guard let shared = store.shared, !shared.isHolding else { return }
        try complete(1) { _ in .done }
        held = []
        try log.note(.init(verb: "rejoin")) {
            try shared.rejoin()
            return .init()
        }
        while !shared.isHolding { usleep(50_000) }
    }

    private func unfinished() throws -> Int {
        try store.transaction { try $0.jobs.overview().unfinished }
    }

    private func request(_ limit: Int) -> ClaimRequest {
        ClaimRequest(limit: limit, owner: owner, pipelines: [pipeline])
    }

    private static func noted(_ claim: Claim) -> HistoryLog.Claimed {
        HistoryLog.Claimed(
            id: "\(claim.id)", attempts: claim.progress.attempts, original: claim.duplicate?.original.rawValue,
            result: claim.duplicate?.result.map { String(decoding: $0, as: UTF8.self) })
    }

    private static func noted(_ result: CompletionResult) -> String {
        switch result {
        case .completed(let state): "\(state)"
        case .lost: "lost"
        }
    }
}
