import Storage

extension StoreCheck {
    /// What photos look like.
    static let likenesses = [
        StoreCheck("what a photo looks like is kept with its end, and told by number") { scene in
            let ids = try (1...4).map { try scene.add("\($0).jpg", UInt64($0)) }
            let claims = try scene.claim()
            try scene.complete(claims[0], .done([1]).of([7, 8]))
            try scene.complete(claims[1], .done([2]))
            try scene.complete(claims[2], .retry(at: scene.now, scene.full, budget: 9, result: [3]).of([5]))
            try scene.complete(claims[3], .done([4]).of([9]))
            let all = [KeptLikeness(job: ids[0], bytes: [7, 8]), KeptLikeness(job: ids[3], bytes: [9])]
            try scene.equal(scene.likenesses(), all, "all of them")
            try scene.equal(scene.likenesses(limit: 1), [all[0]], "the first")
            try scene.equal(scene.likenesses(after: ids[0]), [all[1]], "behind the first")
            try scene.equal(scene.likenesses(after: ids[3]), [], "behind the last")
        },
        StoreCheck("a later end of a job has what its photo looks like then, or nothing") { scene in
            let id = try scene.add("a.jpg", 1)
            try scene.complete(scene.claimOne(), .failed(scene.broken, result: [1]).of([7]))
            try scene.change(.retry(JobFilter(ids: [id]), pipeline: nil))
            try scene.complete(scene.claimOne(), .done([2]).of([8]))
            try scene.equal(scene.likenesses().map(\.bytes), [[8]], "after the second end")
            try scene.transaction { try $0.saveResult(nil, of: id) }
            try scene.equal(scene.likenesses(), [], "without a record")
        },
        StoreCheck("what a photo looks like goes with its job, and into another store") { scene in
            let ids = try [scene.add("a.jpg", 1), scene.add("b.jpg", 2)]
            for (place, claim) in try scene.claim().enumerated() {
                try scene.complete(claim, .done([1]).of([UInt8(place)]))
            }
            let other = MemoryQueueStore()
            _ = try other.transaction { target in
                try scene.store.transaction { try target.takeIn($0.snapshot) }
            }
            try scene.equal(Scene(other).likenesses(), scene.likenesses(), "in another store")
            try scene.change(.prune(JobFilter(ids: [ids[0]])))
            try scene.equal(scene.likenesses().map(\.job), [ids[1]], "after one was forgotten")
        },
    ]
}

extension Scene {
    fileprivate func likenesses(after: JobID? = nil, limit: Int = 100) throws -> [KeptLikeness] {
        try transaction { try $0.likenesses(after: after, limit: limit) }
    }
}
