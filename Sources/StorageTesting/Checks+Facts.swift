import Storage

extension StoreCheck {
    /// What queries ask of photos; a store that keeps nothing of it passes.
    static let facts = [
        StoreCheck("what queries ask of photos comes with their records, or is due, and goes with them") { scene in
            let ids = try [scene.add("a.jpg", 1), scene.add("b.jpg", 2), scene.add("c.jpg", 3)]
            let claims = try scene.claim()
            var facts = PhotoFacts()
            (facts.content, facts.margin) = (Scene.fingerprint(1).description, 7)
            try scene.complete(claims[0], .done([1]).telling(facts))
            try scene.complete(claims[1], .done([2]))
            try scene.complete(claims[2], .gone())
            try scene.factsHoldTogether(scene.page(PageRequest(.everything)))
            let kept = try scene.transaction { try $0.keptMargins(of: ids) }
            guard !kept.isEmpty else { return }
            try scene.equal(kept, [ids[0]: 7], "what is kept")
            try scene.equal(scene.transaction { try $0.jobsWithDueFacts(limit: 9) }, [ids[1]], "what is due")
            // Another record says something else.
            try scene.transaction { try $0.saveResult([3], of: ids[0]) }
            try scene.equal(scene.transaction { try $0.keptMargins(of: ids) }, [:], "behind another record")
            try scene.equal(scene.transaction { try $0.jobsWithDueFacts(limit: 9) }, [ids[0], ids[1]], "due by then")
            try scene.change(.prune(JobFilter(ids: ids)))
            try scene.equal(scene.transaction { try $0.jobsWithDueFacts(limit: 9) }, [], "of forgotten photos")
        }
    ]
}

extension Scene {
    /// Each job with a record has facts that hold or are due, and no other job has any; a store may keep none at all.
    func factsHoldTogether(_ jobs: [Job]) throws {
        let ids = jobs.map(\.id)
        let (told, due, recorded) = try transaction { reading in
            (
                try reading.jobs(among: ids, surely: .tells([])), Set(try reading.jobsWithDueFacts(limit: 100_000)),
                Set(try reading.results(of: ids).keys)
            )
        }
        guard !(told.isEmpty && due.isEmpty) else { return }
        try equal(told.intersection(due), [], "facts that hold and are due")
        try equal(told.union(due), recorded, "jobs with facts, and with records")
    }
}
