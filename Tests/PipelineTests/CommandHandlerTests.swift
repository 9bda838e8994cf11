import Control
import Findings
import Intake
import Results
import Storage
import StorageTesting
import Synchronization
import SystemPackage
import SystemValues
import Testing

@testable import Supervisor

/// What a command on the socket may say.
@Suite struct CommandHandlerTests {
    func handler(_ count: Int) async throws -> (CommandHandler, QueueService) {
        let queue = QueueService(MemoryQueueStore())
        let arrivals = (0..<count).map { number -> NewJob in
            NewJob(
                place: Place(root: Array("/photos".utf8), path: Array("\(number).jpg".utf8)),
                output: Array("\(number).jpg.json".utf8),
                stamp: FileIdentity(device: 1, inode: UInt64(number), size: 3, mtimeNanoseconds: 4),
                content: Fingerprint(head: UInt64(number + 1), tail: (9, 9, 9)),
                pipeline: Fingerprint(head: 1, tail: (2, 3, 4)))
        }
        _ = try await queue.enqueue(arrivals, at: 1)
        let handler = CommandHandler(queue: queue, backfill: nil, pipeline: nil, now: { 2 }, status: { nil })
        return (handler, queue)
    }

    @Test func aPauseIsNotedWhereNoSupervisorRunsAndForLaterRuns() async throws {
        let (handler, queue) = try await handler(1)
        let steps: [(ControlRequest, Int, Bool)] = [
            (.resume, 0, false), (.pause, 1, true), (.pause, 0, true), (.resume, 1, false),
        ]
        for (request, changed, isPaused) in steps {
            guard case .changed(let count) = await handler.answer(request) else {
                Issue.record("\(request) was refused")
                continue
            }
            #expect(count == changed)
            #expect(try await queue.look { try $0.jobs.isPaused() } == isPaused)
        }
    }

    /// What the settings have photos wait for is no pause, and a user may end both at once.
    @Test func photosBeginAtOnceWhereAUserSaysSo() async throws {
        var (handler, queue) = try await handler(1)
        let waits = Mutex(true)
        handler.beginNow = {
            waits.withLock { waits in
                defer { waits = false }
                return waits
            }
        }
        for (request, changed) in [
            (ControlRequest.resume, 0), (.pause, 1), (.resumeNow, 1), (.resumeNow, 0), (.pause, 1), (.resumeNow, 1),
        ] {
            #expect(await handler.answer(request) == .changed(changed), "\(request)")
        }
        #expect(try await !queue.look { try $0.jobs.isPaused() })
        #expect(!waits.withLock { $0 })
        // Where no work is done there is nothing to begin.
        handler.beginNow = nil
        #expect(await handler.answer(.resumeNow) == .changed(0))
    }

    /// More than one transaction changes, of which some have the number already.
    @Test func allThatWaitGetAnotherNumber() async throws {
        let (handler, queue) = try await handler(2_500)
        let some = JobChoice(jobs: [1, 2, 3])
        #expect(await handler.answer(.prioritize(some, level: -4)) == .changed(3))
        #expect(await handler.answer(.prioritize(JobChoice(states: ["ready"]), level: -4)) == .changed(2_497))
        #expect(await handler.answer(.prioritize(JobChoice(states: ["ready"]), level: -4)) == .changed(0))
        #expect(await handler.answer(.prioritize(JobChoice(states: ["done"]), level: 2)) == .changed(0))
        #expect(try await queue.job(JobID(rawValue: 2_500))?.priority == JobPriority(level: -4).rank)
        for level in [-101, 101] {
            guard case .error(let error) = await handler.answer(.prioritize(some, level: level)) else {
                Issue.record("\(level) was taken")
                continue
            }
            #expect(error.code == "badRequest" && error.fault == .input)
        }
    }

