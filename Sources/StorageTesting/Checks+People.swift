import Storage

extension StoreCheck {
    static let people = [
        StoreCheck("retry starts final failures afresh, and nothing else") { scene in
            for number in 1...5 { try scene.add("\(number).jpg", UInt64(number)) }
            let claims = try scene.claim()
            try scene.complete(claims[0], .done([1]))
            try scene.complete(claims[1], .failed(scene.broken, result: [2]))
            try scene.complete(claims[2], .crashed(scene.broken, limit: 1))
            try scene.complete(claims[3], .retry(at: .max, scene.full, budget: 9))
            let retried = try scene.change(.retry(JobFilter(), pipeline: nil))
            try scene.equal(retried, [claims[1].job, claims[2].job, claims[3].job], "retried")
            let job = try scene.job(claims[1].job)
            try scene.equal(job.progress, Progress(.ready, due: scene.now), "progress")
            try scene.equal(job.failure, nil, "failure")
            try scene.equal(scene.result(job.id), nil, "record")
            try scene.equal(scene.overview().counts, [.done: 1, .running: 1, .ready: 3], "counts")
        },
        StoreCheck("retry can name the pipeline of today") { scene in
            let id = try scene.add("a.jpg", 1)
            try scene.complete(scene.claimOne(), .failed(scene.broken))
            let pipeline = Scene.fingerprint(9)
            try scene.change(.retry(JobFilter(ids: [id]), pipeline: pipeline))
            try scene.equal(scene.claim().count, 0, "not with the old one")
            try scene.equal(scene.claim(pipelines: [pipeline]).map(\.job), [id], "with the new one")
        },
        StoreCheck("retry of a file whose content is not known waits for intake") { scene in
            let id = try scene.add("a.jpg", nil)
            try scene.change(.cancel(JobFilter(ids: [id])))
            try scene.change(.retry(JobFilter(ids: [id]), pipeline: nil))
            try scene.state(id, .waiting)
        },
        StoreCheck("what is set aside waits until intake meets its file again, and its copies do not wait for it") {
            scene in
            let leader = try scene.add("other/a.jpg", 1)
            let copy = try scene.add("b.jpg", 1)
            let blocked = try scene.add("other/c.jpg", 2)
            let mine = try scene.add("d.jpg", 3)
            try scene.equal(scene.job(copy).waitsForOriginal, true, "the copy waits")
            for claim in try scene.claim() where claim.job == blocked || claim.job == mine {
                let outcome: Outcome = claim.job == mine ? .done([1]) : .retry(at: .max, scene.full, budget: 9)
                try scene.complete(claim, outcome)
            }
            try scene.complete(ClaimID(job: leader, claimNumber: 1), .released)
            var filter = JobFilter()
            filter.folder = Array("other".utf8)
            try scene.equal(scene.change(.setAside(filter)), [leader, blocked], "set aside")
            try scene.equal(scene.change(.setAside(JobFilter(ids: [mine]))), [], "what has ended stays")
            try scene.equal(scene.claim().map(\.job), [copy], "claims")
            try scene.equal(scene.overview().counts, [.waiting: 2, .running: 1, .done: 1], "counts")
            try scene.complete(ClaimID(job: copy, claimNumber: 1), .done([2]))
            let again = try scene.enqueue(scene.photo("other/a.jpg", 1), scene.photo("other/c.jpg", 2))
            try scene.equal(again.map(\.job), [leader, blocked], "the same jobs")
            try scene.equal(again.map(\.state), [.ready, .ready], "states")
            let claims = try scene.claim()
            try scene.equal(claims.map(\.job), [leader, blocked], "claims again")
            try scene.equal(claims.map(\.duplicate?.original), [copy, nil], "of the copy that was worked meanwhile")
        },
        StoreCheck("cancel ends what is not final, running work too") { scene in
            let ids = try (1...3).map { try scene.add("\($0).jpg", UInt64($0)) }
            let claims = try scene.claim(2)
            try scene.complete(claims[0], .done([1]))
            try scene.equal(scene.change(.cancel(JobFilter())), [ids[1], ids[2]], "cancelled")
            try scene.equal(scene.complete(claims[1], .done([1])), .lost, "a late end")
            try scene.equal(scene.job(ids[1]).finished, scene.now, "finished")
            try scene.equal(scene.enqueue(scene.photo("3.jpg", 3))[0].state, .cancelled, "it stays so")
        },
        StoreCheck("vanished files are gone, unless they are being worked") { scene in
            let ids = try (1...2).map { try scene.add("\($0).jpg", UInt64($0)) }
            _ = try scene.claim(1)
            try scene.equal(scene.change(.vanish(JobFilter(ids: ids))), [ids[1]], "gone")
            try scene.state(ids[1], .gone)
        },
        StoreCheck("prune forgets final jobs with their records, and their numbers are not given again") { scene in
            let ids = try (1...3).map { try scene.add("\($0).jpg", UInt64($0)) }
            try scene.complete(scene.claimOne(), .done([1]))
            scene.now += 100
            try scene.complete(scene.claimOne(), .done([1]))
            var filter = JobFilter()
            filter.finishedBefore = scene.now
            filter.finishedSince = scene.now - 50
            try scene.equal(scene.change(.prune(filter)), [], "ended before both")
            filter.finishedSince = scene.now - 100
            try scene.equal(scene.change(.prune(filter)), [ids[0]], "pruned by time")
            try scene.equal(scene.result(ids[0]), nil, "record")
            try scene.equal(scene.transaction { try $0.job(ids[0]) }, nil, "job")
            try scene.complete(scene.claimOne(), .gone())
            try scene.equal(scene.change(.prune(JobFilter())), [ids[1], ids[2]], "pruned")
            try scene.require(try scene.add("4.jpg", 4) > ids[2], "a number of its own")
            try scene.equal(scene.overview().counts, [.ready: 1], "counts")
        },
        StoreCheck("a copy whose original was pruned before it had its result is worked itself") { scene in
            let ids = try scene.enqueue(scene.photo("a.jpg", 1), scene.photo("b.jpg", 1)).map(\.job)
            try scene.complete(scene.claimOne(), .done([1]))
            try scene.change(.prune(JobFilter(ids: [ids[0]])))
            let claim = try scene.claimOne()
            try scene.equal(claim.job, ids[1], "job")
            try scene.require(claim.duplicate == nil, "no result of another")
        },
        StoreCheck("a command changes no more than its limit") { scene in
            let ids = try (1...5).map { try scene.add("\($0).jpg", UInt64($0)) }
            try scene.equal(scene.change(.cancel(JobFilter()), limit: 2), Array(ids[..<2]), "first")
            try scene.equal(scene.change(.cancel(JobFilter()), limit: 9), Array(ids[2...]), "rest")
            try scene.equal(scene.change(.cancel(JobFilter()), limit: 9), [], "nothing")
        },
    ]
}
