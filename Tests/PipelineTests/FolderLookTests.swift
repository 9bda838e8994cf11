import Storage
import Testing

@testable import Supervisor

@Suite struct FolderLookTests {
    private static let path = Array("a-2.jpg.json".utf8)

    private static func place(_ finished: UnixMillis, fits verdict: Bool?) -> EndedPlace {
        EndedPlace(job: JobID(rawValue: finished), finished: finished, hasResult: true, verdict: verdict, way: path)
    }

    /// Parts of a queue come in any order.
    @Test(
        "Of several jobs with one record's path the last one counts, and it is asked of once",
        arguments: [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] as [[UnixMillis]],
        [[true, false, true], [false, true, false], [true, true, true], [false, false, nil]] as [[Bool?]])
    func onePath(order: [UnixMillis], verdicts: [Bool?]) throws {
        var look = FolderLook(upTo: JobID(rawValue: .max))
        for finished in order { look.take([Self.place(finished, fits: verdicts[Int(finished) - 1])]) }
        let path = RawPath(Self.path)
        let last = try #require(look.places[path])
        #expect(look.places.count == 1)
        #expect(last.finished == 3)
        #expect(look.asked.count <= 1)
        if FolderLook.isAsked(last) { #expect(look.asked == [path]) }
        #expect(look.numbered == [path])
        #expect(path.unnumbered == RawPath(Array("a.jpg.json".utf8)))
    }

    @Test(arguments: [[1, 2], [2, 1]])
    func ofTwoThatEndedAtOnceTheLaterJobCounts(order: [Int64]) {
        var look = FolderLook(upTo: nil)
        for number in order {
            let job = JobID(rawValue: number)
            look.take([EndedPlace(job: job, finished: 5, hasResult: true, verdict: true, way: Self.path)])
        }
        #expect(look.places[RawPath(Self.path)]?.job == JobID(rawValue: 2))
    }
}
