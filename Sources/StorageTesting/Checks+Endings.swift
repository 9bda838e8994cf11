import Storage

extension StoreCheck {
    static let endings = [
        StoreCheck("done keeps the record") { scene in
            let id = try scene.add("a.jpg", 1)
            let claim = try scene.claimOne()
            scene.now += 30
            try scene.equal(scene.complete(claim, .done([1, 2, 3])), .completed(.done), "completion")
            let job = try scene.job(id)
            try scene.equal(job.finished, scene.now, "finished")
            try scene.equal(job.owner, nil, "owner")
            try scene.equal(scene.result(id), [1, 2, 3], "result")
        },
        StoreCheck("a claim ends once") { scene in
            let id = try scene.add("a.jpg", 1)
            let claim = try scene.claimOne()
            try scene.complete(claim, .done([1]))
            try scene.equal(scene.complete(claim, .failed(scene.broken, result: [2])), .lost, "the second end")
            try scene.state(id, .done)
            try scene.equal(scene.result(id), [1], "result")
            try scene.equal(
                scene.complete(ClaimID(job: JobID(rawValue: 999), claimNumber: 1), .released), .lost,
                "a job that is not there")
        },
        StoreCheck("an old claim does not end a new one") { scene in
            let id = try scene.add("a.jpg", 1)
            let old = try scene.claimOne()
            try scene.complete(old, .released)
            let new = try scene.claimOne()
            try scene.equal(scene.complete(old, .done([1])), .lost, "the old one")
            try scene.equal(scene.complete(new, .done([2])), .completed(.done), "the new one")
            try scene.equal(scene.result(id), [2], "result")
        },
        StoreCheck("failed is final and says why") { scene in
            let id = try scene.add("a.jpg", 1)
            try scene.equal(
                scene.complete(scene.claimOne(), .failed(scene.broken, result: [4])), .completed(.failed), "completion")
            try scene.equal(scene.job(id).failure, scene.broken, "failure")
            try scene.equal(scene.result(id), [4], "record")
            try scene.equal(scene.claim().count, 0, "claims")
        },
        StoreCheck("a failing environment blocks until the budget is spent") { scene in
            let id = try scene.add("a.jpg", 1)
            for round in 1...3 {
                let claim = try scene.claimOne()
                let outcome = Outcome.retry(at: scene.now + 10, scene.full, budget: 2, result: [8])
                let expected: JobState = round < 3 ? .blocked : .failed
                try scene.equal(claim.state(after: outcome, at: scene.now), expected, "foretold in round \(round)")
                try scene.equal(scene.complete(claim, outcome), .completed(expected), "round \(round)")
                try scene.equal(scene.result(id), round < 3 ? nil : [8], "record in round \(round)")
                try scene.equal(scene.job(id).failure, scene.full, "reason in round \(round)")
                scene.now += 10
            }
        },
        StoreCheck("a reason is forgotten when a later attempt succeeds") { scene in
            let id = try scene.add("a.jpg", 1)
            try scene.complete(scene.claimOne(), .retry(at: scene.now, scene.full, budget: 2))
            try scene.complete(scene.claimOne(), .done([1]))
            try scene.equal(scene.job(id).failure, nil, "failure")
        },
        StoreCheck("given back costs no attempt") { scene in
            let id = try scene.add("a.jpg", 1)
            try scene.equal(scene.complete(scene.claimOne(), .released), .completed(.ready), "completion")
            try scene.equal(scene.job(id).progress.attempts, 0, "attempts")
            try scene.equal(scene.claimOne().progress.attempts, 1, "attempts")
        },
        StoreCheck("postponed blocks and costs nothing, however often") { scene in
            let id = try scene.add("a.jpg", 1)
            for _ in 1...5 {
                let outcome = Outcome.postponed(until: scene.now + 10, scene.full)
                try scene.equal(scene.complete(scene.claimOne(), outcome), .completed(.blocked), "completion")
                try scene.equal(scene.claim().count, 0, "claims before its time")
                scene.now += 10
            }
            let progress = try scene.job(id).progress
            try scene.equal([progress.attempts, progress.retries], [0, 0], "attempts and retries")
        },
        StoreCheck("the third crash means quarantine") { scene in
            let id = try scene.add("a.jpg", 1)
            let crash = JobFailure(code: "SIGSEGV", message: "The worker died of signal 11.", fault: .input)
            for expected in [JobState.ready, .ready, .quarantined] {
                let claim = try scene.claimOne()
                try scene.equal(scene.complete(claim, .crashed(crash, limit: 3)), .completed(expected), "completion")
            }
            let job = try scene.job(id)
            try scene.equal([job.progress.crashes, job.progress.attempts], [3, 3], "crashes and attempts")
            try scene.equal(job.failure, crash, "failure")
            try scene.equal(scene.claim().count, 0, "claims")
        },
        StoreCheck("a file that changed under the worker waits again, at no cost") { scene in
            let id = try scene.add("a.jpg", 1)
            try scene.equal(scene.complete(scene.claimOne(), .changed), .completed(.waiting), "completion")
            let job = try scene.job(id)
            try scene.equal(job.progress.attempts, 0, "attempts")
            try scene.equal(job.content, nil, "content")
            try scene.equal(scene.enqueue(scene.photo("a.jpg", 2))[0].job, id, "job")
            try scene.equal(scene.claimOne().content, Scene.fingerprint(2), "content")
        },
        StoreCheck("many claims end together") { scene in
            for number in 1...20 { try scene.add("\(number).jpg", UInt64(number)) }
            let claims = try scene.claim()
            let endings = claims.map { (claim: $0.id, outcome: Outcome.done([UInt8($0.job.rawValue % 250)])) }
            let results = try scene.transaction {
                try $0.complete(endings + endings.prefix(1), at: scene.now)
            }
            try scene.equal(
                results, Array(repeating: .completed(.done), count: 20) + [.lost], "results, in order")
            try scene.equal(scene.overview().counts, [.done: 20], "counts")
        },
    ]
}
