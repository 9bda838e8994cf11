import Findings
import Foundation
import Inference
import ModelFiles
import Testing

@testable import Detection

@Suite("Classifiers")
struct ClassifierTests {
    private static let names = ["names": "['cat', 'dog', 'car', 'cup', 'sky', 'sea', 'sun']"]

    private func classifier(
        _ scores: [Float], _ metadata: [String: String] = names, _ settings: DetectorSettings = DetectorSettings()
    ) throws -> Classifier {
        let model = FakeModel([Tensor(shape: [1, scores.count], values: scores)], metadata: metadata)
        return try Classifier(model, settings: settings)
    }

    private func classes(_ classifier: Classifier) throws -> [ClassScore] {
        guard case .exactly(let size) = classifier.request.size else { return [] }
        let pixels = [UInt8](repeating: 0, count: size.area * 3)
        return try pixels.withUnsafeBytes { bytes in
            let placement = Placement(of: size, in: size, fit: .stretch)
            let answer = try classifier.detect(PhotoPixels(bytes: bytes, size: size, placement: placement))
            return answer.found.classes ?? []
        }
    }

    @Test func scoresBecomeProbabilitiesAndAreSorted() throws {
        let found = try classes(classifier([0, 3, 1, -2, 2, 0, 0]))
        #expect(found.map(\.label) == ["dog", "sky", "car", "cat", "sea"])
        #expect(abs(found[0].confidence - 0.6027) < 0.001)
        #expect(found.map(\.confidence) == found.map(\.confidence).sorted(by: >))
    }

    @Test func probabilitiesStayAsTheyAre() throws {
        let found = try classes(classifier([0.1, 0.2, 0.4, 0, 0, 0.3, 0]))
        #expect(found.prefix(2).map(\.label) == ["car", "sea"])
        #expect(abs(found[0].confidence - 0.4) < 1e-6)
    }

    @Test func theSettingsChooseClassesAndNames() throws {
        let own = DetectorSettings(classes: ["b"], labels: ["a", "b"])
        #expect(try classes(classifier([3, 1], [:], own)).map(\.label) == ["b"])
        #expect(try classes(classifier([3, 1], [:])).map(\.label) == ["class 0", "class 1"])
        #expect(try classes(classifier([3, 1], [:], DetectorSettings(classes: ["1"]))).map(\.label) == ["class 1"])
        let strict = DetectorSettings(confidenceByClass: ["dog": 0.7, "cat": 0.01])
        #expect(try classes(classifier([0, 3, 1, -2, 2, 0, 0], Self.names, strict)).first?.label == "sky")
        #expect(try classes(classifier([3, 1], [:], DetectorSettings(maximumDetections: 1))).count == 1)
    }

    @Test(
        arguments: [
            (nil, .stretch, 0.875), (.stretch, .stretch, nil), (.letterbox, .letterbox, nil), (.crop, .crop, nil),
        ] as [(Fit?, Fit, Double?)])
    func theSettingsSayHowMuchOfThePhotoItSees(fit: Fit?, asked: Fit, middle: Double?) throws {
        let request = try classifier([3, 1], [:], DetectorSettings(fit: fit)).request
        #expect(request.fit == asked && request.middle == middle)
        let size = try classifier([3, 1], ["crop_pct": "0.95"], DetectorSettings(fit: fit)).request.middle
        #expect(size == (fit == nil ? 0.95 : nil))
    }

    @Test func hugeScoresDoNotOverflow() throws {
        let found = try classes(classifier([1e30, -1e30], [:]))
        #expect(found.map(\.confidence) == [1, 0])
    }

    @Test func anotherModelOrAnotherNumberOfNamesIsRefused() {
        #expect(throws: DetectionError.self) {
            try Classifier(
                FakeModel([Tensor(shape: [1, 6, 9], values: Array(repeating: 0, count: 54))]),
                settings: DetectorSettings())
        }
        #expect(throws: DetectionError.self) { try classifier([1, 2]) }
        #expect(throws: DetectionError.self) {
            try classifier([1, 2], [:], DetectorSettings(classes: ["c"], labels: ["a", "b"]))
        }
        #expect(throws: DetectionError.self) { try classes(classifier([.nan, 2], [:])) }
    }
}
