import Storage

extension StoreCheck {
    /// The order of jobs' ends, which programs follow by a cursor.
    static let following = [
        StoreCheck("each record that is kept has the next number, and a job the number of its last one") { scene in
            let ids = try (1...3).map { try scene.add("\($0).jpg", UInt64($0)) }
            try scene.equal(scene.span(), EndingSpan(), "a new queue")
            try scene.equal(scene.endings(), [], "before any end")
            let claims = try scene.claim()
            try scene.complete(claims[1], .done([2]))
            try scene.transaction {
                _ = try $0.complete([(claims[2].id, .done([3])), (claims[0].id, .done([1]))], at: scene.now)
            }
            try scene.equal(scene.endings().map(\.job), [ids[1], ids[2], ids[0]], "in their order")
            try scene.equal(scene.endings().map(\.number), [1, 2, 3], "numbers")
            try scene.equal(scene.endings(1).map(\.number), [2, 3], "behind the first")
            try scene.equal(scene.endings(1, limit: 1).map(\.number), [2], "one")
            try scene.transaction { try $0.saveResult([9], of: ids[1]) }
            try scene.equal(scene.endings().map(\.job), [ids[2], ids[0], ids[1]], "a record that was corrected")
            try scene.equal(scene.span(), EndingSpan(last: 4), "the span")
        },
        StoreCheck("what has no record is not told, and what is put back is told when it ends again") { scene in
            let ids = try (1...3).map { try scene.add("\($0).jpg", UInt64($0)) }
            let claims = try scene.claim()
            try scene.complete(claims[0], .failed(scene.broken, result: [1]))
            try scene.complete(claims[1], .retry(at: scene.now + 9, scene.full, budget: 1))
            try scene.change(.cancel(JobFilter(ids: [ids[2]])))
            try scene.equal(scene.endings().map(\.job), [ids[0]], "a cancelled job has no record by itself")
            try scene.change(.retry(JobFilter(ids: [ids[0]]), pipeline: nil))
            try scene.equal(scene.endings(), [], "put back")
            try scene.equal(scene.span(), EndingSpan(last: 1), "no gap: it will end again")
            try scene.complete(scene.claimOne(), .done([2]))
            try scene.equal(scene.endings(), [JobEnding(job: ids[0], number: 2)], "ended again")
        },
        StoreCheck("what is undone has no number") { scene in
            let id = try scene.add("a.jpg", 1)
            let claim = try scene.claimOne()
            try scene.undo { _ = try $0.complete([(claim.id, .done([1]))], at: scene.now) }
            try scene.equal(scene.span(), EndingSpan(), "undone")
            try scene.complete(claim, .done([1]))
            try scene.equal(scene.endings(), [JobEnding(job: id, number: 1)], "the first end")
            try scene.undo { _ = try $0.change(.prune(JobFilter(ids: [id])), limit: 9, at: scene.now) }
            try scene.equal(scene.span(), EndingSpan(last: 1), "nothing is forgotten")
            try scene.equal(scene.endings(), [JobEnding(job: id, number: 1)], "the end is still there")
        },
        StoreCheck("a cursor that has not seen what was forgotten is refused, and no other") { scene in
            let ids = try (1...3).map { try scene.add("\($0).jpg", UInt64($0)) }
            for claim in try scene.claim() { try scene.complete(claim, .done([1])) }
            let old = try scene.cursor(.first)
            let first = try scene.follow(old, limit: 2)
            try scene.equal(first.map(\.job.id), [ids[0], ids[1]], "followed")
            try scene.equal(first.map(\.record), [[1], [1]], "records")
            try scene.change(.prune(JobFilter(ids: [ids[1]])))
            try scene.equal(scene.span(), EndingSpan(last: 3, forgotten: 2, forgettings: 1), "the span")
            try scene.refused(.cursorTooOld) { try $0.endings(behind: old, limit: 9) }
            try scene.refused(.cursorTooOld) { try $0.endings(behind: first[0].cursor, limit: 9) }
            try scene.equal(scene.follow(first[1].cursor).map(\.job.id), [ids[2]], "one that has seen it")
            // Who begins now misses nothing, and can be cut off on the way.
            let anew = try scene.follow(scene.cursor(.first))
            try scene.equal(anew.map(\.job.id), [ids[0], ids[2]], "from the first")
            try scene.equal(scene.follow(anew[0].cursor).map(\.job.id), [ids[2]], "cut off on the way")
            try scene.equal(scene.follow(scene.cursor(.now)), [], "from now on")
            try scene.change(.prune(JobFilter(ids: [ids[0]])))
            try scene.equal(scene.span(), EndingSpan(last: 3, forgotten: 2, forgettings: 2), "an elder one")
        },
        StoreCheck("who follows from the first on is refused where an end is forgotten meanwhile, of whatever number") {
            scene in
            let ids = try (1...5).map { try scene.add("\($0).jpg", UInt64($0)) }
            for claim in try scene.claim() { try scene.complete(claim, .done([1])) }
            try scene.change(.prune(JobFilter(ids: [ids[4]])))
            let begun = try scene.follow(scene.cursor(.first), limit: 2)
            try scene.equal(begun.map(\.job.id), [ids[0], ids[1]], "told")
            try scene.equal(scene.follow(begun[1].cursor).map(\.job.id), [ids[2], ids[3]], "what is left")
            // Not told yet, and lower than the highest that was forgotten before.
            try scene.change(.prune(JobFilter(ids: [ids[2]])))
            try scene.equal(scene.span(), EndingSpan(last: 5, forgotten: 5, forgettings: 2), "the span")
            try scene.refused(.cursorTooOld) { try $0.endings(behind: begun[1].cursor, limit: 9) }
            try scene.refused(.cursorTooOld) { try $0.cursor(at: .behind(begun[1].cursor)) }
            let anew = try scene.follow(scene.cursor(.first))
            try scene.equal(anew.map(\.job.id), [ids[0], ids[1], ids[3]], "anew")
            let last = try scene.add("6.jpg", 6)
            try scene.complete(scene.claimOne(), .done([1]))
            let end = try scene.follow(anew[2].cursor)
            try scene.equal(end.map(\.job.id), [last], "what ends later")
            // Behind all that was forgotten, what is forgotten of former ends is no gap any more.
            try scene.change(.prune(JobFilter(ids: [ids[0]])))
            try scene.equal(scene.follow(end[0].cursor), [], "nothing is missed")
        },
        StoreCheck("ends of which no job is there are passed over, however many they are") { scene in
            let id = try scene.add("a.jpg", 1)
            try scene.transaction {
                for job in 91...95 as ClosedRange<Int64> { try $0.saveResult([9], of: JobID(rawValue: job)) }
            }
            try scene.complete(scene.claimOne(), .done([1]))
            try scene.equal(scene.endings().count, 6, "ends")
            let found = try scene.follow(scene.cursor(.first), limit: 2)
            try scene.equal(found.map(\.job.id), [id], "behind them")
            try scene.equal(found.map(\.cursor.number), [6], "its number")
        },
        StoreCheck("a cursor of another queue, or ahead of this one, is refused") { scene in
            try scene.add("a.jpg", 1)
            try scene.complete(scene.claimOne(), .done([1]))
            let (queue, other) = (try scene.transaction { try $0.identity() }, Scene.fingerprint(77))
            let start = EndingStart.behind(EndingCursor(queue: other, number: 1))
            try scene.refused(.otherQueue) { try $0.cursor(at: start) }
            try scene.refused(.cursorAhead) { try $0.endings(behind: EndingCursor(queue: queue, number: 2), limit: 9) }
            try scene.equal(scene.follow(EndingCursor(queue: queue, number: 1)), [], "the last one")
        },
        StoreCheck("a queue that was taken in is followed from the cursors of its former place") { scene in
            let other = Scene(MemoryQueueStore())
            let ids = try (1...4).map { try other.add("\($0).jpg", UInt64($0)) }
            for claim in try other.claim(3) { try other.complete(claim, .done([1])) }
            try other.change(.prune(JobFilter(ids: [ids[2]])))
            let cursor = try other.follow(other.cursor(.first), limit: 1)[0].cursor
            try other.store.transaction { source in
                try scene.store.transaction { _ = try $0.takeIn(source.snapshot) }
            }
            try scene.equal(scene.span(), other.span(), "the span")
            try scene.equal(scene.follow(cursor).map(\.job.id), [ids[1]], "behind the cursor")
            try scene.complete(scene.claimOne(), .done([4]))
            try scene.equal(scene.follow(cursor).map(\.job.id), [ids[1], ids[3]], "and what ends here")
            try scene.change(.prune(JobFilter(ids: [ids[1]])))
            try scene.equal(scene.span(), EndingSpan(last: 4, forgotten: 3, forgettings: 2), "what is forgotten here")
            try scene.refused(.cursorTooOld) { try $0.endings(behind: cursor, limit: 9) }
        },
    ]
}

