import Scoring
import Storage

extension StoreCheck {
    /// Whole queues that go from one store into another.
    static let moving = [
        StoreCheck("a whole queue is taken in as it was read, and goes out again the same") { scene in
            let other = MemoryQueueStore()
            let last = try Scene(other).fill()
            let contents = try scene.takeIn(other)
            try scene.equal(scene.contents(), contents, "the contents")
            try scene.equal(scene.parts(), Scene(other).parts(), "the parts")
            try scene.equal(
                scene.transaction { try $0.identity() }, Scene(other).transaction { try $0.identity() }, "the identity")
            try scene.require(scene.transaction { try $0.isPaused() }, "the pause")
            try scene.equal(
                Set(scene.transaction { try $0.predecessors(of: Scene.fingerprint(8)) }),
                [Scene.fingerprint(7), Scene.fingerprint(9)], "what a reload said")
            try scene.equal(scene.overview().counts, contents.jobs, "the counts")
            try scene.equal(scene.overview().history, contents.history, "the history")
            let third = MemoryQueueStore()
            try scene.equal(Scene(third).takeIn(scene.store), contents, "the contents of a third store")
            try scene.equal(Scene(third).parts(), scene.parts(), "the parts of a third store")
            try scene.equal(scene.transaction { try $0.lastNumber() }, last, "the last number")
        },
        StoreCheck("what a store holds counts all of it, and jobs that a process has are ready in the copy") { scene in
            try scene.fill()
            let other = MemoryQueueStore()
            let contents = try Scene(other).takeIn(scene.store)
            try scene.equal(
                contents.jobs, [.done: 3, .failed: 1, .ready: 3, .blocked: 1, .waiting: 1, .quarantined: 1], "jobs")
            try scene.equal(contents.history, 2, "history")
            try scene.equal(contents.results, 5, "records")
            try scene.equal(contents.resultBytes, 8, "bytes of records")
            try scene.equal([contents.sessions, contents.photos, contents.arrows], [2, 3, 1], "the book")
            try scene.equal(contents.parked, 1, "parked")
            try scene.equal(contents.reviews, 2, "reviews, a withdrawn one too")
            try scene.equal(contents.messages, 4, "messages")
            try scene.equal(contents.forgotten, 1, "a photo that was forgotten")
            let running = try scene.page(PageRequest(JobFilter(states: [.running], age: .any)))
            try scene.equal(running.count, 1, "a job in work")
            for job in running {
                let copy = try Scene(other).job(job.id)
                try scene.equal(copy.state, .ready, "the copy's state")
                try scene.require(copy.owner == nil, "no process has the copy")
                try scene.equal(copy.claimNumber, job.claimNumber, "claims so far")
                try scene.equal(copy.progress.attempts, job.progress.attempts, "attempts so far")
            }
            let copied = try Scene(other).messages()
            try scene.equal(copied.map(\.id), scene.messages().map(\.id), "numbers of messages")
            try scene.equal(copied.map(\.attempts), [1, 1, 0, 1], "attempts so far")
            try scene.require(copied.allSatisfy { $0.progress.owner == nil }, "no process delivers the copies")
        },
        StoreCheck("the work goes on in a queue that was taken in") { scene in
            let other = MemoryQueueStore()
            let last = try Scene(other).fill()
            try scene.takeIn(other)
            let next = try scene.add("next.jpg", 900)
            try scene.equal(next, JobID(rawValue: last.rawValue + 1), "the next number")
            try scene.equal(scene.enqueue(scene.photo("done.jpg", 1))[0].verdict, .known, "a photo that is done")
            try scene.equal(scene.enqueue(scene.photo("again.jpg", 1))[0].original, JobID(rawValue: 1), "a copy of it")
            // The eldest is ended first, and its copy has its result then.
            var ended: [JobID] = []
            while let claim = try scene.claim(1).first {
                try scene.complete(claim, .done([9]))
                ended.append(claim.job)
            }
            try scene.require(ended.count >= 5 && Set(ended).count == ended.count, "each is worked once")
            try scene.change(.retry(JobFilter(states: [.quarantined]), pipeline: nil))
            try scene.equal(scene.claim().count, 1, "what was quarantined is worked")
        },
        StoreCheck("messages are delivered from a queue that was taken in, in their order") { scene in
            let other = MemoryQueueStore()
            try Scene(other).fill()
            try scene.takeIn(other)
            scene.now += 100
            let out = try scene.deliver(["x", "y"])
            try scene.equal(out.map(\.hook), ["y"], "the first of each line that is due")
            let last = try scene.messages().map(\.id).max()
            try scene.say(["y"], .session("new"))
            try scene.require(last.map { try scene.deliverOne("y").id > $0 } == true, "a new number")
            scene.now += 1000
            // The second one about the photo was made here or there: it waits for the first one in both.
            try scene.say(["x"], .photo(ClaimID(job: JobID(rawValue: 1), claimNumber: 1)))
            let first = try scene.deliver(["x"])
            try scene.equal(first.map(\.attempts), [2], "the first of the line")
            try scene.settle(first[0], .delivered)
            try scene.equal(scene.deliver(["x"]).map(\.attempts), [1], "the second of the line")
        },
        StoreCheck("a queue that is not empty takes no other one in, and its own only where it is the same") { scene in
            let other = MemoryQueueStore()
            try Scene(other).fill()
            try scene.takeIn(other)
            let before = try scene.parts()
            try scene.require(scene.tryTakeIn(other) == .wasThere(scene.contents()), "once more")
            try Scene(other).add("later.jpg", 901)
            try scene.require(scene.tryTakeIn(other) == .occupied, "after a change")
            let stranger = MemoryQueueStore()
            try Scene(stranger).add("a.jpg", 1)
            try scene.require(scene.tryTakeIn(stranger) == .occupied, "another queue")
            try scene.equal(scene.parts(), before, "what is there")
        },
        StoreCheck("a score book or a review alone is not empty either") { scene in
            let other = MemoryQueueStore()
            try Scene(other).add("a.jpg", 1)
            try scene.store.transaction {
                _ = try $0.reviews.review(findingsOf: Scene.content(3), as: nil)
            }
            try scene.require(scene.tryTakeIn(other) == .occupied, "a withdrawn review")
        },
        StoreCheck("nor is a message alone") { scene in
            let other = MemoryQueueStore()
            try Scene(other).add("a.jpg", 1)
            try scene.say(["x"], .session("s"))
            try scene.require(scene.tryTakeIn(other) == .occupied, "a message")
        },
        StoreCheck("a move that is interrupted leaves the queue empty, and can be made again") { scene in
            struct Interrupted: Error {}
            let other = MemoryQueueStore()
            try Scene(other).fill()
            let empty = try scene.parts()
            do {
                _ = try other.transaction { source in
                    try scene.store.transaction { target -> QueueTakeIn in
                        _ = try target.takeIn(source.snapshot)
                        throw Interrupted()
                    }
                }
            } catch is Interrupted {}
            try scene.equal(scene.parts(), empty, "what is left")
            try scene.equal(scene.overview().counts, [:], "the counts")
            try scene.takeIn(other)
        },
        StoreCheck("where a queue was moved to is kept until it is used again") { scene in
            try scene.equal(scene.transaction { try $0.movedTo() }, nil, "a new queue")
            for target in ["/b.sqlite", "/c.sqlite", nil, "/d.sqlite"] {
                try scene.transaction { try $0.note(movedTo: target) }
                try scene.equal(scene.transaction { try $0.movedTo() }, target, "noted")
                do {
                    try scene.store.refuseMoved("here")
                    try scene.require(target == nil, "a moved queue is refused")
                } catch let error as JobQueueError {
                    try scene.require(
                        error.code == .moved && target.map { error.message.contains($0) } == true, "\(error)")
                }
            }
        },
        StoreCheck("a walk's queue is taken in whole") { scene in
            for seed in UInt64(21)...23 {
                let other = MemoryQueueStore()
                var walk = RandomWalk(seed: seed, on: other)
                try walk.run(steps: 150)
                let third = MemoryQueueStore()
                try Scene(third).takeIn(other)
                try scene.equal(Scene(third).parts(), Scene(other).parts(), "seed \(seed)")
            }
            let other = MemoryQueueStore()
            var walk = RandomWalk(seed: 24, on: other)
            try walk.run(steps: 400)
            try scene.takeIn(other)
            try scene.equal(scene.parts(), Scene(other).parts(), "the parts")
        },
    ]
}

