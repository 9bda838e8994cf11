import Findings
import SystemPackage
import Testing

@testable import Results

@Suite struct AlikeContentsTests {
    /// Chance that is the same in each run.
    private struct Chance: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    /// A photo as far as a split knows it.
    private struct Shot {
        var content: String
        var captured: String?
        var likeness: Likeness?
    }

    private static let distance = 20
    private let scene: DataSetScene

    init() throws { scene = try DataSetScene() }

    private func record(_ shot: Shot) -> Record {
        var record = scene.record(of: "/photos/a.jpg", sha256: shot.content)
        record.photo.image?.likeness = shot.likeness
        record.photo.imageMetadata = .init(
            width: 100, height: 200, orientation: 1, format: "jpeg", captured: shot.captured)
        return record
    }

    private func deciding(_ shots: [Shot]) -> [String: String] {
        var contents = AlikeContents()
        for shot in shots { contents.note(record(shot)) }
        return contents.deciding(within: Self.distance)
    }

    /// The part of each photo.
    private func parts(_ shots: [Shot]) throws -> [SplitPart] {
        let split = try #require(
            DataSetSplit(shares: [0.5, 0.25, 0.25], grouping: .alike, distance: Self.distance))
        var groups = SplitGroups(split)
        groups.deciding = deciding(shots)
        return shots.map { groups.part(of: $0.content) }
    }

    /// Photos of chance; most are others with a few bits changed, or like a part of others.
    private static func shots(
        _ count: Int, on day: Int, after others: [Shot] = [], _ chance: inout Chance
    ) -> [Shot] {
        var all = others
        for number in 0..<count {
            var views = Likeness.parts.map { _ in LikenessBits { _, _ in Bool.random(using: &chance) } }
            if number % 4 > 0, let other = all.randomElement(using: &chance)?.likeness {
                let like = other.views[number % 3 == 0 ? Int.random(in: 0..<views.count, using: &chance) : 0]
                let changes = Set((0..<7).map { _ in Int.random(in: 0..<120, using: &chance) })
                let changed = LikenessBits { row, column in changes.contains(11 * row + column - 1) }
                views[0] = LikenessBits(coarse: like.coarse ^ changed.coarse, fine: like.fine ^ changed.fine)
            }
            all.append(
                Shot(
                    content: content(&chance), captured: "2026-06-0\(day)T10:\(10 + number % 50):00",
                    likeness: Likeness(views: views)))
        }
        return Array(all.dropFirst(others.count))
    }

    private static func content(_ chance: inout Chance) -> String {
        (0..<4).map { _ in
            let text = String(UInt64.random(in: 0...UInt64.max, using: &chance), radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
    }

    private static func areAlike(_ one: Shot, _ other: Shot) -> Bool {
        guard let first = one.likeness, let second = other.likeness else { return false }
        return [(first, second), (second, first)].contains { photo, other in
            photo.views.contains {
                $0.coarseDistance(to: other.whole) <= LikenessBits.mostCoarse
                    && $0.distance(to: other.whole) <= distance
            }
        }
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>) func noGroupIsTorn(seed: UInt64) throws {
        var chance = Chance(state: seed)
        let shots = Self.shots(120, on: 1, &chance)
        let parts = try parts(shots)
        var pairs = 0
        for one in shots.indices {
            for other in shots.indices where one < other && Self.areAlike(shots[one], shots[other]) {
                pairs += 1
                #expect(parts[one] == parts[other])
            }
        }
        #expect(pairs > 60 && Set(parts).count == 3)
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>) func photosOfLaterDaysMoveNone(seed: UInt64) throws {
        var chance = Chance(state: seed)
        let before = Self.shots(60, on: 1, &chance)
        let after = before + Self.shots(60, on: 2, after: before, &chance)
        #expect(try Array(parts(after).prefix(60)) == parts(before))
        #expect(deciding(after.shuffled(using: &chance)) == deciding(after), "the order does not matter")
    }

    /// What looks like two groups makes one of them.
    @Test func aPhotoThatIsLikeTwoGroupsJoinsThemUnderTheEarlierOne() throws {
        let bits = LikenessBits { row, column in (row + column) % 3 == 0 }
        func likeness(_ changed: Int) -> Likeness {
            let whole = LikenessBits(coarse: bits.coarse, fine: bits.fine ^ (1 << UInt64(changed) - 1))
            return Likeness(views: Likeness.parts.map { _ in whole })
        }
        let early = Shot(content: "c", captured: "2026-06-01T10:00:00", likeness: likeness(0))
        let late = Shot(content: "b", captured: "2026-06-02T10:00:00", likeness: likeness(24))
        let between = Shot(content: "a", captured: "2026-06-03T10:00:00", likeness: likeness(12))
        #expect(deciding([early, late]) == ["c": "c", "b": "b"])
        #expect(deciding([late, between, early]) == ["a": "c", "b": "c", "c": "c"])
    }

    @Test(
        arguments: [
            (["2026-06-01", "2026-06-02"], "b"), (["2026-06-02", "2026-06-01"], "a"), (["2026-06-01", nil], "b"),
            ([nil, "2026-06-01"], "a"), ([nil, nil], "a"), (["2026-06-01", "2026-06-01"], "a"),
        ] as [([String?], String)])
    func thePhotoThatWasTakenFirstDecides(times: [String?], content: String) throws {
        var chance = Chance(state: 7)
        let likeness = Self.shots(1, on: 1, &chance)[0].likeness
        let shots = zip(["b", "a"], times).map { Shot(content: $0, captured: $1, likeness: likeness) }
        #expect(deciding(shots) == ["a": content, "b": content])
    }

    @Test func aPhotoOfWhichNothingIsKnownIsItsOwnGroup() throws {
        var chance = Chance(state: 8)
        var shots = Self.shots(2, on: 1, &chance)
        shots[1].likeness = nil
        #expect(deciding(shots) == [shots[0].content: shots[0].content])
        var groups = SplitGroups(
            try #require(DataSetSplit(shares: [0.5, 0.5], grouping: .alike, distance: Self.distance)))
        #expect(!groups.isUnknown(shots[1].content), "not asked for")
        groups.deciding = deciding(shots)
        #expect(shots.map { groups.isUnknown($0.content) } == [false, true])
    }

    @Test func nearDuplicatesOfAnExportStayTogether() throws {
        try ClassList.write([DataSetScene.dogs], in: scene.results)
        var chance = Chance(state: 9)
        let first = Self.shots(1, on: 1, &chance)[0]
        for number in 0..<20 {
            let path = try scene.photo(FilePath("\(number).gif"))
            var record = scene.record(of: path, [(0, "cat")], sha256: Self.content(&chance), format: "gif")
            record.photo.image?.likeness = number < 19 ? first.likeness : nil
            try scene.keep(record, as: FilePath("\(number).gif.json"))
        }
        for grouping in [DataSetSplit.Grouping.content, .alike] {
            let split = DataSetSplit(
                shares: [0.5, 0.5], grouping: grouping, distance: grouping == .alike ? Self.distance : nil)
            let summary = try #require(DataSetExport(format: "coco")).write(
                results: scene.results, to: scene.folder.appending(grouping.rawValue), choosing: .init(split: split))
            let largest = try #require(summary.parts?.values.max())
            #expect((largest >= 19) == (grouping == .alike) && summary.photos == 20)
            #expect(summary.withoutLikeness == (grouping == .alike ? 1 : nil))
        }
    }
}
