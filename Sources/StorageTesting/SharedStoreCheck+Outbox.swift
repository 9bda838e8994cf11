import Foundation
import Storage
import Synchronization

extension SharedStoreCheck {
    /// Messages for hooks that two processes deliver.
    static let outbox = [
        SharedStoreCheck("two processes never deliver the same message, nor two of one line at a time") { scene in
            for number in 1...4 {
                for _ in 1...2 { try scene.here.say(["x"], .session("\(number)")) }
            }
            let first = try scene.here.deliver(["x"], limit: 3)
            let second = try scene.there.deliver(["x"])
            try scene.here.equal([first.count, second.count], [3, 1], "messages")
            try scene.here.equal(Set((first + second).map(\.subject)).count, 4, "lines")
            try scene.here.equal(scene.there.deliver(["x"]).count, 0, "more messages")
            try scene.here.settle(first[0], .delivered)
            try scene.there.equal(scene.there.deliver(["x"]).map(\.subject), [first[0].subject], "the next of its line")
        },
        SharedStoreCheck("what a dead process was delivering goes to another one, and its late end is lost") { scene in
            try scene.here.say(["x"], .session("s"))
            let old = try scene.here.deliverOne("x")
            try scene.there.equal(scene.recoverOutbox(), 0, "while it lives")
            try scene.stage.endLease(of: scene.here.me)
            try scene.there.equal(scene.recoverOutbox(), 1, "once its lease is over")
            let new = try scene.there.deliverOne("x")
            try scene.there.equal(new.attempts, 2, "attempts")
            try scene.here.equal(scene.here.settle(old, .delivered), nil, "the late end")
            try scene.there.equal(scene.there.settle(new, .delivered), .delivered, "the end")
        },
        SharedStoreCheck("a process whose lease is over is given no message, and what it has sent counts all the same")
        {
            scene in
            for name in ["a", "b"] { try scene.here.say(["x"], .session(name)) }
            let out = try scene.here.deliverOne("x")
            try scene.stage.endLease(of: scene.here.me)
            try scene.here.equal(scene.here.deliver(["x"]).count, 0, "messages")
            try scene.here.equal(scene.here.settle(out, .delivered), .delivered, "the end of what no other one has")
            try scene.here.store.shared?.rejoin()
            try scene.here.equal(scene.here.deliver(["x"]).count, 1, "messages of the new lease")
        },
        SharedStoreCheck("two processes that write the record of one end at one moment say it once") { scene in
            let ids = try (1...40).map { try scene.here.add("\($0).jpg", UInt64($0)) }
            try scene.here.change(.cancel(JobFilter(ids: ids)))
            let ended = try ids.map { try scene.here.job($0) }
            let stores = [scene.here.store, scene.there.store]
            let now = scene.here.now
            let failures = Mutex<[any Error]>([])
            DispatchQueue.concurrentPerform(iterations: stores.count) { number in
                do {
                    for job in ended {
                        try stores[number].transaction { transaction in
                            guard try transaction.jobs.keep([1], ofEnded: job) == true else { return }
                            let end = ClaimID(job: job.id, claimNumber: job.claimNumber)
                            let message = NewMessage(
                                hook: "x", subject: .photo(end), event: "photo", body: Array("{}".utf8))
                            try transaction.outbox.add([message], at: now)
                        }
                    }
                } catch {
                    failures.withLock { $0.append(error) }
                }
            }
            if let failure = failures.withLock({ $0.first }) { throw failure }
            let said = try scene.here.messages().compactMap(\.subject.job)
            try scene.here.equal(said.sorted(), ids, "ends that were said")
        },
    ]
}

extension SharedScene {
    /// Frees at the second process what the dead were delivering.
    fileprivate func recoverOutbox() throws -> Int {
        try there.outbox { [there] in try $0.recover(at: there.now) { there.store.isDead($0) } }
    }
}
