import Findings
import Geometry
import Synchronization
import Testing

@Suite("Actions while photos come")
struct ActionTrackTests {
    /// Frames of half a second each; a gap before each of the given ones.
    private static func frames(_ numbers: Range<Int>, gaps: [Int] = []) -> [Frame] {
        numbers.map { number in
            let pauses = gaps.count { $0 <= number }
            return SequenceScene.frame(number, at: Double(number * 500 + pauses * 60_000), [])
        }
    }

    /// One event for each window, and how often it was asked.
    private final class Model: Sendable {
        private let count = Mutex(0)

        var calls: Int { count.withLock { $0 } }

        func events(in frames: [Frame]) -> [SequenceEvent] {
            count.withLock { $0 += 1 }
            let last = max(frames.count - ActionWindow.frameCount, 0)
            return stride(from: 0, through: last, by: ActionWindow.step).map { start in
                let shown = frames[start...].prefix(ActionWindow.frameCount).map(\.name)
                return SequenceEvent(
                    what: "action", detector: "pose", label: "draw", begins: nil, ends: nil, frames: shown,
                    confidence: .init(best: 0.9, mean: 0.9), released: false)
            }
        }
    }

    @Test(
        "a window is looked at once all its photos are there",
        arguments: [
            (59, 0, 0), (60, 1, 1), (61, 1, 1), (89, 1, 1), (90, 2, 2), (150, 4, 4),
        ])
    func windows(count: Int, events: Int, calls: Int) throws {
        let model = Model()
        var track = ActionTrack(gap: 2) { model.events(in: $0) }
        var found: [Evidence] = []
        for number in 0...count {
            found = try track.evidence(in: Self.frames(0..<number), unchanged: max(number - 1, 0))
        }
        #expect(found.map(\.event.frames.first) == (0..<events).map { "\($0 * 30).jpg" })
        #expect(found.allSatisfy { $0.event.frames.count == 60 && $0.state == .holds })
        #expect(model.calls == calls)
    }

    @Test func aShortBurstIsLookedAtWhenTheNextOneHasBegun() throws {
        let model = Model()
        var track = ActionTrack(gap: 2) { model.events(in: $0) }
        #expect(try track.evidence(in: Self.frames(0..<20, gaps: [20]), unchanged: 0).isEmpty && model.calls == 0)
        let found = try track.evidence(in: Self.frames(0..<21, gaps: [20]), unchanged: 20)
        #expect(found.map(\.event.frames.count) == [20] && model.calls == 1)
        // A photo of it that is worked anew has it looked at anew.
        _ = try track.evidence(in: Self.frames(0..<22, gaps: [20]), unchanged: 21)
        #expect(model.calls == 1)
        _ = try track.evidence(in: Self.frames(0..<22, gaps: [20]), unchanged: 19)
        #expect(model.calls == 2)
    }

    @Test func whatFailsIsAskedAgain() throws {
        struct Broken: Error {}
        let gate = Gate()
        var track = ActionTrack(gap: 2) { frames in
            if gate.isShut { throw Broken() }
            return Model().events(in: frames)
        }
        #expect(throws: Broken.self) { try track.evidence(in: Self.frames(0..<60), unchanged: 0) }
        gate.open()
        #expect(try track.evidence(in: Self.frames(0..<60), unchanged: 0).count == 1)
    }

    private final class Gate: Sendable {
        private let shut = Mutex(true)

        var isShut: Bool { shut.withLock { $0 } }
        func open() { shut.withLock { $0 = false } }
    }
}
