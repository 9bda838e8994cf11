import Storage

extension StoreCheck {
    static let copies = [
        StoreCheck("the same content twice is worked once, and the copy gets its result") { scene in
            let results = try scene.enqueue(scene.photo("a.jpg", 1), scene.photo("b.jpg", 1))
            try scene.equal(results.map(\.original), [nil, results[0].job], "originals")
            let claims = try scene.claim()
            try scene.equal(claims.map(\.job), [results[0].job], "claims")
            try scene.complete(claims[0], .done([5]))
            let copy = try scene.claimOne()
            try scene.equal(copy.job, results[1].job, "copy")
            try scene.equal(
                copy.duplicate,
                DuplicateResult(
                    original: results[0].job, place: Scene.place("a.jpg"), output: Array("a.jpg.json".utf8),
                    state: .done, result: [5], failure: nil), "duplicate")
            try scene.equal(scene.complete(copy, .done([6])), .completed(.done), "completion")
            try scene.equal(scene.result(copy.job), [6], "its own record")
            try scene.equal(scene.job(copy.job).original, results[0].job, "original")
        },
        StoreCheck("a copy of something finished is claimed with its result at once") { scene in
            let first = try scene.add("a.jpg", 1)
            try scene.complete(scene.claimOne(), .done([5]))
            let result = try scene.enqueue(scene.photo("b.jpg", 1))[0]
            try scene.equal(
                result, EnqueueResult(job: result.job, verdict: .new, state: .ready, original: first), "result")
            try scene.equal(scene.claimOne().duplicate?.result, [5], "duplicate")
        },
        StoreCheck("a fingerprint is compared whole") { scene in
            var second = scene.photo("b.jpg", 1)
            let first = scene.photo("a.jpg", 1)
            second.content = Fingerprint(head: Scene.fingerprint(1).head, tail: (0, 0, 0))
            let results = try scene.enqueue(first, second)
            try scene.equal(results.map(\.original), [nil, nil], "originals")
            try scene.equal(scene.claim().count, 2, "claims")
        },
        StoreCheck("another pipeline is other work") { scene in
            let results = try scene.enqueue(
                scene.photo("a.jpg", 1), scene.photo("b.jpg", 1, pipeline: Scene.fingerprint(5)))
            try scene.equal(results.map(\.original), [nil, nil], "originals")
        },
        StoreCheck("copies fail as their original failed, and are quarantined with it") { scene in
            let ends: [Outcome] = [.failed(scene.broken, result: [4]), .crashed(scene.broken, limit: 1, result: [4])]
            for (number, end) in ends.enumerated() {
                let content = UInt64(number + 1)
                try scene.enqueue(scene.photo("\(number)/a.jpg", content), scene.photo("\(number)/b.jpg", content))
                try scene.complete(scene.claimOne(), end)
                let copy = try scene.claimOne()
                try scene.equal(copy.duplicate?.failure, scene.broken, "failure")
                try scene.equal(copy.duplicate?.result, [4], "record")
                try scene.complete(copy, .failed(scene.broken))
                let third = try scene.enqueue(scene.photo("\(number)/c.jpg", content))[0]
                try scene.require(third.original != nil, "a third copy follows too")
                try scene.complete(scene.claimOne(), .failed(scene.broken))
            }
        },
        StoreCheck("copies are cancelled before the one that leads them, so that the lead is handed on once") { scene in
            let ids = try (1...6).map { try scene.add("\($0).jpg", 1) }
            try scene.equal(scene.change(.cancel(JobFilter()), limit: 3), Array(ids[..<3]), "the oldest")
            for id in ids[..<3] { try scene.equal(scene.job(id).state, .cancelled, "cancelled") }
            // The copies that went with their leader still name it: none of them was made to lead in between.
            try scene.equal(ids[1...2].map { try scene.job($0).original }, [ids[0], ids[0]], "their leader")
            try scene.equal(try scene.job(ids[3]).original, nil, "the next leader")
            try scene.equal(ids[4...].map { try scene.job($0).original }, [ids[3], ids[3]], "its copies")
        },
        StoreCheck("copies wait while the original is tried again") { scene in
            try scene.enqueue(scene.photo("a.jpg", 1), scene.photo("b.jpg", 1))
            for outcome in [
                Outcome.released, .crashed(scene.broken), .retry(at: scene.now, scene.full, budget: 5),
            ] {
                let claims = try scene.claim()
                try scene.equal(claims.map { String(decoding: $0.place.path, as: UTF8.self) }, ["a.jpg"], "claims")
                try scene.complete(claims[0], outcome)
            }
        },
        StoreCheck("the eldest copy is worked when the original drops out") { scene in
            let dropOuts: [(String, (Claim) throws -> Void)] = [
                ("gone", { try scene.complete($0, .gone()) }), ("changed", { try scene.complete($0, .changed) }),
                ("disk", { try scene.complete($0, .failed(scene.full)) }),
                ("cancelled", { try scene.change(.cancel(JobFilter(ids: [$0.job]))) }),
                ("replaced", { _ in try scene.enqueue(scene.photo("replaced/a.jpg", 99)) }),
            ]
            for (number, (name, dropOut)) in dropOuts.enumerated() {
                let content = UInt64(number + 1)
                let ids = try scene.enqueue(
                    scene.photo("\(name)/a.jpg", content), scene.photo("\(name)/b.jpg", content),
                    scene.photo("\(name)/c.jpg", content)
                ).map(\.job)
                try dropOut(scene.claimOne())
                let next = try scene.claim().filter { $0.content == Scene.fingerprint(content) }
                try scene.equal(next.map(\.job), [ids[1]], "\(name): the eldest is worked")
                try scene.require(next[0].duplicate == nil, "\(name): as itself")
                try scene.equal(scene.job(ids[2]).original, ids[1], "\(name): the other follows")
                try scene.complete(next[0], .done([1]))
                let last = try scene.claim().filter { $0.content == Scene.fingerprint(content) }
                try scene.equal(last.map { $0.duplicate?.original }, [ids[1]], "\(name): the duplicate")
                for claim in last { try scene.complete(claim, .done([1])) }
            }
        },
        StoreCheck("a copy that is touched by nothing but its own fate leaves the others alone") { scene in
            let ids = try scene.enqueue(
                scene.photo("a.jpg", 1), scene.photo("b.jpg", 1), scene.photo("c.jpg", 1)
            ).map(\.job)
            try scene.change(.vanish(JobFilter(ids: [ids[1]])))
            try scene.state(ids[1], .gone)
            try scene.enqueue(scene.photo("c.jpg", 2))
            let claims = try scene.claim()
            try scene.equal(Set(claims.map(\.job)), [ids[0], ids[2]], "claims")
            try scene.equal(claims.map(\.duplicate), [nil, nil], "duplicates")
        },
        StoreCheck("copies of an original that is tried again by hand wait for it") { scene in
            let ids = try scene.enqueue(scene.photo("a.jpg", 1), scene.photo("b.jpg", 1)).map(\.job)
            try scene.complete(scene.claimOne(), .failed(scene.broken))
            try scene.equal(scene.change(.retry(JobFilter(states: [.failed]), pipeline: nil)), [ids[0]], "retried")
            try scene.equal(scene.claim().map(\.job), [ids[0]], "only the original is claimed")
        },
        StoreCheck("a failed copy that is tried again by hand is worked itself, and leads the others") { scene in
            let ids = try scene.enqueue(scene.photo("a.jpg", 1), scene.photo("b.jpg", 1)).map(\.job)
            try scene.complete(scene.claimOne(), .failed(scene.broken))
            try scene.complete(scene.claimOne(), .failed(scene.broken))
            try scene.change(.retry(JobFilter(ids: [ids[1]]), pipeline: nil))
            let claim = try scene.claimOne()
            try scene.equal([claim.job], [ids[1]], "claim")
            try scene.require(claim.duplicate == nil, "not with the failure")
            try scene.change(.retry(JobFilter(ids: [ids[0]]), pipeline: nil))
            try scene.equal(scene.job(ids[0]).original, ids[1], "the first follows now")
        },
        StoreCheck("a copy that is given back asks again whom it follows") { scene in
            let ids = try scene.enqueue(scene.photo("a.jpg", 1), scene.photo("b.jpg", 1)).map(\.job)
            try scene.complete(scene.claimOne(), .failed(scene.broken))
            let copy = try scene.claimOne()
            try scene.change(.retry(JobFilter(ids: [ids[0]]), pipeline: nil))
            try scene.complete(copy, .released)
            try scene.equal(scene.claim().map(\.job), [ids[0]], "only the original is claimed")
        },
    ]
}
