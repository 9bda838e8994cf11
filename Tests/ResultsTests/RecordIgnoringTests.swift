import Findings
import Results
import Testing

/// What other detectors found in findings that a rule takes out or brings back.
@Suite struct RecordIgnoringTests {
    /// Dogs at these places from the left, in the order of the record.
    private static func dogs(_ places: [Double], _ name: String = "dogs", page: Int = 1) -> DetectorResult {
        var result = DetectorResult(detector: name, task: .detect, found: .detections(places.map(dog)))
        result.page = page
        return result
    }

    private static func dog(_ place: Double) -> Detection {
        Detection(
            label: "dog", classId: 0, confidence: 0.9 - place / 1000,
            box: Box(x: place, y: 20, width: 10, height: 20))
    }

    private static func ears(of dog: Int, _ places: [Double], page: Int = 1) -> DetectorResult {
        var result = dogs(places, "ears", page: page)
        result.parent = .init(detector: "dogs", index: dog)
        return result
    }

    private static func record(_ results: [DetectorResult]) -> Record {
        var record = Samples.done
        record.photo = PhotoResult(image: .init(width: 100, height: 200, orientation: 1, format: "jpeg"))
        record.photo.results = results
        return record
    }

    /// A rule for dogs, or ears, at a place from the left.
    private static func rule(_ place: Double) -> IgnoredPlace {
        IgnoredPlace(label: "dog", box: Box(x: place / 100, y: 0.1, width: 0.1, height: 0.1))
    }

    private static let looked = [dogs([0, 30, 60]), ears(of: 0, [2]), ears(of: 1, [31, 35]), ears(of: 2, [61])]

    @Test(
        arguments: [
            (0, [30, 60], [([31, 35], 0), ([61], 1)]), (30, [0, 60], [([2], 0), ([61], 1)]),
            (60, [0, 30], [([2], 0), ([31, 35], 1)]), (80, [0, 30, 60], [([2], 0), ([31, 35], 1), ([61], 2)]),
        ] as [(Double, [Double], [([Double], Int)])])
    func whatWasFoundInItGoesWithAFindingAndTheOthersNameTheirOwn(
        place: Double, dogs: [Double], ears: [([Double], Int)]
    ) {
        let record = Self.record(Self.looked).ignoring(["dogs": [Self.rule(place)]])
        #expect(record.photo.results[0].found == Self.dogs(dogs).found)
        #expect(record.photo.results.dropFirst().map(\.found) == ears.map { Self.dogs($0.0).found })
        #expect(record.photo.results.dropFirst().map(\.parent?.index) == ears.map(\.1))
    }

    /// The one with the confidence before theirs has its number again, and nothing was found in it.
    @Test func whatIsFoundAgainMovesTheNumbersOfTheOthers() {
        let ignoring = Self.record(Self.looked).ignoring(["dogs": [Self.rule(0)]])
        let again = ignoring.ignoring([:])
        #expect(again.photo.results[0] == Self.looked[0])
        #expect(Array(again.photo.results.dropFirst()) == Array(Self.looked.dropFirst(2)))
    }

    @Test func aChainGoesAsAWholeAndSaysWhatItLacked() throws {
        var tips = Self.dogs([3], "tips")
        tips.parent = .init(detector: "ears", index: 0)
        let record = Self.record([Self.dogs([0]), Self.ears(of: 0, [2]), tips]).ignoring(["dogs": [Self.rule(0)]])
        #expect(record.photo.results.map(\.detector) == ["dogs", "ears", "tips"])
        #expect(record.photo.results.map(\.found.items.isEmpty) == [true, true, true])
        #expect(record.photo.results.map(\.noInputFrom) == [nil, "dogs", "ears"])
        #expect(record.photo.results.allSatisfy { $0.parent == nil })
    }

    /// The second ear is the detector's third finding, and keeps what was found in it.
    @Test func numbersCountAllEntriesOfADetector() {
        var tips = Self.dogs([62], "tips")
        tips.parent = .init(detector: "ears", index: 3)
        let record = Self.record(Self.looked + [tips]).ignoring(["dogs": [Self.rule(0)], "ears": [Self.rule(31)]])
        #expect(record.photo.results.last?.parent?.index == 1)
        #expect(record.photo.results.last?.found == tips.found)
    }

    @Test func eachPageHasItsOwnNumbers() {
        var record = Self.record([
            Self.dogs([0, 30]), Self.ears(of: 1, [31]), Self.dogs([30], page: 2), Self.ears(of: 0, [31], page: 2),
        ])
        record.photo.pages = [1, 2].map { PhotoPage(number: $0, size: PixelSize(width: 100, height: 200)) }
        let told = record.ignoring(["dogs": [Self.rule(0)]])
        #expect(told.photo.results.map(\.parent?.index) == [nil, 0, nil, 0])
    }

    @Test func anEntryOfNoKnownFindingStaysAsItIs() {
        let record = Self.record([Self.dogs([0, 30]), Self.ears(of: 7, [2])])
        #expect(record.ignoring(["dogs": [Self.rule(0)]]).photo.results[1] == record.photo.results[1])
    }
}
