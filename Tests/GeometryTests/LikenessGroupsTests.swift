import Findings
import Testing

@testable import Geometry

@Suite struct LikenessGroupsTests {
    /// Chance that is the same in each run.
    private struct Chance: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    /// Photos of chance, some of which are others with a few bits changed, or a part of others.
    private static func photos(_ count: Int, _ chance: inout Chance) -> [Likeness] {
        var all: [Likeness] = []
        for number in 0..<count {
            var views = Likeness.parts.map { _ in LikenessBits { _, _ in Bool.random(using: &chance) } }
            if number % 3 > 0, let other = all.randomElement(using: &chance) {
                let turn: LikenessBits.Turn = number % 5 == 0 ? .quarterLeft : .none
                let part = number % 2 == 0 ? 0 : Int.random(in: 0..<views.count, using: &chance)
                let like = other.views[part].turned(turn)
                var changes = Set<Int>()
                for _ in 0..<Int.random(in: 0...14, using: &chance) {
                    changes.insert(Int.random(in: 0..<120, using: &chance))
                }
                let changed = LikenessBits { row, column in changes.contains(11 * row + column - 1) }
                views[0] = LikenessBits(coarse: like.coarse ^ changed.coarse, fine: like.fine ^ changed.fine)
            }
            all.append(Likeness(views: views))
        }
        return all
    }

    /// Every pair, each looked at.
    private static func all(_ photos: [Likeness], _ distance: Int, turned: Bool) -> Set<[Int]> {
        var pairs: Set<[Int]> = []
        let turns = turned ? LikenessBits.Turn.allCases : [.none]
        for (first, photo) in photos.enumerated() {
            let views = photo.views.flatMap { view in turns.map { view.turned($0) } }
            for (second, other) in photos.enumerated() where first != second {
                let whole = other.whole
                let isNear = views.contains { view in
                    view.coarseDistance(to: whole) <= LikenessBits.mostCoarse && view.distance(to: whole) <= distance
                }
                if isNear { pairs.insert([first, second].sorted()) }
            }
        }
        return pairs
    }

    @Test(arguments: [0, 6, 12, 20], [false, true])
    func eachPairWithinTheDistanceIsFound(_ distance: Int, turned: Bool) {
        var chance = Chance(state: 33)
        let photos = Self.photos(120, &chance)
        var found: Set<[Int]> = []
        for look in LikenessPairs(photos).looks(turned: turned) {
            for chunk in 0..<LikenessPairs.chunks {
                look.forEach(by: chunk) { first, second in
                    guard let pair = look.pair(first, second, within: distance) else { return }
                    found.insert([first, second].sorted())
                    let bits = photos[first].views[pair.part].turned(pair.turn)
                    #expect(bits.distance(to: photos[second].whole) == pair.distance && pair.distance <= distance)
                }
            }
        }
        #expect(found == Self.all(photos, distance, turned: turned))
        #expect(distance < 6 || found.count > 15)
    }

    @Test(arguments: [false, true])
    func groupsHangTogetherByTheirLinks(turned: Bool) {
        var chance = Chance(state: 34)
        var photos = Self.photos(120, &chance)
        photos.append(photos[7])
        let groups = LikenessGroups(photos, within: 20, turned: turned)
        // Joined pair by pair, as slowly as can be.
        var numbers = Array(photos.indices)
        for pair in Self.all(photos, 20, turned: turned) {
            let (low, high) = (min(numbers[pair[0]], numbers[pair[1]]), max(numbers[pair[0]], numbers[pair[1]]))
            for place in numbers.indices where numbers[place] == high { numbers[place] = low }
        }
        #expect(groups.numbers == numbers)
        for group in groups.groups {
            #expect(group.members.count > 1 && group.links.count == group.members.count - 1)
            let told = group.explained(from: group.members[0]).map(\.member)
            #expect((told + [group.members[0]]).sorted() == group.members)
        }
        #expect(Set(groups.groups.flatMap(\.members)).count == groups.groups.reduce(0) { $0 + $1.members.count })
        #expect(groups.groups.contains { $0.members.contains(7) && $0.members.contains(120) })
    }

    @Test func noPhotoAndOneAreNoGroup() {
        var chance = Chance(state: 35)
        #expect(LikenessGroups([], within: 40).groups.isEmpty)
        #expect(LikenessGroups(Self.photos(1, &chance), within: 40, turned: true).numbers == [0])
    }
}
