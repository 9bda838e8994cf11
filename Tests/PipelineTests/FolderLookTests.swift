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
        var look = FolderLook()
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
        var look = FolderLook()
        for number in order {
            let job = JobID(rawValue: number)
            look.take([EndedPlace(job: job, finished: 5, hasResult: true, verdict: true, way: Self.path)])
        }
        #expect(look.places[RawPath(Self.path)]?.job == JobID(rawValue: 2))
    }

    private static func place(_ job: Int64, at path: String, fits verdict: Bool?) -> EndedPlace {
        EndedPlace(
            job: JobID(rawValue: job), finished: job * 10_000, hasResult: true, verdict: verdict, way: Array(path.utf8))
    }

    private static func path(_ path: String) -> RawPath { RawPath(Array(path.utf8)) }

    @Test("Of photos that do not fit those matter that had the name of one that is asked of, or of an open file")
    func whatMatters() {
        var look = FolderLook()
        look.take([Self.place(1, at: "a-2.jpg.json", fits: nil), Self.place(2, at: "c.jpg.json", fits: true)])
        look.settle(
            [
                [Self.place(3, at: "a.jpg.json", fits: false), Self.place(4, at: "b.jpg.json", fits: false)],
                [Self.place(5, at: "a-3.jpg.json", fits: false), Self.place(6, at: "b-2.jpg.json", fits: false)],
                [Self.place(7, at: "c.jpg.json", fits: false), Self.place(8, at: "d.jpg.json", fits: false)], [],
            ], beside: RecordFiles([(Self.path("d-2.jpg.json"), 0)]))
        let all = ["a.jpg.json", "a-2.jpg.json", "a-3.jpg.json", "c.jpg.json", "d.jpg.json"].map(Self.path)
        #expect(Set(look.places.keys) == Set(all))
        #expect(Set(look.numbered) == [Self.path("a-2.jpg.json"), Self.path("a-3.jpg.json")])
        #expect(Set(look.asked) == [Self.path("a-2.jpg.json"), Self.path("c.jpg.json")])
        // A name that ends with a number was used again only where there is a record without that number.
        var numbered = FolderLook()
        numbered.take([
            Self.place(1, at: "frame-1.jpg.json", fits: true), Self.place(2, at: "b-1.jpg.json", fits: true),
        ])
        let others = ["frame-2", "frame-1-2", "frame-3-2", "b", "b-2", "b-2-2"].enumerated().map { place, name in
            Self.place(Int64(place) + 3, at: name + ".jpg.json", fits: false)
        }
        numbered.settle([others], beside: RecordFiles([]))
        let same = ["frame-1", "frame-1-2", "b", "b-1", "b-2"].map { Self.path($0 + ".jpg.json") }
        #expect(Set(numbered.places.keys) == Set(same))
        // The last one at a path counts, and it does not fit.
        #expect(look.places[Self.path("c.jpg.json")]?.verdict == false)
        #expect(look.open == [Self.path("d-2.jpg.json")])
    }

    @Test(
        "A file says what the queue does not where it was written later, or where the last job there has no result",
        arguments: [false, nil, true] as [Bool?])
    func openFiles(verdict: Bool?) {
        func look(at place: EndedPlace, _ more: EndedPlace?, written: UnixMillis?) -> Set<RawPath> {
            var look = FolderLook()
            let all = [place, more].compactMap { $0 }
            look.take(all.filter(FolderLook.isAsked))
            look.settle(
                [all.filter { !FolderLook.isAsked($0) }], beside: RecordFiles([(Self.path("a.jpg.json"), written)]))
            return look.open
        }
        let (place, file) = (Self.place(1, at: "a.jpg.json", fits: verdict), Self.path("a.jpg.json"))
        #expect(look(at: place, nil, written: 10_000) == [])
        #expect(look(at: place, nil, written: 11_000) == [], "times of files are coarse")
        #expect(look(at: place, nil, written: 11_001) == [file])
        #expect(look(at: place, nil, written: nil) == [file])
        #expect(look(at: Self.place(1, at: "b.jpg.json", fits: verdict), nil, written: 10_000) == [file])
        let failed = EndedPlace(
            job: JobID(rawValue: 2), finished: 20_000, hasResult: false, verdict: false, way: file.bytes)
        #expect(look(at: place, failed, written: 10_000) == [file])
        #expect(look(at: place, Self.place(2, at: "a.jpg.json", fits: false), written: 20_000) == [])
        #expect(look(at: place, Self.place(2, at: "a.jpg.json", fits: true), written: 20_000) == [])
    }
}
