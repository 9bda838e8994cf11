import Storage
import Testing

@testable import Supervisor

/// How often a photo may come back at no cost.
@Suite struct ClaimReturnsTests {
    private let one = JobID(rawValue: 1)
    private let other = JobID(rawValue: 2)

    /// What so many returns of a job one after the other are answered.
    private func answers(_ returns: inout ClaimReturns, _ job: JobID, _ count: Int) -> [Bool] {
        (1...count).map { _ in returns.mayReturn(job) }
    }

    @Test func theTenthReturnCountsAsAnAttemptAndThenItBeginsAnew() {
        var returns = ClaimReturns()
        let round = Array(repeating: true, count: 9) + [false]
        let found = answers(&returns, one, 20)
        #expect(found == round + round)
    }

    @Test func eachPhotoHasItsOwnAndOneThatCameOnBeginsAnew() {
        var returns = ClaimReturns()
        #expect(!answers(&returns, one, 9).contains(false))
        #expect(!answers(&returns, other, 9).contains(false))
        returns.forget(one)
        let (again, last) = (answers(&returns, one, 9), answers(&returns, other, 1))
        #expect(!again.contains(false) && last == [false])
    }
}
