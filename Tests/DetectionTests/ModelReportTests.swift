import Findings
import Foundation
import Inference
import InferenceOpenVINO
import TestSupport
import Testing

@testable import Detection

/// These need the engine itself: without it they fail with the sentence that says to run scripts/setup.
@Suite("The report on a model", .enabled(if: Cases.isAvailable))
struct ModelReportTests {
    let engine: OpenVINOEngine

    init() throws {
        engine = try OpenVINOEngine()
    }

    @Test("names the layout of a public model")
    func publicModel() throws {
        let report = try ModelReport(of: Cases.file("models/yolov8n_int8.onnx").path, engine: engine)
        #expect(report.layout?.hasPrefix("yolov8") == true)
        #expect(report.problem == nil)
        #expect(report.fit == .letterbox)
        #expect(report.labels.count == 80)
        for word in ["[1,3,640,640]", "[1,84,8400]", "yolov8", "person", "stride = 32", "OpenVINO 20"] {
            #expect(report.text.contains(word), "\(word)")
        }
        let copy = try JSONDecoder().decode(ModelReport.self, from: JSONEncoder().encode(report))
        #expect(copy == report)
    }

    @Test("names a classifier")
    func classifier() throws {
        let report = try ModelReport(of: Cases.file("people/efficientnet_lite0.onnx").path, engine: engine)
        #expect(report.task == .classify && report.problem == nil)
        #expect(report.text.contains("classifier of 1000 classes"))
    }

    @Test("says why a model is not a detector")
    func otherModel() throws {
        let report = try ModelReport(of: Cases.file("models/FastestDet.onnx").path, engine: engine)
        #expect(report.layout == nil)
        #expect(report.problem?.contains("[1,85,22,22]") == true)
        #expect(report.text.contains("problem"))
    }

    @Test("finds a drawn stop sign with a public model")
    func stopSign() throws {
        let model = try Cases.file("models/yolov8n_int8.onnx").path
        let detector = try YOLODetector(
            model: model, engine: engine, options: EngineOptions(), settings: DetectorSettings(confidence: 0.5))
        let size = detector.model.inputSize
        let pixels = StopSign.pixels(size, center: (320, 260), radius: 80)
        let answer = try pixels.withUnsafeBytes { bytes in
            let placement = Placement(of: PixelSize(width: 1280, height: 1280), in: size, fit: .letterbox)
            return try detector.detect(PhotoPixels(bytes: bytes, size: size, placement: placement))
        }
        let sign = try #require(answer.found.detections?.first)
        #expect(sign.label == "stop sign")
        #expect(sign.box.intersectionOverUnion(Box(x: 480, y: 360, width: 320, height: 320)) > 0.9)
        #expect(answer.infer > .zero)
    }
}

/// A photo-like drawing: a red octagon with a white rim and bars on a pole, before a pale sky.
private enum StopSign {
    static func pixels(_ size: PixelSize, center: (x: Double, y: Double), radius: Double) -> [UInt8] {
        var pixels: [UInt8] = []
        for row in 0..<size.height {
            for column in 0..<size.width {
                let x = (Double(column) - center.x) / radius
                let y = (Double(row) - center.y) / radius
                pixels += color(x, y) ?? sky(Double(row))
            }
        }
        return pixels
    }

    private static func color(_ x: Double, _ y: Double) -> [UInt8]? {
        let distance = max(abs(x), abs(y), (abs(x) + abs(y)) / 2.0.squareRoot())
        if distance >= 1 { return abs(x) < 0.06 && y > 0 ? [120, 120, 125] : nil }
        let isBar = (0..<4).contains { index in
            let left = -0.72 + 0.38 * Double(index)
            let isUpright = x > left && x < left + 0.1 && abs(y) < 0.25
            return isUpright || (x > left && x < left + 0.28 && abs(y + 0.2) < 0.05)
        }
        return distance >= 0.93 || isBar ? [242, 242, 242] : [185, 25, 30]
    }

    private static func sky(_ row: Double) -> [UInt8] {
        [UInt8(150 - row / 8), UInt8(180 - row / 10), UInt8(215 - row / 16)]
    }
}
