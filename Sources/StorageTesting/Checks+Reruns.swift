import Storage

extension StoreCheck {
    /// A photo that is done and is to be worked again with other settings.
    static let reruns =
        ["cancelled", "gone", "quarantined", "failed"].map { word in
            StoreCheck("a re-run that ends \(word) leaves the finished job current, with its record") { scene in
                let (done, rerun, other) = try scene.rerun()
                switch word {
                case "cancelled": try scene.change(.cancel(JobFilter(ids: [rerun])))
                case "gone": try scene.change(.vanish(JobFilter(ids: [rerun])))
                case "failed":
                    let claim = try scene.claim(pipelines: [other])[0]
                    try scene.complete(claim, .failed(scene.full, result: [2]))
                default:
                    let claim = try scene.claim(pipelines: [other])[0]
                    try scene.complete(claim, .crashed(scene.broken, limit: 1, result: [2]))
                }
                try scene.equal(scene.job(done).isCurrent, true, "the finished job")
                try scene.equal(scene.job(rerun).isCurrent, false, "the re-run")
                try scene.equal(scene.result(done), [1], "the record")
                try scene.equal(scene.overview().counts, [.done: 1], "counts")
                // The settings of before, and those of the re-run, which stays as it was ended.
                try scene.equal(scene.enqueue(scene.photo("a.jpg", 1))[0].verdict, .known, "as before")
                let again = try scene.enqueue(scene.photo("a.jpg", 1, pipeline: other))[0]
                try scene.equal(again.verdict, word == "gone" ? .replaced : .known, "again")
                try scene.equal(again.job == rerun, word != "gone", "the same job")
            }
        } + [
            StoreCheck("a re-run that was put aside can be retried by its number") { scene in
                let (done, rerun, other) = try scene.rerun()
                try scene.change(.cancel(JobFilter(ids: [rerun])))
                try scene.equal(
                    scene.change(.retry(JobFilter(ids: [done, rerun], age: .any), pipeline: nil)), [rerun], "retried")
                try scene.equal(scene.job(done).isCurrent, false, "the finished job")
                try scene.complete(scene.claim(pipelines: [other])[0], .done([2]))
                try scene.equal(scene.job(rerun).isCurrent, true, "the re-run")
                try scene.equal(scene.job(rerun).counterpart, nil, "nothing stands behind it")
            },
            StoreCheck("a re-run of a re-run leaves the finished job too") { scene in
                let (done, rerun, _) = try scene.rerun()
                let third = Scene.fingerprint(10)
                try scene.equal(scene.enqueue(scene.photo("a.jpg", 1, pipeline: third))[0].job, rerun, "the same job")
                try scene.change(.cancel(JobFilter(ids: [rerun])))
                try scene.equal(scene.job(done).isCurrent, true, "the finished job")
            },
            StoreCheck("a re-run that says something of the photo takes the finished job's place") { scene in
                let (done, rerun, other) = try scene.rerun()
                try scene.complete(scene.claim(pipelines: [other])[0], .failed(scene.broken, result: [2]))
                try scene.equal(scene.job(done).isCurrent, false, "the finished job")
                try scene.equal(scene.job(rerun).isCurrent, true, "the re-run")
            },
            StoreCheck("another photo of the name leaves nothing to come back") { scene in
                let (done, rerun, other) = try scene.rerun()
                try scene.enqueue(scene.photo("a.jpg", 2, pipeline: other, modified: 2))
                try scene.change(.cancel(JobFilter(ids: [rerun])))
                try scene.equal(scene.job(done).isCurrent, false, "the finished job")
                try scene.state(rerun, .cancelled)
            },
        ]
}

extension Scene {
    /// A photo that is done, and its re-run with another pipeline.
    func rerun() throws -> (done: JobID, rerun: JobID, pipeline: Fingerprint) {
        let done = try add("a.jpg", 1)
        try complete(claimOne(), .done([1]))
        let other = Scene.fingerprint(9)
        return (done, try enqueue(photo("a.jpg", 1, pipeline: other))[0].job, other)
    }
}
