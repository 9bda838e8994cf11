import Storage

extension StoreCheck {
    static let claims = [
        StoreCheck("claims come by priority, then time, then number, and no more than asked for") { scene in
            try scene.enqueue(scene.photo("late.jpg", 1, priority: 5))
            scene.now += 10
            try scene.enqueue(scene.photo("b.jpg", 2), scene.photo("c.jpg", 3))
            try scene.enqueue(scene.photo("first.jpg", 4, priority: -1))
            let order = try scene.claim(3).map { String(decoding: $0.place.path, as: UTF8.self) }
            try scene.equal(order, ["first.jpg", "b.jpg", "c.jpg"], "order")
            try scene.equal(scene.claim(0).count, 0, "asking for nothing")
            try scene.equal(scene.claim(9).count, 1, "the rest")
            try scene.equal(scene.claim(9).count, 0, "nothing is handed out twice")
        },
        StoreCheck("what waits gets another level, and on one level new photos stay before backlog") { scene in
            let (new, old) = (JobPriority().rank, JobPriority(isBacklog: true).rank)
            try scene.enqueue(scene.photo("later.jpg", 3, priority: new))
            let ids = try scene.enqueue(
                scene.photo("old.jpg", 1, priority: old), scene.photo("new.jpg", 2, priority: new),
                scene.photo("open.jpg", nil, priority: old)
            ).map(\.job)
            let level = JobCommand.prioritize(JobFilter(ids: ids), level: -7)
            try scene.equal(scene.change(level), ids, "changed")
            try scene.equal(scene.change(level), [], "the same once more is no change")
            try scene.equal(
                try ids.map { JobPriority(rank: try scene.job($0).priority) },
                [true, false, true].map { JobPriority(level: -7, isBacklog: $0) }, "priorities")
            let order = try scene.claim(3).map { String(decoding: $0.place.path, as: UTF8.self) }
            try scene.equal(order, ["new.jpg", "old.jpg", "later.jpg"], "order")
            try scene.equal(scene.change(.prioritize(JobFilter(ids: [ids[0]]), level: 3)), [], "what runs stays")
        },
        StoreCheck("a photo that others wait for is claimed no later than the first of them would be") { scene in
            let first = try scene.enqueue(scene.photo("first.jpg", 1, priority: 8))[0].job
            try scene.enqueue(scene.photo("other.jpg", 2, priority: 4))
            let copy = try scene.enqueue(scene.photo("copy.jpg", 1, priority: 2))[0].job
            try scene.equal(try scene.job(first).priority, 2, "as its copy")
            try scene.equal(scene.change(.prioritize(JobFilter(ids: [copy]), level: -3)), [copy], "changed")
            try scene.equal(try scene.job(first).priority, -6, "as its copy again")
            try scene.enqueue(scene.photo("late.jpg", 1, priority: 9))
            try scene.equal(try scene.job(first).priority, -6, "a copy that may wait changes nothing")
            try scene.equal(scene.change(.prioritize(JobFilter(ids: [first]), level: 9)), [], "its copy goes before")
            try scene.equal(scene.claim().map(\.job).first, first, "the first claim")
        },
        StoreCheck("the copy that leads the others next is claimed no later than the first of them would be") { scene in
            let first = try scene.enqueue(scene.photo("first.jpg", 1))[0].job
            let copies = try scene.enqueue(
                scene.photo("a.jpg", 1, priority: 6), scene.photo("b.jpg", 1, priority: 2)
            ).map(\.job)
            try scene.equal(scene.change(.cancel(JobFilter(ids: [first]))), [first], "cancelled")
            try scene.equal(try scene.job(copies[0]).priority, 2, "as the other copy")
            try scene.equal(scene.claim().map(\.job), [copies[0]], "the claim")
        },
        StoreCheck("a claim counts the attempt and says whose it is") { scene in
            let id = try scene.add("a.jpg", 1)
            scene.now += 5
            let claim = try scene.claimOne()
            try scene.equal(claim.id, ClaimID(job: id, claimNumber: 1), "claim")
            try scene.equal(claim.progress.attempts, 1, "attempts")
            let job = try scene.job(id)
            try scene.equal(job.owner, scene.me, "owner")
            try scene.equal(job.claimed, scene.now, "claimed")
            try scene.equal(job.progress, claim.progress, "progress")
            try scene.equal(scene.transaction { try $0.validClaims(among: [claim.id]) }, [claim.id], "holding")
        },
        StoreCheck("only the pipelines that were named are handed out") { scene in
            let second = Scene.fingerprint(22)
            try scene.enqueue(scene.photo("a.jpg", 1), scene.photo("b.jpg", 1, pipeline: second))
            try scene.equal(scene.claim(pipelines: []).count, 0, "none named")
            try scene.equal(scene.claim(pipelines: [Scene.fingerprint(5)]).count, 0, "an unknown one")
            let unknown = [Scene.fingerprint(5), second]
            try scene.equal(scene.claim(pipelines: unknown).map(\.pipeline), [second], "a known one beside it")
            try scene.equal(scene.claim(pipelines: [second, scene.pipeline]).map(\.pipeline), [scene.pipeline], "both")
        },
        StoreCheck("photos are claimed in the transaction that takes them in, the first of a pipeline too") { scene in
            let first = Scene.fingerprint(33)
            let request = ClaimRequest(limit: 9, owner: scene.me, pipelines: [first])
            let claims = try scene.transaction { jobs in
                _ = try jobs.enqueue([scene.photo("a.jpg", 1, pipeline: first)], at: scene.now)
                return try jobs.claim(request, at: scene.now)
            }
            try scene.equal(claims.map(\.pipeline), [first], "claims")
            try scene.equal(scene.complete(claims[0], .done([1])), .completed(.done), "the end")
        },
        StoreCheck("jobs of several pipelines are handed out by priority, and then as they came") { scene in
            let second = Scene.fingerprint(22)
            try scene.enqueue(
                scene.photo("a.jpg", 1), scene.photo("b.jpg", 2, pipeline: second, priority: -2),
                scene.photo("c.jpg", 3), scene.photo("d.jpg", 4, pipeline: second),
                scene.photo("e.jpg", 5, priority: -1))
            func claimed(_ limit: Int, outside: Set<FolderPlace> = []) throws -> [String] {
                try scene.claim(limit, pipelines: [scene.pipeline, second], outside: outside).map {
                    String(decoding: $0.place.path, as: UTF8.self)
                }
            }
            try scene.equal(claimed(1), ["b.jpg"], "the smallest number")
            try scene.equal(claimed(3), ["e.jpg", "a.jpg", "c.jpg"], "three of both")
            try scene.add("nas/f.jpg", 6)
            let nas = FolderPlace(root: Array("/drop".utf8), folder: Array("nas".utf8))
            try scene.equal(claimed(9, outside: [nas]), ["d.jpg"], "what is in reach")
        },
        StoreCheck("jobs in folders that are out of reach are passed over, and come when the folders are back") {
            scene in
            let names = ["nas/a.jpg", "nas/day/b.jpg", "nas2/c.jpg", "d.jpg"]
            for (number, name) in names.enumerated() { try scene.add(name, UInt64(number) + 1) }
            func claimed(outside folders: [FolderPlace]) throws -> [String] {
                let claims = try scene.claim(outside: Set(folders))
                for claim in claims { try scene.complete(claim, .released) }
                return claims.map { String(decoding: $0.place.path, as: UTF8.self) }
            }
            let root = Array("/drop".utf8)
            let inner = FolderPlace(root: root, folder: Array("nas".utf8))
            try scene.equal(try claimed(outside: [inner]), ["nas2/c.jpg", "d.jpg"], "an inner folder")
            try scene.equal(try claimed(outside: [FolderPlace(root: root)]), [], "the whole root")
            try scene.equal(try claimed(outside: [FolderPlace(root: Array("/dr".utf8))]), names, "another root")
            try scene.equal(try claimed(outside: []), names, "all are back")
        },
        StoreCheck("only the jobs that were named are handed out") { scene in
            let jobs = try ["a.jpg", "nas/b.jpg", "c.jpg"].enumerated().map {
                try scene.add($0.element, UInt64($0.offset) + 1)
            }
            func claimed(_ limit: Int = 9, among ids: [JobID], outside: Set<FolderPlace> = []) throws -> [JobID] {
                let claims = try scene.claim(limit, outside: outside, among: ids)
                for claim in claims { try scene.complete(claim, .released) }
                return claims.map(\.job)
            }
            let nas = FolderPlace(root: Array("/drop".utf8), folder: Array("nas".utf8))
            try scene.equal(try claimed(among: []), [], "none named")
            try scene.equal(try claimed(among: [jobs[2], jobs[1]]), [jobs[1], jobs[2]], "two, in their turn")
            try scene.equal(try claimed(1, among: [jobs[2], jobs[1]]), [jobs[1]], "one of two")
            try scene.equal(try claimed(among: [jobs[1]], outside: [nas]), [], "one that is out of reach")
            try scene.equal(try claimed(among: [JobID(rawValue: 99)]), [], "one that is not there")
            _ = try scene.change(.cancel(JobFilter(ids: [jobs[0]])))
            try scene.equal(try claimed(among: [jobs[0]]), [], "one that has ended")
        },
        StoreCheck("blocked jobs wake when they are due") { scene in
            let id = try scene.add("a.jpg", 1)
            let due = scene.now + 5000
            try scene.complete(scene.claimOne(), .retry(at: due, scene.full, budget: 3))
            try scene.state(id, .blocked)
            try scene.equal(scene.overview().nextDue, due, "next due")
            scene.now = due - 1
            try scene.equal(scene.claim().count, 0, "a moment too early")
            scene.now = due
            let claim = try scene.claimOne()
            try scene.equal(claim.id, ClaimID(job: id, claimNumber: 2), "claim")
            try scene.equal(claim.progress.attempts, 2, "attempts")
            try scene.equal(scene.overview().nextDue, nil, "nothing is due")
        },
        StoreCheck("a clock that jumps back does not hide what is ready") { scene in
            try scene.add("a.jpg", 1)
            scene.now -= 500_000
            try scene.equal(scene.claim().count, 1, "claims")
        },
        StoreCheck("an owner that ends gives back what it holds, and nothing of others") { scene in
            let first = try scene.add("a.jpg", 1)
            let second = try scene.add("b.jpg", 2)
            let mine = try scene.claim(1)
            let others = try scene.claim(1, by: scene.other)
            let count = try scene.transaction { try $0.release(allOf: scene.me, at: scene.now) }
            try scene.equal(count, 1, "given back")
            try scene.state(first, .ready)
            try scene.state(second, .running)
            try scene.equal(scene.complete(mine[0], .done([1])), .lost, "the end of what was given back")
            try scene.equal(scene.complete(others[0], .done([2])), .completed(.done), "the other's end")
            let again = try scene.claimOne()
            try scene.equal(again.job, first, "claimed again")
            try scene.equal(again.progress.attempts, 1, "the first attempt is not counted")
        },
        StoreCheck("the claims of a dead supervisor are free at once, those of others stay") { scene in
            let first = try scene.add("a.jpg", 1)
            let second = try scene.add("b.jpg", 2)
            let lost = try scene.claim(1, by: scene.other)
            let mine = try scene.claim(1)
            try scene.equal([lost.map(\.job), mine.map(\.job)], [[first], [second]], "claims")
            let count = try scene.transaction {
                try $0.recover(limit: 3, at: scene.now) { $0 == scene.other }
            }
            try scene.equal(count, 1, "recovered")
            try scene.equal(scene.complete(lost[0], .done([1])), .lost, "the dead one's end")
            let again = try scene.claimOne()
            try scene.equal(again.id, ClaimID(job: first, claimNumber: 2), "claim")
            try scene.equal(again.progress.attempts, 2, "the attempt stays counted")
            try scene.equal(scene.complete(mine[0], .done([2])), .completed(.done), "the living one's end")
        },
        StoreCheck("a start tries again at once what was blocked") { scene in
            let id = try scene.add("a.jpg", 1)
            try scene.complete(scene.claimOne(), .retry(at: scene.now + 86_400_000, scene.full, budget: 9))
            try scene.equal(scene.claim().count, 0, "claims before")
            _ = try scene.transaction { try $0.recover(limit: 3, at: scene.now) { _ in false } }
            try scene.equal(scene.claimOne().job, id, "claim")
        },
        StoreCheck("what a dead owner held is ready again while others work, and what is blocked keeps its time") {
            scene in
            let first = try scene.add("a.jpg", 1)
            let blocked = try scene.add("b.jpg", 2)
            let lost = try scene.claim(1, by: scene.other)
            let due = scene.now + 86_400_000
            try scene.complete(scene.claimOne(), .retry(at: due, scene.full, budget: 9))
            let freed = try scene.transaction {
                try $0.reclaim(limit: 3, at: scene.now) { $0 == scene.other }
            }
            try scene.equal(freed.map(\.id), [first], "freed")
            try scene.equal(freed.map(\.state), [.ready], "their state")
            try scene.equal(freed.map(\.progress.recoveries), [1], "deaths")
            try scene.equal(scene.complete(lost[0], .done([1])), .lost, "the dead one's end")
            try scene.state(blocked, .blocked)
            try scene.equal(scene.claim().map(\.job), [first], "claims")
        },
        StoreCheck("a job that ended without a claim can be given a record") { scene in
            let id = try scene.add("a.jpg", 1)
            try scene.change(.cancel(JobFilter(ids: [id])))
            try scene.equal(scene.result(id), nil, "record before")
            try scene.transaction { try $0.saveResult([5, 6], of: id) }
            try scene.equal(scene.result(id), [5, 6], "record")
        },
        StoreCheck("the record of an end is news once, and none of one that is over") { scene in
            let id = try scene.add("a.jpg", 1)
            try scene.change(.cancel(JobFilter(ids: [id])))
            let ended = try scene.job(id)
            try scene.equal(scene.transaction { try $0.keep([1], ofEnded: ended) }, true, "the first")
            try scene.equal(scene.transaction { try $0.keep([2], ofEnded: ended) }, false, "one in its place")
            try scene.equal(scene.result(id), [2], "record")
            try scene.change(.retry(JobFilter(ids: [id]), pipeline: nil))
            try scene.equal(scene.transaction { try $0.keep([3], ofEnded: ended) }, nil, "once it is to be worked")
            try scene.equal(scene.result(id), nil, "its record then")
        },
        StoreCheck("a photo at whose side supervisors keep dying is quarantined") { scene in
            let id = try scene.add("a.jpg", 1)
            for round in 1...3 {
                try scene.equal(scene.claim().count, 1, "claim \(round)")
                _ = try scene.transaction { try $0.recover(limit: 3, at: scene.now) { _ in true } }
            }
            try scene.state(id, .quarantined)
            try scene.equal(scene.job(id).failure?.code, "recovered", "reason")
        },
        StoreCheck("a transaction that throws has not happened") { scene in
            struct Stop: Error {}
            let id = try scene.add("a.jpg", 1)
            do {
                try scene.transaction { verbs in
                    let request = ClaimRequest(limit: 9, owner: scene.other, pipelines: [scene.pipeline])
                    _ = try verbs.claim(request, at: scene.now)
                    _ = try verbs.enqueue([scene.photo("new/b.jpg", 2)], at: scene.now)
                    throw Stop()
                }
                throw CheckFailure(description: "the error was swallowed")
            } catch is Stop {}
            try scene.equal(scene.overview().counts, [.ready: 1], "counts")
            try scene.equal(scene.job(id).claimNumber, 0, "claim number")
            let next = try scene.add("new/b.jpg", 2)
            try scene.equal(scene.job(next).place, Scene.place("new/b.jpg"), "place")
        },
    ]
}
