import Evaluation
import Findings
import Testing

/// Intervals by drawing the photos again, and two models beside each other.
@Suite struct ComparisonTests {
    private static let photos = RandomScene.boxes(seed: 2)

    /// What an almost perfect model finds.
    private static let better = photos.map { photo in
        photo.truth.filter { !$0.isCrowd }.map { FoundObject(label: $0.label, confidence: 0.9, box: $0.box) }
    }

    @Test func intervalsAreTheSameInEachRunAndHoldTheMeasure() throws {
        let (one, two) = (ModelEvaluation(Self.photos), ModelEvaluation(Self.photos))
        #expect(one == two && one.drawings == 1_000)
        let (interval, ap) = (try #require(one.interval), try #require(one.precision.ap))
        #expect(interval.low < ap && ap < interval.high && interval.high - interval.low < 0.3)
        for one in one.classes where one.objects > 10 {
            let (interval, ap) = (try #require(one.interval), try #require(one.precision.ap))
            #expect(interval.low <= ap && ap <= interval.high, "\(one.label)")
        }
    }

    @Test func morePhotosMakeAnIntervalNarrower() throws {
        let few = try #require(ModelEvaluation(Self.photos).interval)
        let many = try #require(ModelEvaluation((0..<9).flatMap { _ in Self.photos }).interval)
        #expect(many.high - many.low < (few.high - few.low) / 2)
    }

    @Test func onePhotoHasNoInterval() {
        let evaluation = ModelEvaluation([Self.photos[0]])
        #expect(evaluation.interval == nil && evaluation.drawings == 0)
    }

    @Test func aModelBesideItselfIsNoBetter() {
        let both = ModelComparison(Self.photos, beside: Self.photos.map(\.found))
        #expect(both.first == both.second && both.ap.value == 0)
        #expect(both.ap.interval == Interval(low: 0, high: 0) && both.mistakes.value == 0)
        #expect(both.better.isEmpty && both.worse.isEmpty && both.other.isEmpty && both.same == Self.photos.count)
    }

    @Test func aBetterModelIsNoChance() throws {
        let both = ModelComparison(Self.photos, beside: Self.better)
        let (ap, interval) = (try #require(both.ap.value), try #require(both.ap.interval))
        #expect(ap > 0.5 && interval.low > 0 && interval.isWithoutZero && interval.low < ap && ap < interval.high)
        #expect(try #require(both.mistakes.value) < 0 && both.mistakes.interval?.isWithoutZero == true)
        #expect(both.worse.isEmpty && both.better.count > 10)
        let changes = zip(both.better, both.better.dropFirst()).allSatisfy {
            $0.before - $0.after >= $1.before - $1.after
        }
        #expect(changes)
        // Class f is found by the first alone, and in no truth.
        #expect(both.classes.first { $0.label == "f" }?.ap == ModelComparison.Difference())
        #expect(abs((both.second.precision.ap ?? 0) - 1) < 1e-12)
    }

    @Test func whatIsGoneAndNewIsNamed() {
        let box = { (x: Double) in Box(x: x, y: 0, width: 10, height: 10) }
        let photo = EvaluatedPhoto(
            path: "a.jpg", size: PixelSize(width: 100, height: 10), truth: [TrueObject(label: "a", box: box(0))],
            found: [FoundObject(label: "a", confidence: 0.9, box: box(50))])
        let found = [
            FoundObject(label: "a", confidence: 0.9, box: box(0)),
            FoundObject(label: "b", confidence: 0.9, box: box(70)),
        ]
        let both = ModelComparison([photo], beside: [found], mistakesFrom: 0.5)
        #expect(both.better.count == 1 && both.better[0].before == 2 && both.better[0].after == 1)
        #expect(both.better[0].gone.map(\.kind) == [.missed, .wrong] && both.better[0].new.map(\.label) == ["b"])
    }

    @Test func theDocumentReadsBack() throws {
        let both = ModelComparison(Self.photos, beside: Self.better)
        let json = both.json
        let back = try ModelComparison.format.read(json)
        #expect(back.json.line == json.line && back.worse == both.worse && back.same == both.same)
        #expect(back.first.worst.count == both.first.worst.count && back.first.confusion == both.first.confusion)
    }
}