extension SharedStoreCheck {
    /// The order of ends that several processes make.
    static let following = [
        SharedStoreCheck("ends of two processes have one order, and a cursor of one holds at the other") { scene in
            let ids = try (1...4).map { try scene.here.add("\($0).jpg", UInt64($0)) }
            let (first, second) = (try scene.here.claim(2), try scene.there.claim(2))
            for (mine, theirs) in zip(first, second) {
                try scene.here.complete(mine, .done([1]))
                try scene.there.complete(theirs, .done([2]))
            }
            let here = try scene.here.follow(scene.here.cursor(.first))
            try scene.here.equal(here.map(\.job.id), [ids[0], ids[2], ids[1], ids[3]], "the order")
            try scene.here.equal(here.map(\.cursor.number), [1, 2, 3, 4], "numbers")
            try scene.there.equal(scene.there.follow(here[1].cursor), Array(here.dropFirst(2)), "at the other one")
        }
    ]
}

extension Scene {
    func endings(_ after: Int64 = 0, limit: Int = 100_000) throws -> [JobEnding] {
        try transaction { try $0.endings(after: after, limit: limit) }
    }

    func span() throws -> EndingSpan { try transaction { try $0.endingSpan() } }

    func cursor(_ start: EndingStart) throws -> EndingCursor { try transaction { try $0.cursor(at: start) } }

    func follow(_ cursor: EndingCursor, limit: Int = 1000) throws -> [FollowedEnding] {
        try transaction { try $0.endings(behind: cursor, limit: limit) }
    }

    /// Does something in a transaction that is undone.
    fileprivate func undo(_ body: (any JobTransaction) throws -> Void) throws {
        struct Undone: Error {}
        do {
            try transaction {
                try body($0)
                throw Undone()
            }
        } catch is Undone {}
    }

    fileprivate func refused<T>(
        _ code: JobQueueError.Code, _ line: Int = #line, _ body: (any JobTransaction) throws -> T
    ) throws {
        do {
            _ = try transaction(body)
            throw CheckFailure(description: "line \(line): it is not refused")
        } catch let error as JobQueueError {
            try equal(error.code, code, "the refusal", line)
        }
    }
}