    @Test func messagesAreChosenByNumberOrByHookAndState() async throws {
        let (handler, queue) = try await handler(0)
        let owner = Owner(host: "h", boot: "b", pid: 1, started: 2)
        let ids = try await queue.perform { transaction in
            try transaction.outbox.add(
                ["x", "x", "y"].enumerated().map { number, hook in
                    NewMessage(hook: hook, subject: .session("\(number)"), event: "session", body: Array("{}".utf8))
                }, at: 1)
            let out = try transaction.outbox.claim(DeliveryRequest(owner: owner, limits: ["x": 2, "y": 1]), at: 1)
            let endings = out.map { DeliveryEnding($0.id, attempt: 1, .givenUp) }
            try transaction.outbox.settle(endings, by: owner, at: 1)
            return out.map(\.id.rawValue).sorted()
        }
        let steps: [(ControlRequest, ControlReply)] = [
            (.redeliver(MessageChoice(states: ["waiting"])), .changed(0)),
            (.redeliver(MessageChoice(messages: [ids[2]])), .changed(1)),
            (.redeliver(MessageChoice(hooks: ["y"], states: ["given up"])), .changed(0)),
            (.redeliver(MessageChoice(hooks: ["x"], states: ["given up"])), .changed(2)),
            (.forget(MessageChoice(hooks: ["x"], states: ["waiting"])), .changed(2)),
            (.forget(MessageChoice(messages: ids)), .changed(1)), (.forget(MessageChoice(messages: ids)), .changed(0)),
        ]
        for (request, reply) in steps { #expect(await handler.answer(request) == reply, "\(request)") }
        // No condition at all would mean every message.
        for choice in [MessageChoice(), MessageChoice(hooks: ["x"]), MessageChoice(states: ["sent"])] {
            for request in [ControlRequest.redeliver(choice), .forget(choice)] {
                guard case .error(let error) = await handler.answer(request) else {
                    Issue.record("\(request) was carried out")
                    continue
                }
                #expect(error.code == "badRequest")
            }
        }
    }

    @Test func withAForgottenJobGoesWhatWasDelivered() async throws {
        let (handler, queue) = try await handler(2)
        let owner = Owner(host: "h", boot: "b", pid: 1, started: 2)
        let jobs = try await queue.perform { transaction in
            let request = ClaimRequest(
                limit: 2, owner: owner, pipelines: [Fingerprint(head: 1, tail: (2, 3, 4))])
            let claims = try transaction.jobs.claim(request, at: 1)
            _ = try transaction.jobs.complete(claims.map { ($0.id, .done([1])) }, at: 1)
            try transaction.outbox.add(
                claims.flatMap { claim in
                    ["x", "y"].map {
                        NewMessage(hook: $0, subject: .photo(claim.id), event: "photo", body: Array("{}".utf8))
                    }
                }, at: 1)
            let out = try transaction.outbox.claim(DeliveryRequest(owner: owner, limits: ["x": 2]), at: 1)
            let endings = out.map { DeliveryEnding($0.id, attempt: 1, .delivered) }
            try transaction.outbox.settle(endings, by: owner, at: 1)
            return claims.map(\.job)
        }
        #expect(await handler.answer(.prune(JobChoice(jobs: [jobs[0].rawValue]))) == .changed(1))
        let left = try await queue.look { try $0.outbox.page(OutboxPage()) }
        #expect(left.map(\.hook) == ["y", "x", "y"] && left.map(\.subject.job) == [jobs[0], jobs[1], jobs[1]])
    }

    @Test(arguments: [[], ["dnoe"], ["ready", "redy"], ["READY"]])
    func aCommandThatNamesNothingOrNoStateChangesNothing(states: [String]) async throws {
        let (handler, queue) = try await handler(3)
        let choice = JobChoice(states: states)
        for request in [
            ControlRequest.cancel(choice), .prune(choice), .retry(choice), .prioritize(choice, level: 1),
        ] {
            guard case .error(let error) = await handler.answer(request) else {
                Issue.record("\(request) was carried out")
                continue
            }
            #expect(error.code == "badRequest" && error.fault == .input)
        }
        #expect(try await queue.overview()[.ready] == 3)
    }

    @Test func theTablesAreToldOfReviews() async throws {
        var (handler, _) = try await handler(1)
        let (changes, content) = (TableChanges(), Fingerprint(head: 1, tail: (9, 9, 9)).description)
        handler.changes = changes
        let found = ["a": ReviewBasis(task: "detect", model: nil, digest: "1")]
        for request in [
            ControlRequest.accept(contents: [content: found]), .findings(content: content, as: nil),
        ] {
            #expect(await handler.answer(request) == .changed(1))
            #expect(changes.take().reviewed == 1)
        }
        let many = [FindingChange(content: content, review: FindingReview(isAccepted: false), revision: nil)]
        #expect(await handler.answer(.findingsOfMany(many)) == .revised([content: 3]))
        #expect(changes.take().reviewed == 1)
        #expect(await handler.answer(.findings(content: content, as: nil)) == .changed(1))
        // Accepted already, in a later request too.
        #expect(await handler.answer(.accept(contents: [content: found])) == .changed(1))
        #expect(await handler.answer(.accept(contents: [content: found])) == .changed(0))
    }

    @Test func whoWritesSheetsIsToldOfEveryChangeOfTheScoreBookAndOfNoOther() async throws {
        var (handler, queue) = try await handler(1)
        let sheets = ChangeSignal()
        handler.sheets = sheets
        _ = try await queue.perform { try $0.scores.store(SheetScene.reading("day/1.jpg", day: 1)) }
        let nine = Correction(photo: "day/1.jpg", arrow: nil, value: .init(score: 9), adds: true)
        let changes: [ControlRequest] = [
            .correct(nine), .withdraw(photo: "day/1.jpg", arrow: 1), .review(photo: "day/1.jpg", as: PhotoReview()),
            .session("day 1970-01-02", .rename("club")), .assign(photos: ["day/1.jpg"], session: "mine"),
        ]
        for (number, request) in changes.enumerated() {
            if case .error(let error) = await handler.answer(request) { Issue.record("\(request): \(error)") }
            #expect(sheets.count == number + 1, "\(request)")
        }
        for request in [ControlRequest.session("nowhere", .rename("x")), .pause, .resume, .status] {
            _ = await handler.answer(request)
        }
        #expect(sheets.count == changes.count)
    }

    @Test func whatEndedByAClockThatWasNotSetIsNotOld() async throws {
        let today = SteadyTime.credible + 1_000_000
        for (ended, isForgotten) in [(0, false), (SteadyTime.credible, true), (today, false), (today + 9, false)] {
            let (handler, queue) = try await handler(1)
            _ = try await queue.change(.cancel(JobFilter()), at: ended)
            let old = await handler.answer(.prune(JobChoice(states: ["cancelled"]), endedBefore: today))
            #expect(old == .changed(isForgotten ? 1 : 0), "ended at \(ended)")
            let all = await handler.answer(.prune(JobChoice(states: ["cancelled"])))
            #expect(all == .changed(isForgotten ? 0 : 1))
        }
    }

    @Test func aChangeThatWasMadeOnAnotherQueueChangesNothing() async throws {
        let (handler, queue) = try await handler(3)
        let content = Fingerprint(head: 1, tail: (9, 9, 9)).description
        let own = try await queue.look { try $0.jobs.identity() }.description
        let other = String(repeating: "0", count: own.count)
        let choice = JobChoice(states: ["ready"])
        for request in [
            ControlRequest.cancel(choice), .prune(choice), .retry(JobChoice(jobs: [1])), .pause, .resume,
            .findings(content: content, as: FindingReview(isAccepted: true)),
            .accept(contents: [content: ["a": ReviewBasis(task: "detect", model: nil, digest: "1")]]),
            .findingsOfMany([FindingChange(content: content, review: nil, revision: nil)]),
            .unaccept(contents: [content]), .choose(set: "s", contents: [content], .new), .unchoose(set: "s"),
            .gather(contents: [content], in: PhotoSetDraft(id: "1")),
            .renameSet("s", to: "t"), .session("a", .rename("b")), .review(photo: "a", as: PhotoReview()),
            .assign(photos: ["a"], session: "b"), .withdraw(photo: "a", arrow: 1),
        ] {
            guard case .error(let error) = await handler.answer(.on(queue: other, request)) else {
                Issue.record("\(request) was carried out")
                continue
            }
            #expect(error.code == "otherQueue", "\(request): \(error)")
        }
        #expect(try await queue.overview()[.ready] == 3)
        #expect(try await queue.look { try $0.reviews.findingReview(ofContent: content) } == nil)
        #expect(try await queue.look { try $0.sets.photoSets() }.isEmpty)
        #expect(try await !queue.look { try $0.jobs.isPaused() })
        #expect(await handler.answer(.on(queue: own, .cancel(choice))) == .changed(3))
    }

    @Test func whatWasGatheredForAChoiceThatIsRefusedIsLetGo() async throws {
        let (handler, queue) = try await handler(1)
        let contents = (1...2).map { Fingerprint(head: UInt64($0), tail: (9, 9, 9)).description }
        func drafts() async throws -> Int { try await queue.look { try $0.sets.drafts().count } }
        func gather(_ id: String) async -> PhotoSetDraft {
            let reply = await handler.answer(.gather(contents: [contents[0]], in: PhotoSetDraft(id: id)))
            #expect(reply == .changed(1))
            return PhotoSetDraft(id: id, count: 1)
        }
        #expect(await handler.answer(.choose(set: "a", contents: contents, .new)) == .photos(contents))
        let refused = ControlRequest.choose(set: "a", contents: [contents[1]], .new, with: await gather("1"))
        guard case .error(let error) = await handler.answer(refused) else {
            Issue.record("a set of this name is there")
            return
        }
        #expect(error.code == "setTaken")
        #expect(try await drafts() == 0)
        // What a process has left that ended is pruned.
        _ = await gather("2")
        #expect(try await drafts() == 1)
        #expect(await handler.answer(.prune(JobChoice(states: ["failed"]))) == .changed(0))
        #expect(try await drafts() == 0)
    }

    @Test func aCommandThatNamesAStateChangesThose() async throws {
        let (handler, queue) = try await handler(3)
        #expect(await handler.answer(.cancel(JobChoice(states: ["ready"]))) == .changed(3))
        #expect(try await queue.overview()[.cancelled] == 3)
    }
}
