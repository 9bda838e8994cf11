import Findings
import Foundation
import Geometry
import Testing

@Suite("Evidence over frames")
struct SequenceFinderTests {
    private static func events(
        _ frames: [Frame], seen: Int = 3, of: Int = 5, gap: Double = 2, confidence: Double = 0.1
    ) -> [SequenceEvent] {
        let question = SequenceQuestion(.label("cup", detector: nil), confidence: confidence, seen: seen, of: of)
        return SequenceFinder(question, gap: gap).events(in: frames)
    }

    @Test(
        arguments: [
            // Marks, N, M, the frames of each event, whether each was seen to end.
            ("", 3, 5, [], []),
            ("x", 3, 5, [], []),
            ("x", 1, 1, [[0]], [false]),
            ("xx", 3, 5, [], []),
            ("xxx", 3, 5, [[0, 1, 2]], [false]),
            ("x.x.x", 3, 5, [[0, 2, 4]], [false]),
            ("x..x..x", 3, 5, [], []),
            ("x.x..x", 3, 5, [], []),
            ("xxx.x.xx.", 3, 5, [[0, 1, 2, 4, 6, 7]], [false]),
            ("xx..xx.", 2, 5, [[0, 1], [4, 5]], [true, false]),
            ("x....xxx", 3, 5, [[5, 6, 7]], [false]),
            ("xxx..x..x", 3, 5, [[0, 1, 2, 5]], [true]),
            ("xxx...", 3, 5, [[0, 1, 2]], [true]),
            ("xxx..", 3, 5, [[0, 1, 2]], [false]),
            ("xxx.x.x.xxx", 3, 5, [[0, 1, 2, 4, 6], [8, 9, 10]], [true, false]),
            ("xxx...xxx", 3, 5, [[0, 1, 2], [6, 7, 8]], [true, false]),
            ("xxxxxx", 3, 100, [[0, 1, 2, 3, 4, 5]], [false]),
            ("xxx", 9, 100, [], []),
            ("x.x.", 1, 1, [[0], [2]], [true, true]),
            ("xx.", 0, -3, [[0, 1]], [true]),
            ("xx", 7, 2, [[0, 1]], [false]),
        ] as [(String, Int, Int, [[Int]], [Bool])])
    func anEventHasItsFrames(marks: String, seen: Int, of: Int, frames: [[Int]], released: [Bool]) {
        let events = Self.events(SequenceScene.frames(marks), seen: seen, of: of)
        #expect(events.map(\.frames) == frames.map { $0.map { "\($0).jpg" } })
        #expect(events.map(\.released) == released)
    }

    @Test func itSaysWhatWhenAndHowSure() throws {
        let event = try #require(Self.events(SequenceScene.frames(".x.xx.")).first)
        #expect(event.what == "label" && event.detector == "objects" && event.label == "cup")
        #expect(event.begins == 500 && event.ends == 2000)
        #expect(event.confidence.best == 0.54 && abs(event.confidence.mean - (0.51 + 0.53 + 0.54) / 3) < 1e-12)
    }

    @Test(
        arguments: [
            ([0, 500, 1000, 1500], 2.0, [4]), ([0, 500, 3000, 3500], 2, []), ([0, 500, 2500, 3000], 2, [4]),
            ([0, 500, 1000, 9000], 2, [3]), ([nil, nil, nil, nil], 2, [4]), ([0, nil, nil, 1900], 2, [4]),
            ([0, nil, nil, 2100], 2, [3]), ([9000, 0, 500, 1000], 2, [3]), ([.nan, .infinity, 0, 1], 2, [4]),
            ([0, 9e9, 1e300, -1e300], .infinity, [4]), ([0, 9e9, 1, 2], .nan, [4]), ([0, 1, 2, 3], -1, []),
        ] as [([Double?], Double, [Int])])
    func aGapInTimeBeginsAnew(times: [Double?], gap: Double, counts: [Int]) {
        let frames = SequenceScene.frames("xxxx", times: times)
        #expect(Self.events(frames, gap: gap).map(\.frames.count) == counts)
        #expect(Frame.bursts(of: frames, gap: gap).flatMap(Array.init) == [0, 1, 2, 3])
    }

    @Test func eachDetectorAndEachLabelIsCountedForItself() {
        let cups = [SequenceScene.cup(0.9), SequenceScene.cup(0.8), SequenceScene.cup(0.7, label: "bowl")]
        let frames = (0..<4).map { index in
            SequenceScene.frame(
                index, at: nil,
                [
                    SequenceScene.detections(cups),
                    SequenceScene.detections(index == 0 ? [] : cups, by: "second"),
                    DetectorResult(
                        detector: "scene", task: .classify,
                        found: .classes([ClassScore(label: "indoor", confidence: 0.6)])),
                ])
        }
        func names(_ subject: SequenceQuestion.Subject) -> [String] {
            SequenceFinder(SequenceQuestion(subject)).events(in: frames).map { "\($0.detector) \($0.label)" }
        }
        #expect(names(.label("cup", detector: nil)) == ["objects cup", "second cup"])
        #expect(names(.label("bowl", detector: "second")) == ["second bowl"])
        #expect(names(.label("indoor", detector: nil)) == ["scene indoor"])
        #expect(
            names(.label(nil, detector: nil)) == [
                "objects bowl", "objects cup", "scene indoor", "second bowl", "second cup",
            ])
        #expect(names(.pinch()) == [])
    }

    @Test(arguments: [(0.0, 3), (0.5, 3), (0.515, 0), (1, 0), (.nan, 0)] as [(Double, Int)])
    func findingsBelowTheLeastScoreDoNotCount(confidence: Double, count: Int) {
        let events = Self.events(SequenceScene.frames("xxx"), confidence: confidence)
        #expect((events.first?.frames.count ?? 0) == count)
    }

    @Test func anEventIsWrittenWithAllKeysAndReadBack() throws {
        let event = try #require(Self.events(SequenceScene.frames("xxx", times: [nil, nil, nil])).first)
        let data = try JSONEncoder().encode(event)
        #expect(String(decoding: data, as: UTF8.self).contains("\"begins\":null"))
        #expect(try JSONDecoder().decode(SequenceEvent.self, from: data) == event)
    }
}
