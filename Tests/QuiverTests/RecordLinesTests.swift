import Dispatch
import Synchronization
import Testing

@testable import quiver

/// Lines for a reader that stands still for a while.
@Suite(.timeLimit(.minutes(30))) struct RecordLinesTests {
    @Test(arguments: [0, 100, 1 << 20])
    func everyLineComesInOrderHoweverMuchWaits(limit: Int) {
        let heard = Mutex<[UInt8]>([])
        let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let lines = RecordLines(limit: limit) { part in
            let isFirst = heard.withLock { heard in
                defer { heard += part }
                return heard.isEmpty
            }
            guard isFirst else { return }
            begun.signal()
            goOn.wait()
        }
        let all = (0..<2000).map { Array("line \($0)\n".utf8) }
        lines.add(all[0])
        begun.wait()
        // The reader stands still: nobody who adds waits for it.
        for line in all.dropFirst() { lines.add(line) }
        goOn.signal()
        lines.finish()
        #expect(heard.withLock { $0 } == Array(all.joined()))
        lines.add(Array("later\n".utf8))
        lines.finish()
        #expect(heard.withLock { $0 }.suffix(6) == Array("later\n".utf8)[...])
    }
}
