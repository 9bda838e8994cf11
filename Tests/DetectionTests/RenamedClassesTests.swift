import Findings
import Inference
import Testing

@testable import Detection

@Suite("Classes with the names of the settings")
struct RenamedClassesTests {
    private static let anchors = 84
    private static let names = ["names": "{0: 'car', 1: 'truck', 2: 'person'}", "task": "detect"]

    private func found(_ entries: [[Float]], _ settings: DetectorSettings) throws -> (names: [String], [Detection]) {
        let model = FakeModel([.columns(entries, fields: 7, columns: Self.anchors)], metadata: Self.names)
        let detector = try RenamedClasses(YOLODetector(model, settings: settings), settings: settings)
        let size = model.description.inputSize
        let pixels = [UInt8](repeating: 114, count: size.area * 3)
        let answer = try pixels.withUnsafeBytes { bytes in
            try detector.detect(
                PhotoPixels(
                    bytes: bytes, size: size, placement: Placement(of: size, in: size, fit: detector.request.fit)))
        }
        return (detector.classNames, answer.found.detections ?? [])
    }

    @Test func severalClassesAreOneAndDropOneAnother() throws {
        let entries: [[Float]] = [
            [20, 20, 10, 10, 0.9, 0, 0], [20, 21, 10, 10, 0, 0.8, 0], [50, 50, 8, 8, 0, 0.7, 0],
            [20, 20, 10, 10, 0, 0, 0.6],
        ]
        let (names, boxes) = try found(entries, DetectorSettings(rename: ["car": "vehicle", "1": "vehicle"]))
        #expect(names == ["vehicle", "person"])
        #expect(boxes.map(\.label) == ["vehicle", "vehicle", "person"] && boxes.map(\.classId) == [0, 0, 1])
        // Two classes that stay two keep both.
        let other = try found(entries, DetectorSettings(rename: ["person": "human"]))
        #expect(other.1.map(\.label) == ["car", "truck", "truck", "human"])
    }

    @Test func aClassIsLeftOutBeforeItDropsAnother() throws {
        let settings = DetectorSettings(rename: ["truck": nil], classAware: false)
        let (names, boxes) = try found([[20, 20, 10, 10, 0, 0.9, 0], [20, 20, 10, 10, 0.6, 0, 0]], settings)
        #expect(names == ["car", "person"] && boxes.map(\.label) == ["car"])
    }

    @Test func thresholdsAndClassesGoByTheModelsNames() throws {
        let settings = DetectorSettings(
            confidence: 0.3, confidenceByClass: ["truck": 0.8], classes: ["car", "truck"],
            rename: ["car": "vehicle", "truck": "vehicle"])
        let entries: [[Float]] = [[10, 10, 4, 4, 0.4, 0, 0], [30, 30, 4, 4, 0, 0.7, 0], [50, 50, 4, 4, 0, 0, 0.9]]
        #expect(try found(entries, settings).1.map(\.confidence) == [Double(Float(0.4))])
    }

    @Test func aClassThatTheModelDoesNotHaveIsRefused() {
        #expect(throws: DetectionError.self) { try found([], DetectorSettings(rename: ["lynx": "cat"])) }
    }

    @Test func turnedBoxesDropOneAnotherByWhatTheyCover() {
        func turned(_ x: Double, _ confidence: Double) -> Detection {
            let corners = [(0, 40), (40, 0), (44, 4), (4, 44)].map { Point(x: x + $0.0, y: $0.1) }
            return Detection(
                label: "a", classId: 0, confidence: confidence, box: Box(around: corners), corners: corners)
        }
        // Neighbours on a slope: their upright boxes overlap by two thirds, they themselves do not touch.
        let found = FindingList.detections([turned(0, 0.9), turned(9, 0.8), turned(0.5, 0.7)])
        let kept = ClassSuppression(iou: 0.5)(found, former: [0, 1, 1])
        #expect(kept.detections?.map(\.confidence) == [0.9, 0.8])
        // The model's own rules have decided between those of one class.
        #expect(ClassSuppression(iou: 0.5)(found, former: [1, 1, 1]) == found)
    }

    @Test func oneClassHasOneNewName() {
        let error = #expect(throws: DetectionError.self) {
            try found([], DetectorSettings(rename: ["car": "vehicle", "0": "wagon"]))
        }
        #expect(error?.description.contains("\"0\" and as \"car\"") == true)
    }

    @Test(
        arguments: [
            (["person": nil], ["1": 0.8], ["truck": 0.8]), (["0": "vehicle"], ["car": 0.6], ["vehicle": 0.6]),
            (["0": "vehicle", "truck": "vehicle"], ["car": 0.6, "1": 0.7], ["vehicle": 0.7]),
            (["car": nil], ["0": 0.5], [:]),
        ] as [([String: String?], [String: Double], [String: Double])])
    func thresholdsAreNotedByTheNewNames(rename: [String: String?], own: [String: Double], noted: [String: Double])
        throws
    {
        let settings = DetectorSettings(confidenceByClass: own, rename: rename)
        let model = FakeModel([.columns([], fields: 7, columns: Self.anchors)], metadata: Self.names)
        let plain = try YOLODetector(model, settings: DetectorSettings())
        #expect(try RenamedClasses(plain, settings: settings).labelled(own) == noted)
        #expect(plain.labelled(["2": 0.5, "car": 0.4]) == ["person": 0.5, "car": 0.4])
    }

    @Test func aClassifierAddsTheProbabilitiesOfAllThatBecomeOne() throws {
        let model = FakeModel(
            [Tensor(shape: [1, 7], values: [0.25, 0.2, 0.15, 0.14, 0.12, 0.1, 0.04])],
            metadata: ["names": "['dog', 'tabby', 'car', 'cup', 'sky', 'sea', 'tiger cat']"])
        let settings = DetectorSettings(rename: ["tabby": "cat", "tiger cat": "cat", "sea": "cat", "car": nil])
        let classifier = try Classifier(model, settings: settings)
        #expect(classifier.classNames == ["dog", "cat", "cup", "sky"])
        let pixels = [UInt8](repeating: 0, count: 64 * 64 * 3)
        let size = model.description.inputSize
        let scores = try pixels.withUnsafeBytes { bytes in
            try classifier.detect(
                PhotoPixels(bytes: bytes, size: size, placement: Placement(of: size, in: size, fit: .stretch))
            ).found.classes ?? []
        }
        #expect(scores.map(\.label) == ["cat", "dog", "cup", "sky"])
        #expect(abs((scores.first?.confidence ?? 0) - 0.34) < 1e-6)
    }
}
