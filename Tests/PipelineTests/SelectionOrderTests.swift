import Findings
import Storage
import Testing

@testable import Supervisor

/// Which candidates are chosen, and in which order.
@Suite struct SelectionOrderTests {
    private static func candidates(_ numbers: Range<Int>) -> [SelectedCandidate] {
        numbers.map { SelectedCandidate(content: "content \($0)", path: "\($0).jpg") }
    }

    private static func chosen(_ candidates: [SelectedCandidate], _ choice: SelectionChoice) -> [String] {
        choice.chosen(among: candidates).map(\.content)
    }

    @Test(arguments: [0, 1, -7]) func chanceIsStableAsPhotosAreAdded(seed: Int) {
        let choice = SelectionChoice(by: .random, count: 20, seed: seed)
        let few = Self.chosen(Self.candidates(0..<100), choice)
        #expect(few.count == 20 && Set(few).count == 20)
        #expect(Self.chosen(Self.candidates(0..<100).reversed(), choice) == few)
        let more = Self.chosen(Self.candidates(0..<120), choice)
        let added = Set(Self.candidates(100..<120).map(\.content))
        // Those that stay are in their order, and each that goes made way for a new one.
        #expect(more.filter { !added.contains($0) } == Array(few.prefix(20 - more.count { added.contains($0) })))
    }

    @Test func anotherSeedChoosesOtherwise() {
        let all = Self.candidates(0..<100)
        let choices = (0..<5).map { Self.chosen(all, SelectionChoice(by: .random, count: 10, seed: $0)) }
        #expect(Set(choices).count == 5)
    }

    @Test func theHighestValueIsFirstAndWhatIsNotKnownIsLeftOut() {
        var all = Self.candidates(0..<5)
        let values: [(Int, Double, Double)] = [(0, 1, 0), (1, 3, 0), (3, 3, 2), (4, 1, 0)]
        for (place, first, second) in values { all[place].value = .init(first: first, second: second, shown: 0) }
        let found = Self.chosen(all, SelectionChoice(by: .uncertainty, count: 9))
        #expect(
            found.prefix(2) == ["content 3", "content 1"] && Set(found.dropFirst(2)) == ["content 0", "content 4"])
        #expect(Self.chosen(all.reversed(), SelectionChoice(by: .uncertainty, count: 9)) == found)
        #expect(Self.chosen(all, SelectionChoice(by: .uncertainty, count: 1)) == ["content 3"])
    }

    /// Steps say of two numbers which is less, but for those between the same two millionths.
    @Test func onlyPhotosThatMayBeChosenAreMeasured() {
        let margins = [0.3, 0.1000004, 0.2, 0.1000002, 0.9, 0.1]
        var all = Self.candidates(0..<6)
        for (place, margin) in margins.enumerated() where place != 2 {
            (all[place].job, all[place].margin) = (JobID(rawValue: Int64(place)), PhotoFacts.steps(of: margin))
        }
        // Of one the queue keeps nothing: its record was read.
        all[2].value = .init(first: -0.2, second: 0, shown: 0.2)
        var asked: [Int64] = []
        let choice = SelectionChoice(by: .uncertainty, count: 2)
        choice.measureNearest(of: &all) { jobs in
            asked += jobs.map(\.rawValue)
            return Dictionary(
                uniqueKeysWithValues: jobs.map { job in
                    let margin = margins[Int(job.rawValue)]
                    return (job, SelectedCandidate.Value(first: -margin, second: 0, shown: margin))
                })
        }
        #expect(asked == [1, 3, 5])
        #expect(Self.chosen(all, choice) == ["content 5", "content 3"])
        #expect(all.allSatisfy { $0.isKnown })
    }

    @Test func differentPicturesAreChosenAndLikeOnesOnce() {
        var all = Self.candidates(0..<10)
        for place in all.indices.dropLast() {
            all[place].look = LikenessBits(coarse: place % 3 == 0 ? 0 : place % 3 == 1 ? 0b10 : 0b1111_0000, fine: 0)
        }
        let two = SelectionChoice(by: .diversity, count: 2).chosen(among: all)
        #expect(two.count == 2 && two.contains { $0.look?.coarse == 0b1111_0000 })
        let found = SelectionChoice(by: .diversity, count: 10).chosen(among: all)
        #expect(Set(found.map(\.look)).count == 3 && found.count == 3 && found.allSatisfy { $0.look != nil })
    }
}
