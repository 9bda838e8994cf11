import Storage

extension StoreCheck {
    /// Messages for hooks.
    static let outbox = [
        StoreCheck("a message is handed out as it was made, and its end is kept") { scene in
            let claim = try scene.ended("a.jpg", 1)
            let hook = "ö / \"zoo\""
            try scene.say([hook], .photo(claim), #"{"photo":"ä\u0000 '%$1:x"}"#)
            let made = scene.now
            scene.now += 5
            let message = try scene.deliverOne(hook)
            try scene.equal(message.hook, hook, "hook")
            try scene.equal(message.subject, .photo(claim), "subject")
            try scene.equal(message.event, "photo", "event")
            try scene.equal(message.body, Array(#"{"photo":"ä\u0000 '%$1:x"}"#.utf8), "body")
            try scene.equal(message.made, made, "made")
            try scene.equal(message.progress.owner, scene.me, "owner")
            try scene.equal(message.attempts, 1, "attempts")
            try scene.equal(message.lastAnswer, nil, "answer")
            try scene.equal(scene.deliver([hook]).count, 0, "nothing is handed out twice")
            let answer = OutboxAnswer(.http(204), output: [0xFF, 0, 0x41], attempt: 1, at: scene.now)
            try scene.equal(scene.settle(message, .delivered, answer), .delivered, "state")
            let ended = try scene.message(message.id)
            try scene.equal(ended.state, .delivered, "state")
            try scene.equal(ended.lastAnswer, answer, "answer")
            try scene.equal(ended.progress.ended, scene.now, "ended")
            try scene.equal(ended.progress.owner, nil, "owner")
            try scene.equal(scene.settle(message, .delivered), nil, "a second end")
        },
        StoreCheck("about a session and a run as well") { scene in
            let subjects = [
                OutboxSubject.session("day 1 \u{1F3F9} x"), .session(""), .run(scene.other, started: -5),
                .run(Owner(host: "a b", boot: "", pid: 1, started: 2, life: .max), started: 1),
            ]
            for subject in subjects { try scene.say(["h"], subject) }
            try scene.equal(scene.deliver(["h"]).map(\.subject), subjects, "subjects")
        },
        StoreCheck("a hook's messages about one photo go out in order, and hold up no others") { scene in
            let (first, second) = (try scene.ended("a.jpg", 1), try scene.ended("b.jpg", 2))
            try scene.say(["x", "y"], .photo(first))
            try scene.say(["x"], .photo(first), "[2]")
            try scene.say(["x"], .photo(second))
            let out = try scene.deliver(["x", "y"])
            try scene.equal(out.map(\.hook), ["x", "y", "x"], "hooks")
            try scene.equal(out.map(\.subject), [.photo(first), .photo(first), .photo(second)], "subjects")
            try scene.equal(scene.deliver(["x"]).count, 0, "while the first is being delivered")
            try scene.settle(out[0], .retry(at: scene.now + 50))
            try scene.equal(scene.deliver(["x"]).count, 0, "while the first waits for its time")
            scene.now += 50
            let again = try scene.deliverOne("x")
            try scene.equal(again.id, out[0].id, "the first again")
            try scene.equal(again.attempts, 2, "its attempts")
            try scene.settle(again, .givenUp)
            try scene.equal(scene.deliverOne("x").body, Array("[2]".utf8), "the second")
        },
        StoreCheck("a photo that comes again at a place stands behind what is to be said of the former one") { scene in
            let first = try scene.ended("a.jpg", 1)
            try scene.say(["x"], .photo(first))
            let second = try scene.ended("a.jpg", 2)
            try scene.require(second.job != first.job, "another number")
            try scene.say(["x"], .photo(second))
            let out = try scene.deliver(["x"])
            try scene.equal(out.map(\.subject), [.photo(first)], "the former one alone")
            try scene.settle(out[0], .delivered)
            try scene.equal(scene.deliver(["x"]).map(\.subject), [.photo(second)], "the other one")
        },
        StoreCheck("no more of a hook's messages are handed out than asked for, the longest due first") { scene in
            for number in 1...4 { try scene.say(["x", "y", "z"], .session("\(number)")) }
            let late = try scene.deliverOne("y")
            try scene.settle(late, .retry(at: scene.now + 1))
            scene.now += 10
            let request = DeliveryRequest(owner: scene.me, limits: ["x": 2, "y": 9, "z": 0, "unknown": 3])
            let out = try scene.outbox { try $0.claim(request, at: scene.now) }
            try scene.equal(out.filter { $0.hook == "x" }.map(\.subject), [.session("1"), .session("2")], "limited")
            try scene.equal(
                out.filter { $0.hook == "y" }.map(\.subject),
                [.session("2"), .session("3"), .session("4"), .session("1")], "by time and number")
            try scene.equal(out.filter { $0.hook == "z" }.count, 0, "none")
        },
        StoreCheck("an end counts for its own attempt and owner only") { scene in
            try scene.say(["x"], .session("s"))
            let out = try scene.deliverOne("x")
            let wrong = DeliveryEnding(out.id, attempt: out.attempts + 1, .delivered)
            let right = DeliveryEnding(out.id, attempt: out.attempts, .delivered)
            let unknown = DeliveryEnding(MessageID(rawValue: 999), attempt: 1, .delivered)
            try scene.equal(
                scene.outbox { try $0.settle([wrong, unknown], by: scene.me, at: scene.now) }, [nil, nil], "ends")
            try scene.equal(scene.outbox { try $0.settle([right], by: scene.other, at: scene.now) }, [nil], "another's")
            try scene.equal(
                scene.outbox { try $0.settle([right, right], by: scene.me, at: scene.now) }, [.delivered, nil], "twice")
            try scene.equal(scene.outbox { try $0.settle([], by: scene.me, at: scene.now) }, [], "none")
        },
        StoreCheck("what a dead process was delivering is free at once, and what one gives back costs nothing") {
            scene in
            for name in ["a", "b", "c"] { try scene.say(["x"], .session(name)) }
            let request = DeliveryRequest(owner: scene.other, limits: ["x": 1])
            let lost = try scene.outbox { try $0.claim(request, at: scene.now) }[0]
            let mine = try scene.deliver(["x"])
            try scene.equal(mine.count, 2, "mine")
            let freed = try scene.outbox { try $0.recover(at: scene.now) { $0 == scene.other } }
            try scene.equal(freed, 1, "freed")
            let taken = try scene.deliverOne("x")
            try scene.equal(taken.id, lost.id, "taken over")
            try scene.equal(taken.attempts, 2, "the attempt stays counted")
            let late = DeliveryEnding(lost.id, attempt: 1, .delivered)
            try scene.equal(scene.outbox { try $0.settle([late], by: scene.other, at: scene.now) }, [nil], "a late end")
            try scene.equal(scene.outbox { try $0.release(allOf: scene.me, at: scene.now) }, 3, "given back")
            try scene.equal(scene.outbox { try $0.release(allOf: scene.me, at: scene.now) }, 0, "nothing is left")
            try scene.equal(scene.settle(mine[0], .delivered), nil, "the end of what was given back")
            let again = try scene.deliver(["x"])
            try scene.equal(again.map(\.attempts), [2, 1, 1], "attempts")
            try scene.equal(scene.outbox { try $0.recover(at: scene.now) { _ in false } }, 0, "of the living")
        },
        StoreCheck("a message is there with the end that it tells of, or not at all") { scene in
            struct Broken: Error {}
            let id = try scene.add("a.jpg", 1)
            let claim = try scene.claimOne()
            let message = NewMessage(hook: "x", subject: .photo(claim.id), event: "photo", body: Array("{}".utf8))
            do {
                try scene.store.transaction { transaction in
                    _ = try transaction.jobs.complete([(claim.id, .done([1]))], at: scene.now)
                    try transaction.outbox.add([message], at: scene.now)
                    throw Broken()
                }
            } catch is Broken {}
            try scene.equal(scene.messages(), [], "messages of a failed transaction")
            try scene.state(id, .running)
            try scene.store.transaction { transaction in
                let ends = try transaction.jobs.complete([(claim.id, .done([1]))], at: scene.now)
                try scene.equal(ends, [.completed(.done)], "the end")
                try transaction.outbox.add([message, message], at: scene.now)
                try scene.equal(
                    transaction.outbox.page(OutboxPage()).map(\.subject), [.photo(claim.id), .photo(claim.id)],
                    "what the transaction itself sees")
            }
            try scene.state(id, .done)
            try scene.equal(scene.result(id), [1], "the result")
            try scene.equal(scene.messages().count, 2, "messages")
            try scene.equal(scene.deliver(["x"]).count, 1, "the first of both")
        },
        StoreCheck("a body that is no text is refused, and nothing is added") { scene in
            for body in [[0xFF], [0x7B, 0, 0x7D]] as [[UInt8]] {
                do {
                    try scene.outbox {
                        try $0.add([NewMessage(hook: "x", subject: .session("s"), event: "e", body: body)], at: 1)
                    }
                    throw CheckFailure(description: "a body of \(body) was taken")
                } catch let error as JobQueueError {
                    try scene.equal(error.fault, .quiver, "whose fault")
                }
            }
            try scene.equal(scene.messages(), [], "messages")
        },
        StoreCheck("messages are listed by what they are, in both orders, page by page") { scene in
            let claim = try scene.ended("a.jpg", 1)
            for number in 1...3 { try scene.say(["x", "y"], .session("\(number)")) }
            try scene.say(["z"], .photo(claim))
            let all = try scene.messages()
            try scene.equal(all.map(\.hook), ["x", "y", "x", "y", "x", "y", "z"], "all, by number")
            func page(_ filter: OutboxFilter, after: Int? = nil, limit: Int = 9, newest: Bool = false) throws -> [Int] {
                let request = OutboxPage(filter, after: after.map { all[$0].id }, limit: limit, newestFirst: newest)
                return try scene.outbox { try $0.page(request) }.compactMap { message in
                    all.firstIndex { $0.id == message.id }
                }
            }
            try scene.settle(scene.deliverOne("x"), .delivered)
            try scene.settle(scene.deliverOne("y"), .givenUp)
            try scene.equal(page(OutboxFilter(), after: 1, limit: 3), [2, 3, 4], "a page")
            try scene.equal(page(OutboxFilter(), after: 4, newest: true), [3, 2, 1, 0], "from the newest on")
            try scene.equal(page(OutboxFilter(), limit: 0), [], "no rows")
            try scene.equal(page(OutboxFilter(ids: [all[3].id, all[1].id])), [1, 3], "by number")
            try scene.equal(page(OutboxFilter(ids: [])), [], "none")
            try scene.equal(page(OutboxFilter(hooks: ["x", "z", "ö"])), [0, 2, 4, 6], "by hook")
            try scene.equal(page(OutboxFilter(hooks: [])), [], "no hook")
            try scene.equal(page(OutboxFilter(states: [.delivered, .givenUp])), [0, 1], "by two states")
            try scene.equal(page(OutboxFilter(hooks: ["x"], states: [.waiting])), [2, 4], "by hook and state")
            var filter = OutboxFilter()
            filter.jobs = [claim.job, JobID(rawValue: 999)]
            try scene.equal(page(filter), [6], "by job")
            filter.jobs = []
            try scene.equal(page(filter), [], "no job")
            filter = OutboxFilter()
            filter.endedBefore = scene.now
            try scene.equal(page(filter), [], "that ended before")
            filter.endedBefore = scene.now + 1
            try scene.equal(page(filter), [0, 1], "that ended by now")
            try scene.equal(scene.outbox { try $0.message(MessageID(rawValue: 999)) }, nil, "an unknown one")
        },
        StoreCheck("messages are tried again on request, or forgotten, but for those in delivery") { scene in
            for number in 1...4 { try scene.say(["x"], .session("\(number)")) }
            let ids = try scene.messages().map(\.id)
            let out = try scene.deliver(["x"])
            try scene.settle(out[0], .givenUp, OutboxAnswer(noAnswer: "refused", attempt: 1, at: scene.now))
            try scene.settle(out[1], .delivered)
            try scene.settle(out[2], .retry(at: scene.now + 1000))
            scene.now += 9
            let givenUp = OutboxFilter(states: [.givenUp])
            try scene.equal(scene.outbox { try $0.retry(givenUp, limit: 9, at: scene.now) }, [ids[0]], "given up")
            try scene.equal(
                scene.outbox { try $0.retry(OutboxFilter(), limit: 9, at: scene.now) }, [ids[0], ids[1], ids[2]], "all")
            let first = try scene.message(ids[0])
            try scene.equal(first.progress.since, scene.now, "when its tries began")
            try scene.equal(first.progress.ended, nil, "its end")
            try scene.equal(first.lastAnswer?.output, "refused", "its last answer stays")
            try scene.equal(scene.deliver(["x"], limit: 2).map(\.attempts), [1, 1], "attempts begin anew")
            try scene.equal(scene.outbox { try $0.forget(OutboxFilter(), limit: 9) }, [ids[2]], "forgotten")
            try scene.equal(scene.messages().map(\.id), [ids[0], ids[1], ids[3]], "what is left")
        },
        StoreCheck("what was delivered long ago is forgotten, and no number is given again") { scene in
            for number in 1...3 { try scene.say(["x"], .session("\(number)")) }
            let last = try scene.messages().map(\.id).max()
            let out = try scene.deliver(["x"])
            try scene.settle(out[0], .delivered)
            try scene.settle(out[1], .givenUp)
            scene.now += 100
            try scene.settle(out[2], .delivered)
            var old = OutboxFilter(states: [.delivered])
            old.endedBefore = scene.now
            try scene.equal(scene.outbox { try $0.forget(old, limit: 9) }, [out[0].id], "forgotten")
            try scene.equal(scene.messages().map(\.id), [out[1].id, out[2].id], "what is left")
            try scene.equal(scene.outbox { try $0.forget(OutboxFilter(), limit: 1) }, [out[1].id], "one alone")
            try scene.equal(scene.outbox { try $0.forget(OutboxFilter(), limit: 9) }, [out[2].id], "all")
            try scene.say(["x"], .session("next"))
            try scene.require(last.map { try scene.deliverOne("x").id > $0 } == true, "a new number")
        },
        StoreCheck("with a job goes what was said of it for good, and what waits is delivered all the same") { scene in
            let (first, second) = (try scene.ended("a.jpg", 1), try scene.ended("b.jpg", 2))
            for claim in [first, second] { try scene.say(["x", "y"], .photo(claim)) }
            for message in try scene.deliver(["x"]) { try scene.settle(message, .delivered) }
            try scene.store.transaction { transaction in
                let filter = JobFilter(ids: [first.job])
                let pruned = try transaction.jobs.change(.prune(filter), limit: 9, at: scene.now)
                try scene.equal(pruned, [first.job], "the job")
                try transaction.outbox.forgetEnded(of: pruned)
            }
            try scene.equal(scene.messages().map(\.hook), ["y", "x", "y"], "what is left")
            try scene.equal(
                scene.deliver(["y"]).map(\.subject), [.photo(first), .photo(second)], "what is delivered")
            try scene.require(scene.outbox { try $0.deliverers() } == [scene.me], "who delivers")
        },
        StoreCheck("the outbox at a glance") { scene in
            try scene.equal(scene.outbox { try $0.overview() }, [:], "an empty one")
            let begun = scene.now
            for name in ["a", "a", "b"] { try scene.say(["x"], .session(name)) }
            scene.now += 10
            try scene.say(["y"], .session("a"))
            let out = try scene.deliver(["x"])
            try scene.equal(out.count, 2, "handed out")
            func x() throws -> OutboxOverview? { try scene.outbox { try $0.overview() }["x"] }
            try scene.equal(
                x(), OutboxOverview(counts: [.waiting: 3], eldestWaiting: begun, nextDue: nil), "while all are out")
            try scene.settle(out[0], .retry(at: scene.now + 70))
            try scene.equal(x()?.nextDue, scene.now + 70, "when the first is due")
            try scene.settle(out[1], .delivered)
            try scene.equal(x()?.counts, [.waiting: 2, .delivered: 1], "states")
            try scene.equal(
                scene.outbox { try $0.overview() }["y"],
                OutboxOverview(counts: [.waiting: 1], eldestWaiting: scene.now, nextDue: scene.now), "another hook")
            func due(_ hooks: Set<String>) throws -> UnixMillis? { try scene.outbox { try $0.nextDue(of: hooks) } }
            try scene.equal(due(["x", "none"]), scene.now + 70, "the first of one hook")
            try scene.equal(due(["x", "y"]), scene.now, "the first of both")
            try scene.equal(due([]), nil, "the first of none")
        },
    ]
}

extension Scene {
    /// The outbox's part of one transaction.
    @discardableResult
    func outbox<T>(_ body: (any OutboxTransaction) throws -> T) throws -> T {
        try store.transaction { try body($0.outbox) }
    }

    /// Works a new photo to its end; returns the claim that ended it.
    func ended(_ path: String, _ content: UInt64) throws -> ClaimID {
        try add(path, content)
        let claim = try claimOne()
        try complete(claim, .done([1]))
        return claim.id
    }

    /// Adds a message for each of the hooks.
    func say(_ hooks: [String], _ subject: OutboxSubject, _ body: String = "{}") throws {
        let messages = hooks.map { NewMessage(hook: $0, subject: subject, event: "photo", body: Array(body.utf8)) }
        try outbox { try $0.add(messages, at: now) }
    }

    /// Hands out what is due for these hooks.
    func deliver(_ hooks: [String], limit: Int = 100) throws -> [OutboxMessage] {
        let limits = Dictionary(uniqueKeysWithValues: hooks.map { ($0, limit) })
        return try outbox { try $0.claim(DeliveryRequest(owner: me, limits: limits), at: now) }
    }

    /// Hands out exactly one message.
    func deliverOne(_ hook: String, _ line: Int = #line) throws -> OutboxMessage {
        guard let message = try deliver([hook], limit: 1).first else {
            throw CheckFailure(description: "line \(line): nothing to deliver")
        }
        return message
    }

    @discardableResult
    func settle(
        _ message: OutboxMessage, _ outcome: DeliveryOutcome, _ answer: OutboxAnswer? = nil
    ) throws -> OutboxState? {
        let ending = DeliveryEnding(message.id, attempt: message.attempts, outcome, answer: answer)
        return try outbox { try $0.settle([ending], by: me, at: now) }[0]
    }

    func message(_ id: MessageID, _ line: Int = #line) throws -> OutboxMessage {
        guard let message = try outbox({ try $0.message(id) }) else {
            throw CheckFailure(description: "line \(line): message \(id) is not there")
        }
        return message
    }

    /// Every message, by number.
    func messages() throws -> [OutboxMessage] { try outbox { try $0.page(OutboxPage(limit: 10_000)) } }
}
