import JobQueue

extension StoreCheck {
    static let arrivals = [
        StoreCheck("a new photo is ready, with everything that was said about it") { scene in
            let photo = scene.photo("day1/a.jpg", 1, priority: 3)
            let receipt = try scene.register(photo)[0]
            try scene.equal(
                receipt, Receipt(job: receipt.job, verdict: .new, state: .ready, original: nil), "receipt")
            let job = try scene.job(receipt.job)
            try scene.equal(job.place, photo.place, "place")
            try scene.equal(job.output, photo.output, "output")
            try scene.equal(job.stamp, photo.stamp, "stamp")
            try scene.equal(job.content, photo.content, "content")
            try scene.equal(job.pipeline, photo.pipeline, "pipeline")
            try scene.equal(job.priority, 3, "priority")
            try scene.equal(job.progress, Progress(.ready, due: scene.now), "progress")
            try scene.equal(job.arrived, scene.now, "arrived")
            try scene.require(job.isCurrent && !job.isHeld && job.owner == nil, "nobody has it")
        },
        StoreCheck("a name that is not UTF-8 comes back byte for byte") { scene in
            let place = Place(root: [0x2F, 0xFF, 0xFE], path: [0xC3, 0x28, 0x2F, 0x0A, 0x80])
            var photo = scene.photo("x", 1)
            photo.place = place
            photo.output = [0xFF]
            let id = try scene.register(photo)[0].job
            try scene.equal(scene.job(id).place, place, "place")
            try scene.equal(scene.job(id).output, [0xFF], "output")
            let again = try scene.register(photo)[0]
            try scene.equal(again.verdict, .known, "verdict")
        },
        StoreCheck("the same photo again is known, whatever became of it") { scene in
            let id = try scene.add("a.jpg", 1)
            for outcome in [Outcome.released, .retry(at: scene.now, scene.full, budget: 9), .done([7])] {
                let receipt = try scene.register(scene.photo("a.jpg", 1))[0]
                try scene.equal([receipt.job], [id], "job")
                try scene.equal(receipt.verdict, .known, "verdict before \(outcome)")
                let claim = try scene.claimOne()
                try scene.equal(scene.register(scene.photo("a.jpg", 1))[0].state, .running, "state while running")
                try scene.settle(claim, outcome)
            }
            let receipt = try scene.register(scene.photo("a.jpg", 1, modified: 2))[0]
            try scene.equal(
                receipt, Receipt(job: id, verdict: .known, state: .done, original: nil), "a touched file")
            try scene.equal(scene.job(id).stamp.modified, 2, "its stamp")
            try scene.equal(scene.result(id), [7], "its result")
        },
        StoreCheck("a file that is being written waits until it is whole") { scene in
            let id = try scene.add("a.jpg", nil)
            try scene.state(id, .waiting)
            try scene.require(scene.claim().isEmpty, "a waiting job is not claimed")
            let receipt = try scene.register(scene.photo("a.jpg", 1))[0]
            try scene.equal(receipt, Receipt(job: id, verdict: .new, state: .ready, original: nil), "receipt")
            let written = try scene.register(scene.photo("a.jpg", nil, modified: 5))[0]
            try scene.equal(written.verdict, .replaced, "being written again")
            try scene.state(id, .waiting)
            try scene.equal(scene.job(id).content, nil, "content")
        },
        StoreCheck("a finished or running photo that is touched stays as it is until its content is known") { scene in
            let id = try scene.add("a.jpg", 1)
            let claim = try scene.claimOne()
            try scene.equal(scene.register(scene.photo("a.jpg", nil, modified: 5))[0].verdict, .known, "running")
            try scene.settle(claim, .done([1]))
            try scene.equal(scene.register(scene.photo("a.jpg", nil, modified: 6))[0].verdict, .known, "done")
            try scene.state(id, .done)
        },
        StoreCheck("new content before the work begins is worked in the same job") { scene in
            let id = try scene.add("a.jpg", 1)
            let receipt = try scene.register(scene.photo("a.jpg", 2))[0]
            try scene.equal(receipt, Receipt(job: id, verdict: .replaced, state: .ready, original: nil), "receipt")
            let claim = try scene.claimOne()
            try scene.equal(claim.content, Scene.fingerprint(2), "content")
            try scene.require(scene.claim().isEmpty, "nothing else")
        },
        StoreCheck("new content while the work is going on makes its end count for nothing") { scene in
            let first = try scene.add("a.jpg", 1)
            let claim = try scene.claimOne()
            let receipt = try scene.register(scene.photo("a.jpg", 2))[0]
            try scene.require(receipt.job != first && receipt.verdict == .replaced, "a new job")
            try scene.equal(scene.store.transaction { try $0.holding([claim.id]) }, [], "holding")
            try scene.equal(scene.settle(claim, .done([1])), .lost, "settlement")
            try scene.state(first, .cancelled)
            try scene.require(!scene.job(first).isCurrent, "the first is history")
            let second = try scene.claimOne()
            try scene.equal(second.job, receipt.job, "the second is worked")
            try scene.equal(scene.settle(second, .done([2])), .settled(.done), "settlement")
        },
        StoreCheck("new content or another pipeline after the work leaves the old job as history") { scene in
            let first = try scene.add("a.jpg", 1)
            try scene.settle(scene.claimOne(), .done([1]))
            let second = try scene.register(scene.photo("a.jpg", 2))[0]
            try scene.equal(second.verdict, .replaced, "verdict")
            try scene.settle(scene.claimOne(), .done([2]))
            let pipeline = Scene.fingerprint(77)
            let third = try scene.register(scene.photo("a.jpg", 2, pipeline: pipeline))[0]
            try scene.equal(third.verdict, .replaced, "verdict")
            try scene.require(scene.claim().isEmpty, "it is not worked with the old pipeline")
            try scene.equal(scene.claim(pipelines: [pipeline]).map(\.job), [third.job], "but with its own")
            try scene.equal(scene.result(first), [1], "the first result is kept")
            try scene.equal(scene.overview().history, 2, "history")
        },
        StoreCheck("a file that comes back after it was gone is worked") { scene in
            let id = try scene.add("a.jpg", 1)
            try scene.settle(scene.claimOne(), .gone(result: [9]))
            try scene.state(id, .gone)
            try scene.equal(scene.result(id), [9], "the record of its absence")
            let receipt = try scene.register(scene.photo("a.jpg", 1))[0]
            try scene.equal(receipt, Receipt(job: id, verdict: .new, state: .ready, original: nil), "receipt")
            try scene.equal(scene.result(id), nil, "no record any more")
        },
    ]
}
