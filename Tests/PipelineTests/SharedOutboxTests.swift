import Storage
import StorageTesting
import Testing

@testable import Supervisor

/// Messages that supervisors of several hosts deliver.
@Suite struct SharedOutboxTests {
    private let scene: SharedScene
    private let a: SharedScene.Host
    private let b: SharedScene.Host

    init() throws {
        scene = try SharedScene()
        (a, b) = (scene.host(1), scene.host(2))
    }

    /// A host that holds no photo may be delivering a message.
    @Test func aDeadHostsMessageIsDeliveredByAnotherOnceItsLeaseIsOver() async throws {
        let message = NewMessage(hook: "x", subject: .session("s"), event: "session", body: Array("{}".utf8))
        func claim(_ host: SharedScene.Host) async throws -> [Int] {
            let (request, now) = (DeliveryRequest(owner: host.owner, limits: ["x": 1]), scene.shared.now)
            return try await host.queue.perform { try $0.outbox.claim(request, at: now) }.map(\.attempts)
        }
        let now = scene.shared.now
        try await a.queue.perform { try $0.outbox.add([message], at: now) }
        #expect(try await claim(a) == [1])
        a.store.freeze()
        scene.shared.advance(by: .seconds(25))
        try await b.sharing.recover()
        #expect(try await claim(b) == [])
        scene.shared.advance(by: .seconds(6))
        try await b.sharing.recover()
        #expect(try await claim(b) == [2])
    }

    /// The other hosts need not wait until the lease of one that has left is over.
    @Test func whatAHostGivesBackAtItsEndIsDeliveredByAnotherAtOnce() async throws {
        let now = scene.shared.now
        let message = NewMessage(hook: "x", subject: .session("s"), event: "session", body: Array("{}".utf8))
        let (mine, theirs) = (a.owner, b.owner)
        let sent = try await a.queue.perform { transaction in
            try transaction.outbox.add([message], at: now)
            return try transaction.outbox.claim(DeliveryRequest(owner: mine, limits: ["x": 1]), at: now)
        }
        #expect(sent.map(\.attempts) == [1])
        try await a.queue.perform { _ = try $0.release(allOf: mine, at: now) }
        let taken = try await b.queue.perform {
            try $0.outbox.claim(DeliveryRequest(owner: theirs, limits: ["x": 1]), at: now)
        }
        #expect(taken.map(\.id) == sent.map(\.id) && taken.map(\.attempts) == [1])
    }
}
