import Findings
import Geometry
import Testing

@Suite("Evidence while photos come")
struct EvidenceTrackTests {
    /// Numbers that look like chance and are the same at each run.
    private struct Chance: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 33)
        }
    }

    /// A long sequence of cups and balls, with gaps in time, photos without a time, and detectors that failed.
    private static func frames(_ count: Int, _ chance: inout Chance) -> [Frame] {
        var time = 0.0
        return (0..<count).map { index in
            time += Int.random(in: 0..<25, using: &chance) == 0 ? 5000 : 500
            let cup = Int.random(in: 0..<10, using: &chance) < 6 ? [SequenceScene.cup(0.8)] : []
            let ball = Int.random(in: 0..<10, using: &chance) < 4 ? [SequenceScene.cup(0.6, label: "ball")] : []
            var result = SequenceScene.detections(cup + ball)
            if Int.random(in: 0..<20, using: &chance) == 0 {
                result = DetectorResult(
                    detector: "objects", task: .detect, found: .detections([]),
                    error: .init(code: "broken", message: "it failed", fault: .quiver))
            }
            let isTimed = Int.random(in: 0..<15, using: &chance) != 0
            return SequenceScene.frame(index, at: isTimed ? time : nil, [result])
        }
    }

    @Test(
        "however photos come, what is found is what is found in all of them at once",
        arguments: [(1, 3, 5), (2, 1, 1), (3, 2, 3), (4, 5, 9), (5, 3, 5)] as [(UInt64, Int, Int)])
    func order(seed: UInt64, seen: Int, of: Int) {
        var chance = Chance(state: seed)
        let all = Self.frames(300, &chance)
        let finder = SequenceFinder(SequenceQuestion(.label(nil, detector: nil), seen: seen, of: of))
        var (track, present, unchanged): (EvidenceTrack, [Int], Int) = (EvidenceTrack(finder), [], 0)
        var settled: [Evidence] = []
        // Nearly in turn, as workers end; every twentieth late.
        let arrivals = all.indices.map { ($0, Int.random(in: 0..<20, using: &chance) == 0 ? $0 + 150 : $0 + $0 % 7) }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
        for (number, index) in arrivals.enumerated() {
            let place = present.firstIndex { $0 > index } ?? present.count
            present.insert(index, at: place)
            unchanged = min(unchanged, place)
            if number % 50 == 49 {
                let gone = Int.random(in: present.indices, using: &chance)
                present.remove(at: gone)
                unchanged = min(unchanged, gone)
            }
            let frames = present.map { all[$0] }
            let seenFrames = frames.map { SeenFrame($0, by: finder.question) }
            let tracked = track.evidence(in: seenFrames, unchanged: unchanged)
            unchanged = present.count
            settled = (tracked.isAnew ? [] : settled) + tracked.settled
            let found = settled + tracked.recent
            let expected = finder.events(in: frames)
            #expect(found.count == expected.count && Set(found.map(\.event)) == Set(expected))
            #expect(found.allSatisfy { ($0.state == .missed) == $0.event.released })
            let places = tracked.recent.compactMap { recent in expected.firstIndex(of: recent.event) }
            #expect(places == places.sorted())
        }
    }

    /// One letter a change: `a` added, `u` updated, `m` missed, `g` a gap, `w` withdrawn; the event's number behind it.
    private static func letters(_ changes: [EvidenceChange]) -> String {
        changes.map { change in
            let letter = change.reason.map { $0.rawValue.prefix(1) } ?? change.kind.rawValue.prefix(1)
            return "\(letter)\(change.id)"
        }.joined(separator: " ")
    }

    @Test(
        "each change is said once",
        arguments: [
            // What the photos show after each arrival (`.` nothing, `-` not there yet), and what is said.
            (
                ["x", "xx", "xxx", "xxxx", "xxxx.", "xxxx..", "xxxx...", "xxxx...."],
                ["", "", "a1", "u1", "", "", "m1", ""]
            ),
            // One that came late belongs in front: the same event.
            (["-xxx", "xxxx"], ["a1", "u1"]),
            // Those that came late do not show it: it was in 3 of 7.
            (["x--x--x", "x.-x--x", "x..x..x"], ["a1", "", "w1"]),
            // A photo that is tried again makes up for it.
            (["xxx...", "xxx.x."], ["a1 m1", "a1"]),
            // Two events become one, and one becomes two.
            (["xxx...xxx", "xxxxx.xxx", "xxx...xxx"], ["a1 m1 a2", "w2 a1", "m1 a3"]),
            // All photos are gone.
            (["xxx", ""], ["a1", "w1"]),
        ] as [([String], [String])])
    func changes(scenes: [String], said: [String]) {
        let finder = SequenceFinder(SequenceQuestion(.label("cup", detector: nil), seen: 3, of: 5))
        var (track, ledger, last) = (EvidenceTrack(finder), EvidenceLedger(), 0)
        for (scene, expected) in zip(scenes, said) {
            let frames = zip(SequenceScene.frames(scene), scene).filter { $1 != "-" }
                .map { frame, _ in SeenFrame(frame, by: finder.question) }
            let found = track.evidence(in: frames, unchanged: 0)
            #expect(Self.letters(ledger.changes(to: found, last: &last)) == expected, "\(scene)")
        }
    }

    @Test func aGapEndsWhatHolds() {
        let finder = SequenceFinder(SequenceQuestion(.label("cup", detector: nil)), gap: 2)
        var (track, ledger, last) = (EvidenceTrack(finder), EvidenceLedger(), 40)
        let frames = SequenceScene.frames("xxxx", times: [0, 500, 1000, 9000]).map {
            SeenFrame($0, by: finder.question)
        }
        let first = ledger.changes(to: track.evidence(in: frames.prefix(3), unchanged: 0), last: &last)
        #expect(Self.letters(first) == "a41")
        let second = ledger.changes(to: track.evidence(in: frames, unchanged: 3), last: &last)
        #expect(Self.letters(second) == "g41" && second.first?.event.frames.count == 3)
        #expect(second.first?.event.released == false && last == 41)
    }
}
