import Storage
import SystemValues

extension StoreCheck {
    /// Photos whose jobs were forgotten, and results that stand for other settings.
    static let forgotten =
        [
            StoreCheck("a photo that was forgotten and lies there still is known, as it ended") { scene in
                let ids = try scene.ended()
                try scene.equal(scene.change(.prune(JobFilter())), ids, "pruned")
                try scene.equal(scene.overview().counts, [:], "counts")
                for (path, state) in [("done.jpg", JobState.done), ("failed.jpg", .failed), ("bad.jpg", .quarantined)] {
                    let known = try scene.known(path)
                    try scene.equal(known?.state, state, path)
                    try scene.require(known?.isForgotten == true, "\(path) has no record any more")
                    let receipt = try scene.enqueue(scene.photo(path, scene.content(of: path)))[0]
                    try scene.equal(
                        receipt, EnqueueResult(job: receipt.job, verdict: .known, state: state, original: nil), path)
                    try scene.require(ids.contains(receipt.job), "\(path) has the number that it had")
                }
                try scene.equal(scene.known("gone.jpg"), nil, "a photo that was gone leaves nothing")
                try scene.equal(scene.claim().count, 0, "nothing is worked")
            },
            StoreCheck("a forgotten photo that was touched is known by its content, and by its new stamp from then on")
            {
                scene in
                try scene.ended()
                try scene.change(.prune(JobFilter()))
                let open = scene.photo("done.jpg", nil, modified: 2)
                try scene.equal(scene.enqueue(open)[0].verdict, .known, "while it is written")
                let touched = scene.photo("done.jpg", 1, modified: 2)
                try scene.equal(scene.verdict(on: touched), .changed, "before its content is read")
                try scene.equal(scene.enqueue(touched)[0].verdict, .known, "the same content")
                try scene.equal(scene.verdict(on: touched), .known(.done), "after")
            },
            StoreCheck("a photo that is to come back is new when it is next found") { scene in
                let ids = try scene.ended()
                try scene.change(.prune(JobFilter(), comingBack: [ids[0]]))
                try scene.equal(scene.known("done.jpg"), nil, "known")
                try scene.equal(scene.enqueue(scene.photo("done.jpg", 1))[0].verdict, .new, "an arrival")
            },
            StoreCheck("history leaves nothing, and a re-run that was put aside says for which settings it is known") {
                scene in
                let (done, rerun, other) = try scene.rerun()
                try scene.change(.cancel(JobFilter(ids: [rerun])))
                try scene.equal(scene.change(.prune(JobFilter(age: .any))), [done, rerun], "both")
                try scene.equal(
                    scene.verdict(on: scene.photo("a.jpg", 1, pipeline: other)), .known(.done), "the re-run's")
                try scene.equal(scene.transaction { try $0.forgotten(after: nil, limit: 9) }.count, 1, "one a place")
            },
            StoreCheck("pages of forgotten photos come by number") { scene in
                let ids = try scene.ended()
                try scene.change(.prune(JobFilter()))
                let all = try scene.transaction { try $0.forgotten(after: nil, limit: 9) }
                try scene.equal(all.map(\.job), Array(ids[..<3]), "all")
                try scene.equal(
                    all.first,
                    ForgottenPhoto(
                        job: ids[0], place: Scene.place("done.jpg"), state: .done,
                        stamp: scene.photo("done.jpg", 1).stamp,
                        content: Scene.fingerprint(1), pipeline: scene.pipeline), "the first")
                try scene.equal(
                    scene.transaction { try $0.forgotten(after: ids[0], limit: 1) }.map(\.job), [ids[1]], "the next")
            },
            StoreCheck("a forgotten photo is known below another root too") { scene in
                var photo = scene.photo("a.jpg", 1)
                photo.place = Place(root: Array("/drop/day".utf8), path: Array("a.jpg".utf8))
                let id = try scene.enqueue(photo)[0].job
                try scene.complete(scene.claimOne(), .done([1]))
                try scene.change(.prune(JobFilter(ids: [id])))
                let roots = try scene.transaction { try $0.roots() }
                let outer = scene.photo("day/a.jpg", 1)
                let one = try scene.transaction { try $0.register([outer], below: roots, at: scene.now) }[0]
                try scene.equal(one.receipt.verdict, .known, "receipt")
                try scene.equal(one.sighting.place, photo.place, "its place")
                // Another file in its place is a new photo, with the record's path of its arrival.
                let other = scene.photo("day/a.jpg", 2, modified: 2)
                let new = try scene.transaction { try $0.register([other], below: roots, at: scene.now) }[0]
                let job = try scene.job(new.receipt.job)
                try scene.equal(job.place, photo.place, "the new one's place")
                try scene.equal(job.output, other.output, "the new one's record")
            },
            StoreCheck("results that are adopted count as worked with the other pipeline") { scene in
                let ids = try scene.ended()
                let other = Scene.fingerprint(9)
                let waiting = try scene.add("waits.jpg", 8)
                try scene.change(.prune(JobFilter(ids: [ids[1]])))
                try scene.transaction { try $0.note(resultsOf: scene.pipeline, standFor: other) }
                try scene.equal(scene.transaction { try $0.predecessors(of: other) }, [scene.pipeline], "noted")
                try scene.equal(
                    scene.change(.adopt(JobFilter(), pipeline: other)), [ids[0], ids[2], ids[3]], "what has ended")
                try scene.transaction {
                    var gone = try $0.forgotten(after: nil, limit: 10)
                    for place in gone.indices { gone[place].pipeline = other }
                    try $0.keep(forgotten: gone)
                    try $0.note(resultsOf: scene.pipeline, standFor: nil)
                }
                try scene.equal(scene.transaction { try $0.predecessors(of: other) }, [], "done")
                for path in ["done.jpg", "failed.jpg", "bad.jpg"] {
                    let again = scene.photo(path, scene.content(of: path), pipeline: other)
                    try scene.equal(scene.enqueue(again)[0].verdict, .known, path)
                }
                try scene.equal(scene.job(waiting).pipeline, scene.pipeline, "what has not ended")
                try scene.equal(scene.change(.adopt(JobFilter(), pipeline: other)), [], "once more")
            },
            StoreCheck("a result beside another one of the same content and settings is not adopted") { scene in
                let other = Scene.fingerprint(9)
                let first = try scene.add("a.jpg", 1)
                try scene.complete(scene.claimOne(), .done([1]))
                try scene.enqueue(scene.photo("b.jpg", 1, pipeline: other))
                try scene.complete(scene.claim(pipelines: [other])[0], .done([2]))
                try scene.equal(scene.change(.adopt(JobFilter(ids: [first]), pipeline: other)), [], "adopted")
                try scene.equal(
                    scene.enqueue(scene.photo("a.jpg", 1, pipeline: other))[0].verdict, .replaced,
                    "it shares the other's")
            },
        ]
        + ["another file", "the same with other settings"].map { word in
            StoreCheck("\(word) takes the place of a forgotten photo") { scene in
                try scene.ended()
                try scene.change(.prune(JobFilter()))
                let isOther = word == "another file"
                let other = scene.photo(
                    "done.jpg", isOther ? 7 : 1, pipeline: isOther ? nil : Scene.fingerprint(9),
                    modified: isOther ? 2 : 1)
                try scene.equal(scene.verdict(on: other), .changed, "before its content is read")
                let receipt = try scene.enqueue(other)[0]
                try scene.equal(receipt.verdict, .new, "the arrival")
                try scene.equal(scene.job(receipt.job).counterpart, nil, "nothing stands behind it")
                try scene.equal(
                    scene.transaction { try $0.forgotten(after: nil, limit: 9) }.map(\.state), [.failed, .quarantined],
                    "what is left")
                try scene.complete(scene.claim(1, pipelines: [other.pipeline])[0], .done([2]))
                try scene.change(.prune(JobFilter()))
                try scene.equal(scene.enqueue(other)[0].job, receipt.job, "it is known as the newer one")
            }
        }
}

extension Scene {
    /// Four photos that have ended: done, failed, quarantined and gone.
    @discardableResult
    fileprivate func ended() throws -> [JobID] {
        let ids = try enqueue(
            photo("done.jpg", 1), photo("failed.jpg", 2), photo("bad.jpg", 3), photo("gone.jpg", 4)
        ).map(\.job)
        try complete(claimOne(), .done([1]))
        try complete(claimOne(), .failed(broken, result: [2]))
        try complete(claimOne(), .crashed(broken, limit: 1, result: nil))
        try complete(claimOne(), .gone())
        return ids
    }

    fileprivate func content(of path: String) -> UInt64 { path == "done.jpg" ? 1 : path == "failed.jpg" ? 2 : 3 }

    fileprivate func known(_ path: String) throws -> KnownFile? {
        try transaction { try $0.knownFiles(at: [Self.place(path)]) }[0]
    }

    fileprivate func verdict(on photo: NewJob) throws -> Sighting.Verdict {
        try transaction { try $0.sighting(of: photo.stamp, at: photo.place, for: photo.pipeline, below: []) }.verdict
    }
}
