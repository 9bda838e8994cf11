import Foundation
import Glibc
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Control

/// The control socket with clients that are slow, rude or many.
@Suite(.timeLimit(.minutes(10))) struct ControlServerTests {
    private let temporary: TemporaryFolder
    private let queue: QueueLocation
    private let server: ControlServer

    init() throws {
        temporary = try TemporaryFolder()
        queue = .file(FilePath(temporary["quiver.sqlite"].path))
        server = try ControlServer(queue: queue)
        server.start()
    }

    private var socket: FilePath { queue.controlSocket }

    private static func answer(to client: Int32) -> String {
        var lines = LineReader(descriptor: client, limit: 1 << 20)
        return lines.next().map { String(decoding: $0, as: UTF8.self) } ?? "nothing"
    }

    /// Says something that needs no supervisor to be answered.
    private func sayNonsense(over client: Int32) -> String {
        #expect(write(client, "nonsense\n", 9) == 9)
        return Self.answer(to: client)
    }

    @Test func onlyThisUserReachesTheSocketFromItsFirstMoment() throws {
        var status = stat()
        #expect(stat(socket.string, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        server.stop()
        #expect(access(socket.string, F_OK) != 0)
    }

    @Test func onlyTheUserRootAndTheQueuesOwnerAreBelieved() throws {
        let own = geteuid()
        let client = try #require(try UnixSocket.connect(to: socket))
        defer { close(client) }
        #expect(UnixSocket.user(of: client) == own)
        #expect(ControlClient.reaches(queue: queue))
        // No file lies at the queue's place yet, so that only the user and root are left.
        #expect(ControlClient.isBelieved(own, for: queue, user: own) && ControlClient.isBelieved(0, for: queue))
        #expect(!ControlClient.isBelieved(own + 4001, for: queue, user: own))
        try Data().write(to: URL(fileURLWithPath: queue.file.string))
        // The queue's owner is believed by every user.
        #expect(ControlClient.isBelieved(own, for: queue, user: own + 4001))
        #expect(!ControlClient.isBelieved(own + 4002, for: queue, user: own + 4001))
        server.stop()
    }

    /// The folder of terminals makes no socket, and answers root as FAT does.
    @Test(.enabled(if: geteuid() == 0 && access("/dev/pts", W_OK) == 0))
    func whereADiskKnowsNoSocketsTheWayOutIsNamed() throws {
        let error = #expect(throws: ControlError.self) { try ControlServer(queue: .file("/dev/pts/quiver.sqlite")) }
        #expect(try #require(error).description.contains("name a file on another one with --queue"))
        server.stop()
    }

    @Test func aClientOfOneByteASecondKeepsNobodyWaiting() throws {
        let slow = try #require(try UnixSocket.connect(to: socket))
        defer { close(slow) }
        #expect(write(slow, "{", 1) == 1)
        let quick = try #require(try UnixSocket.connect(to: socket))
        defer { close(quick) }
        let begin = ContinuousClock.now
        #expect(sayNonsense(over: quick).contains("this is no request"))
        #expect(ContinuousClock.now - begin < ControlServer.patience)
        server.stop()
    }

    @Test func aClientThatNeverEndsItsLineIsToldSo() throws {
        let slow = try #require(try UnixSocket.connect(to: socket))
        defer { close(slow) }
        #expect(Self.answer(to: slow).contains("this is no request"))
        server.stop()
    }

    @Test func whoStillWaitsAtTheStopIsAnswered() throws {
        let clients = try (0..<40).map { _ in try #require(try UnixSocket.connect(to: socket)) }
        defer { for client in clients { close(client) } }
        for client in clients { UnixSocket.send(ControlRequest.status, over: client) }
        // Nobody takes the requests.
        server.stop()
        for client in clients {
            #expect(Self.answer(to: client).contains("try again"))
        }
    }

    @Test func manyClientsAtOnceAreAllAnsweredInAnyOrder() throws {
        let clients = try (0..<30).map { _ in try #require(try UnixSocket.connect(to: socket)) }
        defer { for client in clients { close(client) } }
        for client in clients.reversed() { #expect(sayNonsense(over: client).contains("this is no request")) }
        server.stop()
    }

    @Test func aClientOfTheEventsHearsThemUntilTheRunEnds() async throws {
        let hub = EventHub()
        let client = try #require(try UnixSocket.connect(to: socket))
        defer { close(client) }
        UnixSocket.send(ControlRequest.events, over: client)
        for await pending in server.requests {
            let subscription = hub.subscribe()
            hub.publish(.warning("first"))
            hub.publish(.intakeEnded)
            hub.endSubscriptions()
            await pending.stream(subscription)
            break
        }
        var lines = LineReader(descriptor: client, limit: 1 << 20)
        var heard: [String] = []
        while let line = lines.next() { heard.append(String(decoding: line, as: UTF8.self)) }
        #expect(heard == [#"{"event":"warning","message":"first"}"#, #"{"event":"intakeEnded"}"#])
        server.stop()
    }

    @Test func aListenerThatHasHungUpIsLetGoWhenTheNextOneComes() async throws {
        // A hub each: no event of the second listener's may end the first.
        let hubs = [EventHub(), EventHub()]
        var streams: [Task<Void, Never>] = []
        var clients: [Int32] = []
        for hub in hubs {
            let client = try #require(try UnixSocket.connect(to: socket))
            clients.append(client)
            UnixSocket.send(ControlRequest.events, over: client)
            for await pending in server.requests {
                let events = hub.subscribe()
                hub.publish(.intakeEnded)
                streams.append(Task { await pending.stream(events) })
                break
            }
            #expect(Self.answer(to: client).contains("intakeEnded"))
            if clients.count == 1 { close(client) }
        }
        await streams[0].value
        hubs[1].endSubscriptions()
        await streams[1].value
        close(clients[1])
        server.stop()
    }
}
