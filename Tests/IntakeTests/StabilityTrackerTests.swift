import SystemValues
import Testing

@testable import Intake

@Suite("StabilityTracker")
struct StabilityTrackerTests {
    /// One step of a file's life: at a time in seconds the file is seen with a size.
    struct Step: Sendable {
        let at: Double
        let size: Int64
        let isRipe: Bool
        init(_ at: Double, size: Int64, ripe: Bool) { (self.at, self.size, isRipe) = (at, size, ripe) }
    }

    static let start = Moment(steady: .seconds(1000), wallNanoseconds: 1_700_000_000_000_000_000)

    static func identity(size: Int64 = 1, touched: Double, inode: UInt64 = 7) -> FileIdentity {
        let time = start.wallNanoseconds + Int64(touched * 1e9)
        return FileIdentity(device: 1, inode: inode, size: size, mtimeNanoseconds: time, ctimeNanoseconds: time)
    }

    @Test(
        "a file that is written with pauses is ripe only after the last write",
        arguments: [
            [Step(0, size: 1, ripe: false), Step(1.9, size: 1, ripe: false), Step(2.0, size: 1, ripe: true)],
            [
                Step(0, size: 1, ripe: false), Step(1.9, size: 2, ripe: false), Step(3.8, size: 2, ripe: false),
                Step(3.9, size: 2, ripe: true),
            ],
            [
                Step(0, size: 0, ripe: false), Step(0.1, size: 9, ripe: false), Step(0.2, size: 99, ripe: false),
                Step(2.1, size: 99, ripe: false), Step(2.2, size: 99, ripe: true),
            ],
            [Step(0, size: 5, ripe: false), Step(60, size: 6, ripe: false), Step(62, size: 6, ripe: true)],
            [
                Step(0, size: 9, ripe: false), Step(1, size: 3, ripe: false), Step(2.5, size: 3, ripe: false),
                Step(3, size: 3, ripe: true),
            ],
        ])
    func pauses(steps: [Step]) {
        var settler = StabilityTracker<Int>(patience: .seconds(60))
        var touched = 0.0
        var size: Int64 = -1
        for step in steps {
            if step.size != size { (touched, size) = (step.at, step.size) }
            let ripe = settler.observe(
                1, Self.identity(size: size, touched: touched), settle: .seconds(2),
                at: Self.start.advanced(by: .milliseconds(Int(step.at * 1000))))
            #expect(ripe == step.isRipe, "at \(step.at) s")
        }
    }

    @Test("an old file is ripe at first sight", arguments: [(-10.0, true), (-2.0, true), (-1.9, false), (0.0, false)])
    func oldFile(touched: Double, isRipe: Bool) {
        var settler = StabilityTracker<Int>(patience: .seconds(60))
        let answer = settler.observe(1, Self.identity(touched: touched), settle: .seconds(2), at: Self.start)
        #expect(answer == isRipe)
    }

    @Test("times in the future do not hold a file up for ever", arguments: [1.0, 3600, 3e9])
    func future(touched: Double) {
        var settler = StabilityTracker<Int>(patience: .seconds(60))
        let identity = Self.identity(touched: touched)
        let isRipe = settler.observe(1, identity, settle: .seconds(2), at: Self.start)
        #expect(!isRipe)
        let isRipeLater = settler.observe(1, identity, settle: .seconds(2), at: Self.start.advanced(by: .seconds(2)))
        #expect(isRipeLater)
    }

    @Test("a modification time that was set back does not hide a fresh file, since the change time tells")
    func setBack() {
        var settler = StabilityTracker<Int>(patience: .seconds(60))
        var identity = Self.identity(touched: 0)
        identity.mtimeNanoseconds = 0
        let isRipe = settler.observe(1, identity, settle: .seconds(2), at: Self.start)
        #expect(!isRipe)
    }

    @Test("the wall clock may jump while a file is being written", arguments: [-86_400, 86_400])
    func clockJump(seconds: Int64) {
        var settler = StabilityTracker<Int>(patience: .seconds(60))
        settler.observe(1, Self.identity(size: 1, touched: 0), settle: .seconds(2), at: Self.start)
        var later = Self.start.advanced(by: .seconds(1))
        later.wallNanoseconds += seconds * 1_000_000_000
        let isRipe = settler.observe(1, Self.identity(size: 2, touched: 1), settle: .seconds(2), at: later)
        #expect(!isRipe)
        later.steady += .seconds(2)
        let isRipeLater = settler.observe(1, Self.identity(size: 2, touched: 1), settle: .seconds(2), at: later)
        #expect(isRipeLater)
    }

