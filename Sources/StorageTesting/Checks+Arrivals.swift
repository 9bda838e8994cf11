import Storage

extension StoreCheck {
    static let arrivals = [
        StoreCheck("a new photo is ready, with everything that was said about it") { scene in
            let photo = scene.photo("day1/a.jpg", 1, priority: 3)
            let result = try scene.enqueue(photo)[0]
            try scene.equal(
                result, EnqueueResult(job: result.job, verdict: .new, state: .ready, original: nil), "result")
            let job = try scene.job(result.job)
            try scene.equal(job.place, photo.place, "place")
            try scene.equal(job.output, photo.output, "output")
            try scene.equal(job.stamp, photo.stamp, "stamp")
            try scene.equal(job.content, photo.content, "content")
            try scene.equal(job.pipeline, photo.pipeline, "pipeline")
            try scene.equal(job.priority, 3, "priority")
            try scene.equal(job.progress, Progress(.ready, due: scene.now), "progress")
            try scene.equal(job.arrived, scene.now, "arrived")
            try scene.require(job.isCurrent && !job.waitsForOriginal && job.owner == nil, "no process has it")
        },
        StoreCheck("a name that is not UTF-8 comes back byte for byte") { scene in
            let place = Place(root: [0x2F, 0xFF, 0xFE], path: [0xC3, 0x28, 0x2F, 0x0A, 0x80])
            var photo = scene.photo("x", 1)
            photo.place = place
            photo.output = [0xFF]
            let id = try scene.enqueue(photo)[0].job
            try scene.equal(scene.job(id).place, place, "place")
            try scene.equal(scene.job(id).output, [0xFF], "output")
            let again = try scene.enqueue(photo)[0]
            try scene.equal(again.verdict, .known, "verdict")
        },
        StoreCheck("the same photo again is known, whatever became of it") { scene in
            let id = try scene.add("a.jpg", 1)
            for outcome in [Outcome.released, .retry(at: scene.now, scene.full, budget: 9), .done([7])] {
                let result = try scene.enqueue(scene.photo("a.jpg", 1))[0]
                try scene.equal([result.job], [id], "job")
                try scene.equal(result.verdict, .known, "verdict before \(outcome)")
                let claim = try scene.claimOne()
                try scene.equal(scene.enqueue(scene.photo("a.jpg", 1))[0].state, .running, "state while running")
                try scene.complete(claim, outcome)
            }
            let result = try scene.enqueue(scene.photo("a.jpg", 1, modified: 2))[0]
            try scene.equal(
                result, EnqueueResult(job: id, verdict: .known, state: .done, original: nil), "a touched file")
            try scene.equal(scene.job(id).stamp.mtimeNanoseconds, 2, "its stamp")
            try scene.equal(scene.result(id), [7], "its result")
        },
        StoreCheck("a file that is being written waits until it is whole") { scene in
            let id = try scene.add("a.jpg", nil)
            try scene.state(id, .waiting)
            try scene.require(scene.claim().isEmpty, "a waiting job is not claimed")
            let result = try scene.enqueue(scene.photo("a.jpg", 1))[0]
            try scene.equal(result, EnqueueResult(job: id, verdict: .new, state: .ready, original: nil), "result")
            let written = try scene.enqueue(scene.photo("a.jpg", nil, modified: 5))[0]
            try scene.equal(written.verdict, .replaced, "being written again")
            try scene.state(id, .waiting)
            try scene.equal(scene.job(id).content, nil, "content")
        },
        StoreCheck("a finished or running photo that is touched stays as it is until its content is known") { scene in
            let id = try scene.add("a.jpg", 1)
            let claim = try scene.claimOne()
            try scene.equal(scene.enqueue(scene.photo("a.jpg", nil, modified: 5))[0].verdict, .known, "running")
            try scene.complete(claim, .done([1]))
            try scene.equal(scene.enqueue(scene.photo("a.jpg", nil, modified: 6))[0].verdict, .known, "done")
            try scene.state(id, .done)
        },
        StoreCheck("new content before the work begins is worked in the same job") { scene in
            let id = try scene.add("a.jpg", 1)
            let result = try scene.enqueue(scene.photo("a.jpg", 2))[0]
            try scene.equal(result, EnqueueResult(job: id, verdict: .replaced, state: .ready, original: nil), "result")
            let claim = try scene.claimOne()
            try scene.equal(claim.content, Scene.fingerprint(2), "content")
            try scene.require(scene.claim().isEmpty, "nothing else")
        },
        StoreCheck("new content while the work is going on makes its end count for nothing") { scene in
            let first = try scene.add("a.jpg", 1)
            let claim = try scene.claimOne()
            let result = try scene.enqueue(scene.photo("a.jpg", 2))[0]
            try scene.require(result.job != first && result.verdict == .replaced, "a new job")
            try scene.equal(scene.transaction { try $0.validClaims(among: [claim.id]) }, [], "holding")
            try scene.equal(scene.complete(claim, .done([1])), .lost, "completion")
            try scene.state(first, .cancelled)
            try scene.require(!scene.job(first).isCurrent, "the first is history")
            let second = try scene.claimOne()
            try scene.equal(second.job, result.job, "the second is worked")
            try scene.equal(scene.complete(second, .done([2])), .completed(.done), "completion")
        },
        StoreCheck("new content or another pipeline after the work leaves the old job as history") { scene in
            let first = try scene.add("a.jpg", 1)
            try scene.complete(scene.claimOne(), .done([1]))
            let second = try scene.enqueue(scene.photo("a.jpg", 2))[0]
            try scene.equal(second.verdict, .replaced, "verdict")
            try scene.complete(scene.claimOne(), .done([2]))
            let pipeline = Scene.fingerprint(77)
            let third = try scene.enqueue(scene.photo("a.jpg", 2, pipeline: pipeline))[0]
            try scene.equal(third.verdict, .replaced, "verdict")
            try scene.require(scene.claim().isEmpty, "it is not worked with the old pipeline")
            try scene.equal(scene.claim(pipelines: [pipeline]).map(\.job), [third.job], "but with its own")
            try scene.equal(scene.result(first), [1], "the first result is kept")
            try scene.equal(scene.overview().history, 2, "history")
        },
        StoreCheck("a file that comes back after it was gone is worked") { scene in
            let id = try scene.add("a.jpg", 1)
            try scene.complete(scene.claimOne(), .gone(result: [9]))
            try scene.state(id, .gone)
            try scene.equal(scene.result(id), [9], "the record of its absence")
            let result = try scene.enqueue(scene.photo("a.jpg", 1))[0]
            try scene.equal(result, EnqueueResult(job: id, verdict: .new, state: .ready, original: nil), "result")
            try scene.equal(scene.result(id), nil, "no record any more")
        },
    ]
}
