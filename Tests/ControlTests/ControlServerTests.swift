import Foundation
import Glibc
import JSONTree
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Control

/// The control socket with clients that are slow, rude or many.
@Suite(.timeLimit(.minutes(30))) struct ControlServerTests {
    private let temporary: TemporaryFolder
    private let queue: QueueLocation
    private let server: ControlServer

    init() throws {
        temporary = try TemporaryFolder()
        queue = .file(FilePath(temporary["quiver.sqlite"].path))
        // No client of these tests is turned away because the machine is slow.
        server = try ControlServer(queue: queue, patience: .seconds(3_600))
        server.start()
    }

    private var socket: FilePath { queue.controlSocket }

    private static func answer(to client: Int32, limit: Int = 1 << 20) -> String {
        var lines = LineReader(descriptor: client, limit: limit)
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
        try Data().write(to: URL(fileURLWithPath: #require(queue.file).string))
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
        // The slow one has an hour.
        #expect(sayNonsense(over: quick).contains("this is no request"))
        server.stop()
    }

    @Test func whatIsNoCursorIsRefusedWithACode() throws {
        let client = try #require(try UnixSocket.connect(to: socket))
        defer { close(client) }
        let request = Array(#"{"command":"events","since":"7"}"#.utf8)
        #expect(UnixSocket.send(line: request, over: client))
        let answer = Self.answer(to: client)
        #expect(answer.contains(#""code":"badCursor""#) && answer.contains("'7' is no cursor"), "\(answer)")
        server.stop()
    }

    @Test func aClientThatNeverEndsItsLineIsToldSo() throws {
        self.server.stop()
        let server = try ControlServer(queue: queue, patience: .milliseconds(500))
        server.start()
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
        UnixSocket.send(ControlRequest.events(since: .now), over: client)
        for await pending in server.requests {
            let subscription = hub.subscribe()
            hub.publish(.warning("first"))
            hub.publish(.intakeEnded)
            hub.endSubscriptions()
            await pending.stream(subscription.map(\.json)) { subscription.cancel() }
            break
        }
        var lines = LineReader(descriptor: client, limit: 1 << 20)
        var heard: [String] = []
        while let line = lines.next() { heard.append(String(decoding: line, as: UTF8.self)) }
        #expect(heard == [#"{"event":"warning","message":"first"}"#, #"{"event":"intakeEnded"}"#])
        server.stop()
    }

    /// The next request of a client that follows, with more lines for it than a socket holds.
    private func begin(
        _ client: Int32, at server: ControlServer, lines count: Int
    ) async throws -> Task<Void, Never> {
        UnixSocket.send(ControlRequest.events(since: .now), over: client)
        let (lines, feed) = AsyncStream<JSONValue>.makeStream()
        for _ in 0..<count { feed.yield(.string(String(repeating: "x", count: 1000))) }
        feed.finish()
        for await pending in server.requests { return Task { await pending.stream(lines) {} } }
        throw ControlError(.noAnswer, "the server has stopped", fault: .quiver)
    }

    /// A terminal that is stopped, a pipe that is not read.
    @Test func aListenerThatStandsStillIsLetGoAtTheEndOfTheRunAndNotBefore() async throws {
        self.server.stop()
        let queue = QueueLocation.file(FilePath(temporary["slow.sqlite"].path))
        let (waits, told) = AsyncStream<Void>.makeStream()
        let server = try ControlServer(
            queue: queue, patience: .seconds(3_600), streamPatience: .milliseconds(10)
        ) { told.yield() }
        server.start()
        let late = try #require(try UnixSocket.connect(to: queue.controlSocket))
        defer { close(late) }
        let sending = try await begin(late, at: server, lines: 2000)
        // Many times its patience.
        for await _ in waits.prefix(10) {}
        let heard = try await BlockingLane("test.reader").perform {
            var lines = LineReader(descriptor: late, limit: 1 << 20)
            var count = 0
            while lines.next() != nil { count += 1 }
            return count
        }
        await sending.value
        #expect(heard == 2000)

        let never = try #require(try UnixSocket.connect(to: queue.controlSocket))
        defer { close(never) }
        let other = try await begin(never, at: server, lines: 2000)
        #expect(Self.answer(to: never).contains("xxx"))
        server.stop()
        await other.value
    }

    @Test(arguments: [3, 0])
    func whoDoesNotReadIsWaitedForAsLongAsItIsSaid(_ times: Int) throws {
        let ends = try Self.ends()
        defer { for end in [ends.here, ends.there] { close(end) } }
        UnixSocket.limitPatience(of: ends.here, to: .milliseconds(10))
        let line = [UInt8](repeating: 0x78, count: 4 << 20)
        var waited = 0
        var reader: Thread?
        let isSent = UnixSocket.send(line: line, over: ends.here) {
            waited += 1
            // It reads from now on.
            if waited == times {
                reader = Thread { _ = Self.answer(to: ends.there, limit: 8 << 20) }
                reader?.start()
            }
            return times > 0
        }
        #expect(isSent == (times > 0) && waited >= max(times, 1))
        while reader?.isFinished == false { usleep(1000) }
    }

    @Test func whoHasHungUpIsNotWaitedFor() throws {
        let ends = try Self.ends()
        defer { close(ends.here) }
        UnixSocket.limitPatience(of: ends.here, to: .milliseconds(10))
        var isOpen = true
        let isSent = UnixSocket.send(line: [UInt8](repeating: 0x78, count: 4 << 20), over: ends.here) {
            if isOpen { close(ends.there) }
            isOpen = false
            return true
        }
        #expect(!isSent && !isOpen)
    }

    /// Two ends of a socket whose calls wait.
    private static func ends() throws -> (here: Int32, there: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        return (ends[0], ends[1])
    }

    @Test(arguments: [true, false])
    func whetherTheRunHasEndedIsToldByItsLastLine(_ hasEnded: Bool) async throws {
        let client = Task { [queue] in
            try await BlockingLane("test.client").perform {
                var heard: [String] = []
                let end = try ControlClient.events(queue: queue) { heard.append($0) }
                return (end, heard)
            }
        }
        let (lines, feed) = AsyncStream<JSONValue>.makeStream()
        feed.yield(FollowedEvent.event(.intakeEnded).json)
        if hasEnded { feed.yield(FollowedEvent.runEnded.json) }
        feed.finish()
        for await pending in server.requests {
            await pending.stream(lines) {}
            break
        }
        let (end, heard) = try await client.value
        #expect(end == (hasEnded ? .runEnded : .cutOff) && heard.count == (hasEnded ? 2 : 1))
        server.stop()
        #expect(try ControlClient.events(queue: queue) { _ in } == nil)
    }

    @Test func aListenerThatHasHungUpIsLetGoWhenTheNextOneComes() async throws {
        // A hub each: no event of the second listener's may end the first.
        let hubs = [EventHub(), EventHub()]
        var streams: [Task<Void, Never>] = []
        var clients: [Int32] = []
        for hub in hubs {
            let client = try #require(try UnixSocket.connect(to: socket))
            clients.append(client)
            UnixSocket.send(ControlRequest.events(since: .now), over: client)
            for await pending in server.requests {
                let events = hub.subscribe()
                hub.publish(.intakeEnded)
                streams.append(Task { await pending.stream(events.map(\.json)) { events.cancel() } })
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
