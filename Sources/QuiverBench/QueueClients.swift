import Foundation
import Storage
import Synchronization

/// Clients of one queue that work at the same time, each with a store and a thread of its own.
struct QueueClients {
    private let clients: [Client]

    init(of queue: BenchQueue, count: Int, first: Int) throws {
        clients = try (first..<first + count).map { Client(QueueLoad(try queue.open(client: $0), client: $0)) }
    }

    /// How many photos have been finished.
    var finished: Int { clients.reduce(0) { sum, client in sum + client.load.withLock { $0.finished } } }

    /// Rows a second of each kind of work.
    func measure(rows: Int, batch: Int, group: Int, singles: Int) throws -> QueueFigures {
        let (rows, singles) = (rows / clients.count, singles / clients.count)
        try run { $0.prepare(rows: rows, batch: batch) }
        let enqueue = try run { try $0.enqueue() }
        let singly = try run { try $0.singly(singles) }
        let chained = try run { try $0.chain(singles) }
        let grouped = try run { try $0.drain(group) }
        let recognize = try run { try $0.recognize() }
        func rate(_ each: Int, _ seconds: Double) -> Double { Double(each * clients.count) / seconds }
        return QueueFigures(
            enqueue: rate(rows, enqueue), claimFinishGrouped: rate(rows - 2 * singles, grouped),
            claimFinishSingly: rate(singles, singly), finishAndClaimNext: rate(singles, chained),
            recognize: rate(rows, recognize))
    }

    /// Finishes so many photos more.
    func fill(_ count: Int, batch: Int) throws {
        let end = finished + count
        while finished < end {
            let share = min(batch, (end - finished + clients.count - 1) / clients.count)
            try run {
                $0.prepare(rows: share, batch: batch)
                try $0.enqueue()
                try $0.drain(batch)
            }
        }
    }

    /// Has all clients do something at the same time; how many seconds it took until the last was done.
    @discardableResult
    private func run(_ body: @escaping @Sendable (inout QueueLoad) throws -> Void) throws -> Double {
        let began = ContinuousClock.now
        for client in clients { client.begin(body) }
        for client in clients { try client.wait() }
        return (ContinuousClock.now - began).seconds
    }
}

/// One client and its thread of the moment.
private final class Client: Sendable {
    let load: Mutex<QueueLoad>
    private let failure = Mutex<(any Error)?>(nil)
    private let done = DispatchSemaphore(value: 0)

    init(_ load: QueueLoad) { self.load = Mutex(load) }

    func begin(_ body: @escaping @Sendable (inout QueueLoad) throws -> Void) {
        let thread = Thread { [self] in
            do {
                try load.withLock { try body(&$0) }
            } catch {
                failure.withLock { $0 = error }
            }
            done.signal()
        }
        thread.stackSize = 4 << 20
        thread.start()
    }

    func wait() throws {
        done.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
