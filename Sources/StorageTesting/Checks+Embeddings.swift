import Storage

/// What a store must do with the vectors of photos.
extension StoreCheck {
    static let embeddings = [
        StoreCheck("the vectors of photos are kept with their records, by the numbers of jobs") { scene in
            let ids = try [
                scene.add("a.jpg", 1), scene.add("b.jpg", 2), scene.add("c.jpg", 3), scene.add("d.jpg", 4),
            ]
            let claims = try scene.claim()
            try scene.complete(claims[0], .done([1]).of(nil, embeddings: [7, 8]))
            try scene.complete(claims[1], .done([2]).of([9]))
            let waits = Outcome.retry(at: scene.now, scene.full, budget: 9, result: [3])
            try scene.complete(claims[2], waits.of(nil, embeddings: [5]))
            try scene.complete(claims[3], .done([4]).of([9], embeddings: [9]))
            let all = [KeptEmbeddings(job: ids[0], bytes: [7, 8]), KeptEmbeddings(job: ids[3], bytes: [9])]
            try scene.equal(scene.embeddings(), all, "all of them")
            try scene.equal(scene.embeddings(limit: 1), [all[0]], "the first")
            try scene.equal(scene.embeddings(after: ids[0]), [all[1]], "behind the first")
            try scene.equal(scene.embeddings(after: ids[3]), [], "behind the last")
        },
        StoreCheck("a later end of a job has the vectors of then, or none") { scene in
            let id = try scene.add("a.jpg", 1)
            try scene.complete(scene.claimOne(), .failed(scene.broken, result: [1]).of(nil, embeddings: [7]))
            try scene.change(.retry(JobFilter(ids: [id]), pipeline: nil))
            try scene.complete(scene.claimOne(), .done([2]).of(nil, embeddings: [8]))
            try scene.equal(scene.embeddings().map(\.bytes), [[8]], "after the second end")
            try scene.transaction { try $0.saveResult(nil, of: id) }
            try scene.equal(scene.embeddings(), [], "without a record")
        },
        StoreCheck("vectors go with their job, and into another store") { scene in
            let ids = try [scene.add("a.jpg", 1), scene.add("b.jpg", 2)]
            for (place, claim) in try scene.claim().enumerated() {
                try scene.complete(claim, .done([1]).of(nil, embeddings: [UInt8(place)]))
            }
            let other = MemoryQueueStore()
            _ = try other.transaction { target in
                try scene.store.transaction { try target.takeIn($0.snapshot) }
            }
            try scene.equal(Scene(other).embeddings(), scene.embeddings(), "in another store")
            try scene.change(.prune(JobFilter(ids: [ids[0]])))
            try scene.equal(scene.embeddings().map(\.job), [ids[1]], "after one was forgotten")
        },
        StoreCheck("the vectors of an original that is forgotten stay with its copies as long as one lives") { scene in
            let ids = try (1...5).map { try scene.add("\($0).jpg", $0 == 3 ? 2 : 1) }
            for claim in try scene.claim() {
                try scene.complete(claim, .done([1]).of(nil, embeddings: [UInt8(claim.job.rawValue - ids[0].rawValue)]))
            }
            for copy in try scene.claim() { try scene.complete(copy, .done([2])) }
            try scene.equal(scene.embeddings().map(\.job), [ids[0], ids[2]], "of two contents")
            try scene.change(.prune(JobFilter(ids: [ids[0], ids[1]])))
            try scene.equal(
                scene.embeddings(),
                [KeptEmbeddings(job: ids[2], bytes: [2]), KeptEmbeddings(job: ids[4], bytes: [0])],
                "with the youngest copy")
            let copies = try scene.transaction { try $0.doneCopies(of: [ids[4]]) }
            try scene.equal(copies.map(\.id), [ids[3]], "which is the others' original now")
            try scene.change(.prune(JobFilter(ids: [ids[4]])))
            try scene.equal(scene.embeddings().map(\.job), [ids[2], ids[3]], "with the last one")
            try scene.change(.prune(JobFilter()))
            try scene.equal(scene.embeddings(), [], "with none")
        },
        StoreCheck("a content that comes back is worked anew, beside the vectors that its copy has") { scene in
            let ids = try [scene.add("1.jpg", 1), scene.add("2.jpg", 1)]
            try scene.complete(scene.claimOne(), .done([1]).of(nil, embeddings: [7]))
            try scene.complete(scene.claimOne(), .done([2]))
            try scene.change(.prune(JobFilter(ids: [ids[0]]), comingBack: [ids[0]]))
            let back = try scene.add("1.jpg", 1)
            let claim = try scene.claimOne()
            try scene.equal(claim.duplicate == nil, true, "worked anew")
            try scene.complete(claim, .done([1]).of(nil, embeddings: [8]))
            let all = [KeptEmbeddings(job: ids[1], bytes: [7]), KeptEmbeddings(job: back, bytes: [8])]
            try scene.equal(scene.embeddings(), all, "each with its own")
            let third = try scene.add("3.jpg", 1)
            try scene.complete(scene.claimOne(), .done([3]))
            try scene.equal(scene.transaction { try $0.doneCopies(of: [back]) }.map(\.id), [third], "another copy")
            try scene.equal(scene.embeddings(), all, "which has none of its own")
        },
    ]
}

extension Scene {
    fileprivate func embeddings(after: JobID? = nil, limit: Int = 100) throws -> [KeptEmbeddings] {
        try transaction { try $0.embeddings(after: after, limit: limit) }
    }
}
