import JSONTree
import Results
import Storage
import Synchronization
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

@Suite struct PhotoLogTests {
    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
        func add(_ line: String) { all.withLock { $0.append(line) } }
    }

    private static func lines(_ style: PhotoLogHandler.Style, _ body: (PhotoLog) -> Void) -> [String] {
        let lines = Lines()
        body(PhotoLog(style: style, now: { Timestamp(milliseconds: 1_795_267_800_250) }) { lines.add($0) })
        return lines.all.withLock { $0 }
    }

    @Test func aLineForPeopleCanBeTakenApart() {
        let lines = Self.lines(.text) {
            $0.note(
                .crashed, JobID(rawValue: 17), level: .warning,
                ["code": "timeout", "reason": "it said \"no\"\nand died"])
            $0.note("run ends")
        }
        #expect(
            lines == [
                #"2026-11-21T13:30:00.250Z warning photo 17 crashed code=timeout reason="it said \"no\"\nand died""#,
                "2026-11-21T13:30:00.250Z info run ends",
            ])
    }

    @Test func aLineForProgramsIsOneObject() throws {
        let lines = Self.lines(.json) {
            $0.note(.claimed, JobID(rawValue: 17), ["path": "/drop/a\n.jpg", "turn": "2", "attempt": "3"])
        }
        #expect(
            lines == [
                #"{"time":"2026-11-21T13:30:00.250Z","level":"info","event":"claimed","photo":17,"attempt":3,"path":"/drop/a\n.jpg","turn":2}"#
            ])
    }

    @Test func aSilentLogMakesNoDetails() {
        func details() -> [String: String] {
            Issue.record("details were made")
            return [:]
        }
        PhotoLog.silent.note(.claimed, JobID(rawValue: 1), details())
    }
}
