import Control
import Foundation
import JSONTree
import Storage
import TestSupport
import Testing

@testable import Review

/// The one list of codes, and where clients read it.
@Suite("Codes of refusals")
struct ProblemCodeTests {
    @Test("the catalogue has the table of the codes, word for word")
    func catalogue() throws {
        let page = Cases.packageRoot.appendingPathComponent("Sources/quiver/Quiver.docc/Refusals.md")
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(rows.map(String.init) == ProblemCode.allCases.map { "| `\($0.rawValue)` | \($0.meaning) |" })
    }

    @Test("each code of the queue, the book, the reviews and the socket is one of the list")
    func others() {
        let words =
            JobQueueError.Code.allCases.map(\.rawValue) + ScoreBookError.Code.allCases.map(\.rawValue)
            + ReviewBookError.Code.allCases.map(\.rawValue) + PhotoSetError.Code.allCases.map(\.rawValue)
            + ControlError.Code.allCases.map(\.rawValue)
        #expect(words.filter { ProblemCode(rawValue: $0) == nil } == [])
    }

    @Test("what is told of an error keeps its code, and what is in no list is unexpected")
    func errors() {
        let old = Problem(JobQueueError(.cursorTooOld, "Forgotten.", fault: .input))
        #expect(old.code == .cursorTooOld && old.status.code == 410)
        #expect(Problem(JobQueueError(.otherQueue, "Another.", fault: .input)).status.code == 409)
        #expect(Problem(ControlError.noCursor("x")).status.code == 400)
        struct Odd: Error {}
        #expect(Problem(Odd()).code == .unexpected && Problem(Odd()).status.code == 500)
    }
}
