import Evaluation
import Findings
import Testing

/// What is right and wrong in photos: mistakes, confusion, points, calibration, places of repeated wrong finds.
@Suite struct MistakesTests {
    private func box(_ x: Double, _ y: Double) -> Box { Box(x: x, y: y, width: 10, height: 10) }

    private func photo(_ name: String, _ truth: [(String, Box)], _ found: [(String, Double, Box)]) -> EvaluatedPhoto {
        EvaluatedPhoto(
            path: name, size: PixelSize(width: 100, height: 100),
            truth: truth.map { TrueObject(label: $0.0, box: $0.1) },
            found: found.map { FoundObject(label: $0.0, confidence: $0.1, box: $0.2) })
    }

    /// A dog that is found, a cat that is found as a dog, a cat that is missed, and a dog that is nothing.
    private var mixed: EvaluatedPhoto {
        photo(
            "b/mixed.jpg", [("dog", box(0, 0)), ("cat", box(20, 0)), ("cat", box(40, 0))],
            [("dog", 0.9, box(0, 1)), ("dog", 0.8, box(21, 0)), ("dog", 0.7, box(60, 60))])
    }

    @Test func mistakesAreNamedAndTheWorstPhotoIsFirst() throws {
        let fine = photo("b/fine.jpg", [("dog", box(0, 0))], [("dog", 0.9, box(0, 0))])
        let evaluation = ModelEvaluation([fine, mixed], mistakesFrom: 0.5)
        #expect(evaluation.worst.map(\.path) == ["b/mixed.jpg", "b/fine.jpg"])
        let worst = try #require(evaluation.worst.first)
        #expect(worst.right == 1 && worst.mistakes.count == 3)
        #expect(
            worst.mistakes == [
                Mistake(kind: .confused, label: "cat", foundAs: "dog", confidence: 0.8, box: box(21, 0)),
                Mistake(kind: .missed, label: "cat", box: box(40, 0)),
                Mistake(kind: .wrong, label: "dog", confidence: 0.7, box: box(60, 60)),
            ])
        #expect(
            evaluation.confusion == [
                Confusion(truth: "cat", found: "dog", count: 1), Confusion(truth: "cat", found: nil, count: 1),
                Confusion(truth: "dog", found: "dog", count: 2), Confusion(truth: nil, found: "dog", count: 1),
            ])
        // For a class by itself, what is of another class is wrong.
        #expect(evaluation.point == ConfidencePoint(confidence: 0.5, right: 2, wrong: 2, missed: 2))
        #expect(evaluation.point.precision == 0.5 && evaluation.point.recall == 0.5 && evaluation.point.f1 == 0.5)
    }

    @Test func aFindingOfItsClassComesBeforeANearerOne() {
        let evaluation = ModelEvaluation(
            [photo("a.jpg", [("cat", box(0, 0))], [("dog", 0.9, box(0, 0)), ("cat", 0.6, box(1, 1))])],
            mistakesFrom: 0.5)
        #expect(evaluation.worst[0].right == 1 && evaluation.worst[0].mistakes.map(\.kind) == [.wrong])
    }

    @Test(arguments: [(nil, 0.61), (0.1, 0.1), (0.9, 0.9)] as [(Double?, Double)])
    func mistakesAreCountedFromTheBestConfidenceOrTheOneAskedFor(wanted: Double?, expected: Double) {
        let photos = (0..<10).map { number in
            photo(
                "\(number).jpg", [("a", box(0, 0))],
                [("a", 0.615, box(0, 0)), ("a", 0.3, box(50, 50)), ("a", 0.2, box(70, 70))])
        }
        let evaluation = ModelEvaluation(photos, mistakesFrom: wanted)
        #expect(evaluation.point.confidence == expected)
        #expect(evaluation.points.count == 19 && evaluation.points[3] == .init(confidence: 0.2, right: 10, wrong: 20))
        #expect(evaluation.points[5] == .init(confidence: 0.3, right: 10, wrong: 10))
        #expect(evaluation.points[18] == .init(confidence: 0.95, missed: 10))
    }

    @Test func calibrationIsTheDistanceOfConfidenceAndPrecision() {
        let evaluation = ModelEvaluation([
            photo(
                "a.jpg", [("a", box(0, 0)), ("a", box(20, 0))],
                [("a", 1, box(0, 0)), ("a", 0.75, box(20, 0)), ("a", 0.75, box(70, 70)), ("a", 0.25, box(40, 40))])
        ])
        let bins = evaluation.calibration.bins
        #expect(bins.count == 10 && bins[9].count == 1 && bins[9].confidence == 1 && bins[9].precision == 1)
        #expect(bins[7].count == 2 && bins[7].precision == 0.5 && bins[2].precision == 0)
        // (1·0 + 2·|0.75 − 0.5| + 1·|0.25 − 0|) / 4
        #expect(evaluation.calibration.error == 0.1875)
    }

    @Test func whatIsFoundWronglyAtOnePlaceIsTold() throws {
        // A stain that moves a little, in four of ten photos of one folder; in the other folder it is an object.
        let photos = (0..<10).map { number in
            photo(
                "a/\(number).jpg", [("dog", box(0, 0))],
                [("dog", 0.9, box(0, 0))]
                    + (number < 4 ? [("dog", 0.8, box(50 + Double(number % 2), 50)), ("cat", 0.8, box(80, 80))] : [])
                    + (number == 5 ? [("dog", 0.8, box(20, 80))] : []))
        }
        let others = (0..<10).map { photo("b/\($0).jpg", [("dog", box(50, 50))], [("dog", 0.9, box(50, 50))]) }
        let repeated = ModelEvaluation(photos + others, mistakesFrom: 0.5).repeated
        #expect(repeated.map(\.label) == ["cat", "dog"])
        let dog = try #require(repeated.last)
        #expect(dog.folder == "a" && dog.photos == 4 && dog.among == 10 && dog.box == box(50.5, 50))
        #expect(abs(dog.confidence - 0.8) < 1e-9)
        // The rule holds for all of them, and for nothing else of the photos.
        let rule = dog.rule
        #expect(
            rule
                == IgnoredPlace(
                    label: "dog", box: Box(x: 0.505, y: 0.5, width: 0.1, height: 0.1), overlap: 0.9, folder: "a"))
        for photo in photos {
            for one in photo.found {
                let finding = Detection(label: one.label, classId: 0, confidence: one.confidence, box: one.box)
                #expect(rule.covers(finding, in: photo.size) == (one.label == "dog" && one.box.x >= 50))
            }
        }
        // Twice in one photo is once.
        let twice = photo("a/0.jpg", [], [("dog", 0.9, box(0, 0)), ("dog", 0.9, box(1, 0)), ("dog", 0.9, box(0, 1))])
        #expect(ModelEvaluation([twice], mistakesFrom: 0.5).repeated.isEmpty)
    }

    /// Without truth everything that is found counts, in each folder and size by itself.
    @Test(arguments: [(2, 0), (3, 1), (40, 1)]) func whatRepeatsIsToldWithoutTruth(photos: Int, places: Int) {
        var finds = RepeatedFinds()
        for number in 0..<photos {
            let found = [FoundObject(label: "dog", confidence: 0.5, box: box(50, 50))]
            finds.add(path: "a/\(number).jpg", size: PixelSize(width: 100, height: 100), found: found)
            finds.add(path: "a/\(number)b.jpg", size: PixelSize(width: 100, height: 99), found: [FoundObject]())
        }
        #expect(finds.places.count == places)
        #expect(finds.places.allSatisfy { $0.photos == photos && $0.among == photos && $0.overlap == 0.95 })
        let setting = finds.places.ignoreSetting
        #expect(setting.hasPrefix("\"ignore\": [\n") && setting.hasSuffix("\n]"))
    }

    @Test func boxesOfAnySizeAndPlaceAreMeasured() {
        let boxes = [
            Box(x: -1e300, y: 0, width: 1e300, height: 1), Box(x: 0, y: 0, width: 0, height: 0),
            Box(x: 5, y: 5, width: 1e-9, height: 1e9),
        ]
        let evaluation = ModelEvaluation([
            photo("a.jpg", boxes.map { ("a", $0) }, boxes.map { ("a", 0.5, $0) })
        ])
        // One is larger than COCO's largest.
        #expect(evaluation.objects == 2 && evaluation.findings == 3)
    }
}
