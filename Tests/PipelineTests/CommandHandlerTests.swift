import Control
import Findings
import JobQueue
import QueueStorage
import Results
import Testing

@testable import Supervisor

/// What a command on the socket may say.
@Suite struct CommandHandlerTests {
    private func handler(_ count: Int) async throws -> (CommandHandler, QueueService) {
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
        let records = RecordBuilder(output: "", photoFiles: [], names: { _, _ in OutputNames(besideRecord: "") })
        let handler = CommandHandler(queue: queue, records: records, pipeline: nil, now: { 2 }, status: { nil })
        return (handler, queue)
    }

    @Test(arguments: [[], ["dnoe"], ["ready", "redy"], ["READY"]])
    func aCommandThatNamesNothingOrNoStateChangesNothing(states: [String]) async throws {
        let (handler, queue) = try await handler(3)
        let choice = JobChoice(states: states)
        for request in [ControlRequest.cancel(choice), .prune(choice), .retry(choice)] {
            guard case .error(let error) = await handler.answer(request) else {
                Issue.record("\(request) was carried out")
                continue
            }
            #expect(error.code == "badRequest" && error.fault == .input)
        }
        #expect(try await queue.overview()[.ready] == 3)
    }

    @Test func aCommandThatNamesAStateChangesThose() async throws {
        let (handler, queue) = try await handler(3)
        #expect(await handler.answer(.cancel(JobChoice(states: ["ready"]))) == .changed(3))
        #expect(try await queue.overview()[.cancelled] == 3)
    }
}
