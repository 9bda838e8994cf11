import Control
import Foundation
import ServiceLifecycle
import SystemValues

/// Tells the service manager how a process stands, and that it is alive: only as long as its own loops answer.
///
/// Of a run what decides about photos is asked itself: the loop that hands them out, the one that publishes what became of
/// them, and what a client's question about the run's state goes through. One that has stood still for longer than the manager
/// waits ends the process, and the next one goes on from the queue. A full disk, a silent share or a pause are no reason: there
/// the loops answer, and say so.
public struct Heartbeat: Service {
    private let manager: ServiceManager
    private let stop: StopRequest
    /// Returns once the start is over.
    private let start: @Sendable () async -> Void
    /// Asked before each beat; returns when each loop has answered, and says how the process stands.
    private let ask: @Sendable () async -> String
    /// The manager's word for the time between two beats is the longest that it allows: three fit in.
    private var pause: Duration { (manager.watchdog ?? .seconds(60)) / 3 }

    /// The manager of this process with what it is told; nil where none waits for word.
    ///
    /// - Parameters:
    ///   - stop: Told of as the beginning of the end.
    ///   - start: Returns once the start is over: the manager hears nothing before.
    ///   - ask: Returns when each loop has answered, and says in one line how the process stands.
    public init?(
        environment: [String: String] = ProcessInfo.processInfo.environment, until stop: StopRequest,
        start: @escaping @Sendable () async -> Void = {}, ask: @escaping @Sendable () async -> String
    ) {
        guard let manager = ServiceManager(environment: environment) else { return nil }
        (self.manager, self.stop, self.start, self.ask) = (manager, stop, start, ask)
    }

    /// Beats until the end has begun.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await beat() }
                group.addTask {
                    await stop.wait()
                    switch stop.cause {
                    case nil: break
                    case .reload: manager.tell(.reloading, .status("reloads its settings"))
                    default: manager.tell(.stopping, .status("ends"))
                    }
                }
            }
        }
    }

    private func beat() async throws {
        await start()
        try Task.checkCancellation()
        manager.tell(.ready, .status("starts"))
        while true {
            let sentence = await ask()
            if manager.watchdog == nil {
                manager.tell(.status(sentence))
            } else {
                manager.tell(.alive, .status(sentence))
            }
            try await Task.sleep(for: pause)
        }
    }

    /// Tells the manager that the process is alive while a body runs during which no heartbeat does: a run that begins may have
    /// a million results to look through, and one that ends its tables to write.
    static func covering<T: Sendable>(
        _ environment: [String: String] = ProcessInfo.processInfo.environment, _ body: () async throws -> T
    ) async rethrows -> T {
        guard let manager = ServiceManager(environment: environment), let watchdog = manager.watchdog else {
            return try await body()
        }
        let beats = Task {
            while !Task.isCancelled {
                manager.tell(.alive)
                try? await Task.sleep(for: watchdog / 3)
            }
        }
        defer { beats.cancel() }
        return try await body()
    }

    /// How the run stands, in one line.
    static func sentence(_ live: LiveStatus) -> String {
        let working = live.slots.map { slots in slots.count { $0.job != nil } } ?? 0
        let pause = live.isPausedByHand == true ? "paused by hand" : live.pause.map { "paused: \($0)" }
        let what = pause ?? (working == 0 ? "waits for photos" : "\(working) in work")
        return "\(live.ended) photos ended, \(what)"
    }
}