extension Scene {
    /// The SHA-256 of a photo, in hexadecimal.
    fileprivate static func content(_ number: UInt64) -> String { fingerprint(number).description }

    /// Fills an empty store with one of everything, by its verbs; returns the last number that was given to a job.
    @discardableResult
    fileprivate func fill() throws -> JobID {
        try enqueue(photo("done.jpg", 1), photo("copy.jpg", 1), photo("failed.jpg", 2), photo("bad.jpg", 3))
        try complete(claimOne(), .done([1, 2]))
        try complete(claimOne(), .done([3]))
        try complete(claimOne(), .failed(broken, result: [4, 5]))
        try complete(claimOne(), .crashed(broken, limit: 1, result: nil))
        now += 7
        try enqueue(photo("blocked.jpg", 4))
        try complete(claimOne(), .retry(at: now + 1000, full, budget: 3))
        // History: one photo of a name took another one's place, and a re-run was put aside.
        try enqueue(photo("new.jpg", 5))
        try complete(claimOne(), .done([6]))
        try enqueue(photo("new.jpg", 6))
        try enqueue(photo("done.jpg", 1, pipeline: Self.fingerprint(7)))
        try change(.cancel(JobFilter(states: [.ready], age: .current).of(Self.fingerprint(7))))
        try complete(claimOne(), .done([7, 8]))
        now += 7
        try enqueue(photo("ready.jpg", 8, priority: 3), photo("running.jpg", 9, priority: 1), photo("open.jpg", nil))
        _ = try claim(1, by: other)
        try enqueue(photo("wait.jpg", 9, priority: 1))
        let last = try add("forgotten.jpg", 10)
        try change(.cancel(JobFilter(ids: [last])))
        try change(.prune(JobFilter(ids: [last])))
        try transaction { try $0.pause(true) }
        // One of the former pipelines has jobs, and the other one has none.
        for former: UInt64 in [7, 9] {
            try transaction { try $0.note(resultsOf: Self.fingerprint(former), standFor: Self.fingerprint(8)) }
        }
        try fillBook()
        try fillOutbox()
        return last
    }