    @Test("a new inode under the same name begins anew")
    func renamedOver() {
        var settler = StabilityTracker<Int>(patience: .seconds(60))
        settler.observe(1, Self.identity(touched: 0), settle: .seconds(2), at: Self.start)
        let later = Self.start.advanced(by: .seconds(2))
        let isRipe = settler.observe(1, Self.identity(touched: 2, inode: 8), settle: .seconds(2), at: later)
        #expect(!isRipe)
    }

    @Test("a cut off file waits until nothing happened for the whole patience, and is then taken as it is")
    func patience() {
        var settler = StabilityTracker<Int>(patience: .seconds(60))
        let identity = Self.identity(touched: 0)
        func at(_ seconds: Int) -> Moment { Self.start.advanced(by: .seconds(seconds)) }
        settler.observe(1, identity, settle: .seconds(2), at: at(0))
        let isRipe = settler.observe(1, identity, settle: .seconds(2), at: at(2))
        #expect(isRipe)
        let judgement = settler.judge(1, .cutOff, at: at(2))
        #expect(judgement == .wait)
        let isRipeLater = settler.observe(1, identity, settle: .seconds(2), at: at(30))
        #expect(!isRipeLater)
        let isRipeThen = settler.observe(1, identity, settle: .seconds(2), at: at(60))
        #expect(isRipeThen)
        let lastJudgement = settler.judge(1, .cutOff, at: at(60))
        #expect(lastJudgement == .take(isComplete: false))
    }

    @Test("a cut off file that grows is looked at again after the settle time")
    func resumedUpload() {
        var settler = StabilityTracker<Int>(patience: .seconds(60))
        func at(_ seconds: Int) -> Moment { Self.start.advanced(by: .seconds(seconds)) }
        settler.observe(1, Self.identity(touched: 0), settle: .seconds(2), at: at(0))
        let judgement = settler.judge(1, .cutOff, at: at(2))
        #expect(judgement == .wait)
        let isRipe = settler.observe(1, Self.identity(size: 9, touched: 30), settle: .seconds(2), at: at(30))
        #expect(!isRipe)
        let isRipeLater = settler.observe(1, Self.identity(size: 9, touched: 30), settle: .seconds(2), at: at(32))
        #expect(isRipeLater)
        let lastJudgement = settler.judge(1, .whole, at: at(32))
        #expect(lastJudgement == .take(isComplete: true))
    }

    @Test("without patience a cut off file is taken once it has settled")
    func noPatience() {
        var settler = StabilityTracker<Int>(patience: .zero)
        settler.observe(1, Self.identity(touched: -5), settle: .seconds(2), at: Self.start)
        let judgement = settler.judge(1, .cutOff, at: Self.start)
        #expect(judgement == .take(isComplete: false))
    }

    @Test("files fall due one by one, those at the same time as they were seen first, and a removed file never")
    func agenda() {
        var settler = StabilityTracker<Int>(patience: .seconds(60))
        for key in 0..<9 {
            settler.observe(
                key, Self.identity(touched: 0), settle: .seconds(2),
                at: Self.start.advanced(by: .milliseconds(100 * key)))
        }
        settler.remove(2)
        let later = Self.start.advanced(by: .seconds(5))
        var due: [Int] = []
        while let key = settler.popDue(at: later) { due.append(key) }
        #expect(due == [0, 1, 3, 4, 5, 6, 7, 8])
        #expect(settler.count == 8)
    }

    @Test("a file that cannot be read is put off for longer each time and reported once")
    func postpone() {
        var settler = StabilityTracker<Int>(patience: .seconds(60))
        settler.observe(1, Self.identity(touched: -9), settle: .seconds(2), at: Self.start)
        let isFirst = settler.postpone(1, at: Self.start)
        #expect(isFirst)
        let dueFirst = settler.nextDue()
        #expect(dueFirst == Self.start.steady + .seconds(1))
        let later = Self.start.advanced(by: .seconds(1))
        let isFirstAgain = settler.postpone(1, at: later)
        #expect(!isFirstAgain)
        let dueAgain = settler.nextDue()
        #expect(dueAgain == later.steady + .seconds(2))
    }
}
