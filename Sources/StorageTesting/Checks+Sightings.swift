import Storage

extension StoreCheck {
    static let sightings = [
        StoreCheck("a file that was never seen is new, and known once it is registered") { scene in
            let photo = scene.photo("a.jpg", 1)
            let first = try scene.sighting(of: photo)
            try scene.equal(first, Sighting(place: photo.place, former: nil, verdict: .new), "before")
            let one = try scene.register(photo)
            try scene.equal(one.sighting, first, "in the same transaction")
            try scene.equal(one.receipt.verdict, .new, "receipt")
            try scene.equal(scene.sighting(of: photo).verdict, .known(.ready), "after")
            try scene.equal(scene.sighting(of: photo).former?.job, one.receipt.job, "its job")
            try scene.equal(scene.register(photo).receipt.verdict, .known, "again")
        },
        StoreCheck("a known file is told by its stamp, its pipeline and its state") { scene in
            let id = try scene.add("a.jpg", 1)
            let claim = try scene.claimOne()
            try scene.equal(scene.sighting(of: scene.photo("a.jpg", nil)).verdict, .known(.running), "running")
            try scene.complete(claim, .done([1]))
            try scene.equal(scene.sighting(of: scene.photo("a.jpg", nil)).verdict, .known(.done), "done")
            try scene.equal(
                scene.sighting(of: scene.photo("a.jpg", nil, modified: 2)).verdict, .changed, "another file")
            let other = scene.photo("a.jpg", nil, pipeline: Scene.fingerprint(77))
            try scene.equal(scene.sighting(of: other).verdict, .changed, "other settings")
            try scene.equal(scene.sighting(of: other).former?.job, id, "of the same job")
            for (path, outcome) in [("b.jpg", Outcome.gone()), ("c.jpg", .changed)] {
                try scene.add(path, 2)
                try scene.complete(scene.claimOne(), outcome)
                try scene.equal(scene.sighting(of: scene.photo(path, nil)).verdict, .changed, path)
            }
        },
        StoreCheck("a file whose re-run was put aside is known, as a cancelled one") { scene in
            let (_, rerun, other) = try scene.rerun()
            let photo = scene.photo("a.jpg", 1, pipeline: other)
            try scene.equal(scene.sighting(of: photo).verdict, .known(.ready), "while it waits")
            try scene.change(.cancel(JobFilter(ids: [rerun])))
            try scene.equal(scene.sighting(of: photo).verdict, .known(.cancelled), "put aside")
            try scene.equal(
                scene.sighting(of: scene.photo("a.jpg", 1)).verdict, .known(.done), "with the former settings")
        },
        StoreCheck("a file that is known below another root keeps its place and its record's path") { scene in
            let inner = Place(root: Array("/drop/day".utf8), path: Array("a.jpg".utf8))
            var photo = scene.photo("day/a.jpg", 1)
            photo.place = inner
            photo.output = Array("own.json".utf8)
            let id = try scene.register(photo).receipt.job
            var outer = scene.photo("day/a.jpg", 1)
            try scene.equal(scene.sighting(of: outer).verdict, .new, "where no other root is asked about")
            let roots = try scene.transaction { try $0.roots() }
            try scene.equal(roots, [inner.root], "roots")
            let seen = try scene.sighting(of: outer, below: roots)
            try scene.equal(seen.place, inner, "its place")
            try scene.equal(seen.verdict, .known(.ready), "what it is")
            outer.content = Scene.fingerprint(2)
            let one = try scene.register(outer, below: roots)
            try scene.equal(
                one.receipt, EnqueueResult(job: id, verdict: .replaced, state: .ready, original: nil), "receipt")
            try scene.equal(one.arrival.place, inner, "the arrival's place")
            try scene.equal(scene.job(id).output, photo.output, "its record's path")
            try scene.equal(one.sighting.former?.content, Scene.fingerprint(1), "what was known before")
            let beside = Place(root: Array("/drop/days".utf8), path: Array("a.jpg".utf8))
            outer.place = beside
            try scene.equal(scene.sighting(of: outer, below: roots).place, beside, "a folder of a longer name")
        },
        StoreCheck("files that are registered together are told from what was known before all of them") { scene in
            let arrivals = [scene.photo("a.jpg", 1), scene.photo("a.jpg", 2), scene.photo("b.jpg", 1)]
            let all = try scene.transaction { try $0.register(arrivals, below: [], at: scene.now) }
            try scene.equal(all.map(\.sighting.verdict), [.new, .new, .new], "sightings")
            try scene.equal(all.map(\.receipt.verdict), [.new, .replaced, .new], "receipts")
        },
    ]
}

extension Scene {
    fileprivate func sighting(of photo: NewJob, below roots: [[UInt8]] = []) throws -> Sighting {
        try transaction { try $0.sighting(of: photo.stamp, at: photo.place, for: photo.pipeline, below: roots) }
    }

    fileprivate func register(_ photo: NewJob, below roots: [[UInt8]] = []) throws -> Registration {
        try transaction { try $0.register([photo], below: roots, at: now) }[0]
    }
}