    /// One message of each state, and one that a process is delivering.
    private func fillOutbox() throws {
        let photo = OutboxSubject.photo(ClaimID(job: JobID(rawValue: 1), claimNumber: 1))
        try say(["x"], photo, #"{"a":1}"#)
        let answer = OutboxAnswer(.http(503), output: Array("busy".utf8), attempt: 1, at: now)
        try settle(deliverOne("x"), .retry(at: now + 500), answer)
        try say(["y"], .session("s"))
        try settle(deliverOne("y"), .delivered)
        try say(["x"], photo)
        try say(["y"], .run(me, started: 5))
        _ = try deliver(["y"])
    }

    private func fillBook() throws {
        func reading(_ path: String, _ content: String, _ keeping: Keeping = .result) -> PhotoReading {
            PhotoReading(
                session: Session.name(ofPhoto: path),
                photo: Session.Photo(path: path, captured: 86_400_000, annotated: nil, width: 9, height: 9, faces: []),
                content: content, keeping: keeping, arrows: [], counting: Counting())
        }
        func correction(_ path: String) -> Correction {
            Correction(photo: path, arrow: nil, value: .init(score: 9), adds: true)
        }
        try store.transaction { transaction in
            let (scores, reviews) = (transaction.scores, transaction.reviews)
            try scores.store(reading("day/1.jpg", "aa", .nothing))
            try scores.correct(correction("day/1.jpg"))
            // The former photo of the name makes way, with what was said of it.
            try scores.store(reading("day/1.jpg", "bb"))
            try scores.store(reading("day/2.jpg", "cc"))
            try scores.correct(correction("day/2.jpg"))
            try scores.store(reading("eve/1.jpg", "dd"))
            try scores.review(
                photo: "eve/1.jpg", as: PhotoReview(isConfirmed: true, isSkipped: true), expecting: nil)
            try scores.change(session: "day 1970-01-02", .archers(Archers(names: ["Ann"])))
            try reviews.review(findingsOf: Self.content(1), as: FindingReview(isAccepted: true, classes: ["a": "b"]))
            try reviews.review(findingsOf: Self.content(2), as: FindingReview(isAccepted: false))
            try reviews.review(findingsOf: Self.content(2), as: nil)
        }
    }

    /// Everything that the store holds, part by part.
    fileprivate func parts() throws -> [QueuePart] {
        try store.transaction { transaction in
            var parts: [QueuePart] = []
            try transaction.snapshot.readOut { parts.append($0) }
            return parts
        }
    }

    fileprivate func contents() throws -> QueueContents { try store.transaction { try $0.snapshot.contents() } }

    /// What becomes of taking another store's queue in.
    fileprivate func tryTakeIn(_ other: any QueueStore) throws -> QueueTakeIn {
        try other.transaction { source in try store.transaction { try $0.takeIn(source.snapshot) } }
    }

    /// Takes another store's queue in, which must be possible.
    @discardableResult
    fileprivate func takeIn(_ other: any QueueStore, _ line: Int = #line) throws -> QueueContents {
        guard case .copied(let contents) = try tryTakeIn(other) else {
            throw CheckFailure(description: "line \(line): the queue was not taken in")
        }
        return contents
    }
}

extension JobFilter {
    fileprivate func of(_ pipeline: Fingerprint) -> JobFilter {
        var filter = self
        filter.pipelines = [pipeline]
        return filter
    }
}
