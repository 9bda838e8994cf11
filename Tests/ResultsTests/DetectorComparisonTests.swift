import Findings
import Query
import Testing

@testable import Results

@Suite struct DetectorComparisonTests {
    private static func result(_ detector: String, page: Int = 1, _ all: [(label: String, x: Double)]) -> DetectorResult
    {
        var result = DetectorResult(
            detector: detector, task: .detect,
            found: .detections(
                all.map {
                    Detection(
                        label: $0.label, classId: 0, confidence: 0.5, box: Box(x: $0.x, y: 0, width: 10, height: 10))
                }))
        result.page = page
        return result
    }

    /// What two detectors and a third one, which reads, found in a photo.
    private static func record(_ results: [DetectorResult]) -> Record {
        var record = Samples.done
        record.photo = PhotoResult(
            image: .init(width: 400, height: 300, orientation: 1, format: "png"), results: results)
        return record
    }

    private static let small = result("small", [("cup", 0), ("ball", 20), ("cup", 40)])
    private static let large = result("large", [("cup", 1), ("cup", 21), ("cup", 70)])

    @Test func whatOneDetectorFoundAloneStandsFirst() throws {
        let comparison = try #require(
            DetectorComparison(Self.record([Self.small, Self.large]), between: "small", and: "large"))
        #expect(comparison.objects.map(\.first?.label) == ["ball", "cup", nil, "cup"])
        #expect(comparison.objects.map(\.second?.box.x) == [21, nil, 70, 1])
        #expect(comparison.objects.map(\.isAgreed) == [false, false, false, true] && comparison.apart == 3)
    }

    @Test func queriesAskHowFarTwoDetectorsDiffer() throws {
        let reading = DetectorResult(detector: "words", task: .text, found: .texts([]))
        let third = Self.result("third", [])
        for (results, apart) in [
            ([Self.small, Self.large, reading], 3), ([Self.small, Self.small, reading], nil), ([reading], nil),
            ([Self.small, Self.large, third], 3), ([third, Self.result("none", [])], 0),
            ([Self.small, Self.result("other", page: 2, [])], nil),
        ] as [([DetectorResult], Int?)] {
            let record = Self.record(results)
            #expect(DetectorComparison.disagreement(in: record) == apart)
            let subject = QuerySubject(record: record, score: nil, review: nil)
            #expect(try Query.parse("disagreement>=1").matches(subject) == ((apart ?? 0) > 0))
        }
    }
}
