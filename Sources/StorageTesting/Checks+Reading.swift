import Storage

extension StoreCheck {
    static let reading = [
        StoreCheck("known files say what is known of each place") { scene in
            let id = try scene.add("day/a.jpg", 1)
            let places = [Scene.place("day/b.jpg"), Scene.place("day/a.jpg"), Scene.place("a.jpg")]
            let known = try scene.transaction { try $0.knownFiles(at: places) }
            let seen = KnownFile(
                job: id, state: .ready, output: Array("day/a.jpg.json".utf8), stamp: scene.photo("x", 1).stamp,
                content: Scene.fingerprint(1), pipeline: scene.pipeline)
            try scene.equal(known, [nil, seen, nil], "known files")
        },
        StoreCheck("an ended job's version changes when it ends again, and only then") { scene in
            let ids = try (1...3).map { try scene.add("\($0).jpg", UInt64($0)) }
            func versions(_ after: JobID? = nil, _ limit: Int = 9) throws -> [JobVersion] {
                try scene.transaction { try $0.versions(of: scene.pipeline, after: after, limit: limit) }
            }
            try scene.equal(versions(), [], "before the end")
            try scene.complete(scene.claimOne(), .done([1]))
            try scene.complete(scene.claimOne(), .failed(scene.broken))
            let before = try versions()
            try scene.equal(before.map(\.id), [ids[0], ids[1]], "ended")
            try scene.equal(before, try before.map { JobVersion(try scene.job($0.id)) }, "of the job")
            try scene.equal(versions(ids[0]), [before[1]], "behind the first")
            try scene.equal(versions(nil, 1), [before[0]], "one")
            try scene.change(.retry(JobFilter(ids: [ids[1]]), pipeline: nil))
            try scene.equal(versions(), [before[0]], "put back")
            try scene.complete(scene.claimOne(), .failed(scene.broken))
            try scene.complete(scene.claimOne(), .failed(scene.broken))
            let after = try versions()
            try scene.equal(after.count, 3, "all")
            try scene.equal(after[0], before[0], "untouched")
            try scene.require(after[1] != before[1], "ended again")
            try scene.enqueue(scene.photo("1.jpg", 50))
            try scene.require(versions()[0] != before[0], "replaced")
            let other = try scene.transaction {
                try $0.versions(of: Scene.fingerprint(7), after: nil, limit: 9)
            }
            try scene.equal(other, [], "another pipeline")
        },
        StoreCheck("a queue has an identity, which stays") { scene in
            let identity = try scene.transaction { try $0.identity() }
            try scene.add("a.jpg", 1)
            try scene.equal(scene.transaction { try $0.identity() }, identity, "later")
            try scene.require(identity != Fingerprint(head: 0, tail: (0, 0, 0)), "random")
        },
        StoreCheck("a pause by hand is kept until the work goes on, and counts as no job") { scene in
            try scene.require(!scene.transaction { try $0.isPaused() }, "a new queue")
            try scene.add("a.jpg", 1)
            let before = try scene.transaction { try $0.overview() }
            for isPaused in [true, true, false, true] {
                try scene.transaction { try $0.pause(isPaused) }
                try scene.equal(scene.transaction { try $0.isPaused() }, isPaused, "noted")
            }
            try scene.equal(scene.transaction { try $0.overview() }, before, "the counts")
        },
        StoreCheck("pages follow each other without a gap, in both directions") { scene in
            let ids = try (1...7).map { try scene.add("\($0).jpg", UInt64($0)) }
            for newestFirst in [false, true] {
                var seen: [JobID] = []
                while true {
                    let page = try scene.page(
                        PageRequest(after: seen.last, limit: 3, newestFirst: newestFirst))
                    if page.isEmpty { break }
                    seen += page.map(\.id)
                }
                try scene.equal(seen, newestFirst ? ids.reversed() : ids, "newest first: \(newestFirst)")
            }
        },
        StoreCheck("every condition of a filter counts") { scene in
            let paths = ["a.jpg", "day/b.jpg", "day/night/c.jpg", "day2/d.jpg"]
            let ids = try paths.enumerated().map { try scene.add($1, UInt64($0)) }
            var elsewhere = scene.photo("day/b.jpg", 9, pipeline: Scene.fingerprint(3))
            elsewhere.place = Place(root: Array("/other".utf8), path: Array("day/b.jpg".utf8))
            let fifth = try scene.enqueue(elsewhere)[0].job
            try scene.complete(scene.claimOne(), .done([1]))
            try scene.enqueue(scene.photo("a.jpg", 50))
            func found(_ change: (inout JobFilter) -> Void) throws -> [JobID] {
                var filter = JobFilter()
                change(&filter)
                return try scene.page(PageRequest(filter)).map(\.id)
            }
            let sixth = try found { $0.states = [.ready] }.last
            try scene.equal(try found { $0.ids = [ids[3], ids[1]] }, [ids[1], ids[3]], "ids")
            try scene.equal(try found { $0.ids = [] }, [], "no ids")
            try scene.equal(try found { $0.states = [.done, .failed] }, [], "states of current jobs")
            try scene.equal(try found { $0.root = Array("/other".utf8) }, [fifth], "root")
            try scene.equal(
                try found { $0.folder = Array("day".utf8) }, [ids[1], ids[2], fifth], "folder, not its namesake")
            try scene.equal(try found { $0.pipelines = [Scene.fingerprint(3)] }, [fifth], "pipeline")
            try scene.equal(try found { $0.pipelines = [Scene.fingerprint(4)] }, [], "unknown pipeline")
            try scene.equal(try found { $0.age = .history }, [ids[0]], "history")
            try scene.equal(
                try found { $0.age = .any }, ids + [fifth] + [sixth].compactMap { $0 }, "current and history")
        },
        StoreCheck("where the records of photos lie that have ended") { scene in
            let paths = ["a.jpg", "day/b.jpg", "day/night/c.jpg", "d.jpg", "e.jpg"]
            for (number, path) in paths.enumerated() {
                var photo = scene.photo(path, UInt64(number))
                // One path says nothing of the photo's own, one leads nowhere, and one has no record's name.
                if path == "day/b.jpg" { photo.output = Array("other/1.json".utf8) }
                if path == "e.jpg" { photo.output = [] }
                try scene.enqueue(photo)
            }
            try scene.complete(scene.claimOne(), .done([1]))
            try scene.complete(scene.claimOne(), .failed(scene.broken))
            try scene.complete(scene.claimOne(), .gone())
            func places(
                _ after: JobID? = nil, through: JobID? = nil, _ limit: Int = 9, asking condition: FactCondition? = nil
            ) throws -> EndedPlace.Page {
                let (possible, sure) = (condition ?? .always, condition ?? .never)
                return try scene.transaction {
                    try $0.endedPlaces(after: after, through: through, limit: limit, possible: possible, sure: sure)
                }
            }
            func expected() throws -> [EndedPlace] {
                try scene.page(PageRequest()).compactMap { EndedPlace($0, verdict: nil) }
            }
            let all = try places()
            try scene.equal(all.places, expected(), "all")
            try scene.equal(
                all.places.map { String(decoding: $0.way, as: UTF8.self) },
                ["a.jpg.json", "other/1.json", "day/night/c.jpg.json"], "their ways")
            try scene.equal(all.places.map(\.hasResult), [true, false, false], "with a result")
            try scene.equal(all.next, nil, "nothing behind them")
            var (found, next): ([EndedPlace], JobID?) = ([], nil)
            repeat {
                let page = try places(next, 2)
                (found, next) = (found + page.places, page.next)
            } while next != nil
            try scene.equal(found, all.places, "some at a time")
            let second = all.places[1].job
            try scene.equal(places(through: second).places, Array(all.places.prefix(2)), "up to one of them")
            try scene.equal(places(second).places, Array(all.places.dropFirst(2)), "behind it")
            var request = PageRequest()
            request.through = second
            try scene.equal(scene.page(request).map(\.id), all.places.prefix(2).map(\.job), "a page up to it")
            request.newestFirst = true
            try scene.equal(scene.page(request).last?.id, second, "a page down to it")
            // What is told is right; a store that keeps nothing tells nothing.
            let isDone = FactCondition.states([.done])
            let told = try places(asking: isDone).places
            try scene.equal(told.map(\.job), all.places.map(\.job), "what was asked leaves none out")
            try scene.require(told.allSatisfy { $0.verdict == nil || $0.verdict == $0.hasResult }, "what is told")
            let whole = try scene.transaction { jobs in
                try jobs.verdicts(on: told.map(\.job), possible: isDone, sure: isDone)
            }
            try scene.equal(told.compactMap(\.verdict), told.compactMap { whole[$0.job] }, "of single jobs")
            try scene.complete(scene.claim()[1], .done([2]))
            try scene.equal(places().places, expected(), "without one that has no place")
        },
        StoreCheck("the record of a photo that is worked again lies where it lay") { scene in
            let (done, rerun, other) = try scene.rerun()
            func places() throws -> [EndedPlace] {
                try scene.transaction {
                    try $0.endedPlaces(after: nil, through: nil, limit: 9, possible: .always, sure: .never).places
                }
            }
            try scene.equal(places(), [EndedPlace(scene.job(done), verdict: nil)].compactMap { $0 }, "until it ends")
            try scene.complete(scene.claim(pipelines: [other])[0], .done([2]))
            try scene.equal(places().map(\.job), [rerun], "then its own")
        },
        StoreCheck("the overview counts every job once") { scene in
            try scene.equal(scene.overview(), Overview(counts: [:], history: 0, nextDue: nil), "an empty queue")
            for number in 1...6 { try scene.add("\(number).jpg", UInt64(number)) }
            try scene.add("w.jpg", nil)
            let claims = try scene.claim(4)
            try scene.complete(claims[0], .done([1]))
            try scene.complete(claims[1], .retry(at: scene.now + 9, scene.full, budget: 1))
            try scene.complete(claims[2], .gone())
            let overview = try scene.overview()
            try scene.equal(
                overview.counts, [.waiting: 1, .ready: 2, .running: 1, .blocked: 1, .done: 1, .gone: 1], "counts")
            try scene.equal(overview.unfinished, 5, "unfinished")
            try scene.equal(overview.nextDue, scene.now + 9, "next due")
        },
        StoreCheck("an empty record and an empty output are kept as they are") { scene in
            var photo = scene.photo("a.jpg", 1)
            photo.output = []
            let id = try scene.enqueue(photo)[0].job
            try scene.complete(scene.claimOne(), .done([]))
            try scene.equal(scene.result(id), [], "record")
            try scene.equal(scene.job(id).output, [], "output")
        },
    ]
}
