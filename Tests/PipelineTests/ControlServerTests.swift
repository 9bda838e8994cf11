import Foundation
import Glibc
import JobQueue
import QueueStorage
import Results
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

/// The control socket with clients that are slow, rude or many.
@Suite(.timeLimit(.minutes(1))) struct ControlServerTests {
    private let temporary: TemporaryFolder
    private let queue: FilePath
    private let server: ControlServer

    init() throws {
        temporary = try TemporaryFolder()
        queue = FilePath(temporary["quiver.sqlite"].path)
        server = try ControlServer(queue: queue)
        server.start()
    }

    private var socket: FilePath { UnixSocket.path(besideQueue: queue) }

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
        #expect(!socket.exists)
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
        for client in clients { UnixSocket.send(ControlRequest(.status), over: client) }
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
}

/// What a command on the socket may say.
@Suite struct ControlDeskTests {
    private func desk(_ count: Int) async throws -> (ControlDesk, QueueService) {
        let queue = QueueService(MemoryQueueStore())
        let arrivals = (0..<count).map { number in
            NewJob(
                place: Place(root: Array("/photos".utf8), path: Array("\(number).jpg".utf8)),
                output: Array("\(number).jpg.json".utf8),
                stamp: FileStamp(device: 1, inode: UInt64(number), size: 3, modified: 4),
                content: Fingerprint(head: UInt64(number + 1), tail: (9, 9, 9)),
                pipeline: Fingerprint(head: 1, tail: (2, 3, 4)))
        }
        _ = try await queue.enqueue(arrivals, at: 1)
        let records = RecordMaker(output: "", photoFiles: [], names: { _, _ in OutputNames(besideRecord: "") })
        let desk = ControlDesk(queue: queue, records: records, pipeline: nil, now: { 2 }, status: { nil })
        return (desk, queue)
    }

    @Test(arguments: [ControlRequest.Verb.cancel, .prune, .retry], [[], ["dnoe"], ["ready", "redy"], ["READY"]])
    func aCommandThatNamesNothingOrNoStateChangesNothing(verb: ControlRequest.Verb, states: [String]) async throws {
        let (desk, queue) = try await desk(3)
        let reply = await desk.answer(ControlRequest(verb, states: states))
        #expect(reply.changed == 0)
        #expect(reply.error != nil)
        #expect(try await queue.overview()[.ready] == 3)
    }

    @Test func aCommandThatNamesAStateChangesThose() async throws {
        let (desk, queue) = try await desk(3)
        #expect(await desk.answer(ControlRequest(.cancel, states: ["ready"])).changed == 3)
        #expect(try await queue.overview()[.cancelled] == 3)
    }
}
