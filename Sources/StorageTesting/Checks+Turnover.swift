import Storage

extension StoreCheck {
    static let turnover = [
        StoreCheck("one change ends a job and hands out the next") { scene in
            let ids = try (1...3).map { try scene.add("\($0).jpg", UInt64($0)) }
            let first = try scene.claimOne()
            let turnover = try scene.turnOver([(first.id, .done([1]))], claiming: 1)
            try scene.equal(turnover.results, [.completed(.done)], "results")
            try scene.equal(turnover.claims.map(\.id), [ClaimID(job: ids[1], claimNumber: 1)], "claims")
            try scene.equal(scene.job(ids[1]).owner, scene.me, "owner")
            try scene.equal(scene.overview().counts, [.done: 1, .running: 1, .ready: 1], "counts")
            let next = try scene.turnOver(turnover.claims.map { ($0.id, .done([2])) }, claiming: 5)
            try scene.equal(next.claims.map(\.job), [ids[2]], "no more than there are")
        },
        StoreCheck("a copy is handed out with the result in the change that ends its original") { scene in
            let ids = try scene.enqueue(scene.photo("a.jpg", 1), scene.photo("b.jpg", 1)).map(\.job)
            let turnover = try scene.turnOver([(scene.claimOne().id, .done([5]))], claiming: 1)
            try scene.equal(turnover.claims.map(\.job), [ids[1]], "claims")
            try scene.equal(turnover.claims.first?.duplicate?.result, [5], "duplicate")
        },
        StoreCheck("a photo that is given back may be handed out in the same change, and its old claim is lost") {
            scene in
            let id = try scene.add("a.jpg", 1)
            let old = try scene.claimOne()
            let turnover = try scene.turnOver([(old.id, .released)], claiming: 1)
            try scene.equal(turnover.claims.map(\.id), [ClaimID(job: id, claimNumber: 2)], "claims")
            try scene.equal(turnover.claims.first?.progress.attempts, 1, "attempts")
            try scene.equal(scene.complete(old, .done([1])), .lost, "the old one")
        },
        StoreCheck("an end that is lost takes no claim from another process") { scene in
            let ids = try (1...2).map { try scene.add("\($0).jpg", UInt64($0)) }
            let first = try scene.claimOne()
            try scene.change(.cancel(JobFilter(ids: [ids[0]])))
            let turnover = try scene.turnOver([(first.id, .done([1]))], claiming: 1)
            try scene.equal(turnover.results, [.lost], "results")
            try scene.equal(turnover.claims.map(\.job), [ids[1]], "claims")
            try scene.state(ids[0], .cancelled)
        },
        StoreCheck("without a request nothing is handed out") { scene in
            for number in 1...2 { try scene.add("\(number).jpg", UInt64(number)) }
            let first = try scene.claimOne()
            let turnover = try scene.turnOver([(first.id, .done([1]))], claiming: nil)
            try scene.equal(turnover.claims, [], "claims")
            try scene.equal(scene.overview().counts, [.done: 1, .ready: 1], "counts")
        },
        StoreCheck("a change that throws has neither ended nor handed out anything") { scene in
            struct Stop: Error {}
            let ids = try (1...2).map { try scene.add("\($0).jpg", UInt64($0)) }
            let first = try scene.claimOne()
            let request = ClaimRequest(limit: 1, owner: scene.me, pipelines: [scene.pipeline])
            do {
                try scene.transaction { verbs in
                    _ = try verbs.complete([(first.id, .done([1]))], claiming: request, at: scene.now)
                    throw Stop()
                }
                throw CheckFailure(description: "the error was swallowed")
            } catch is Stop {}
            try scene.equal(scene.job(ids[1]).claimNumber, 0, "claim number")
            try scene.equal(scene.complete(first, .done([2])), .completed(.done), "the claim still holds")
        },
    ]
}
