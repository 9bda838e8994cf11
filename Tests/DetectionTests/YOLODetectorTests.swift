import Findings
import Inference
import ModelFiles
import Testing

@testable import Detection

@Suite("The YOLO detector")
struct YOLODetectorTests {
    /// Anchors of a v8 network on 64x64 pixels: 8x8, 4x4 and 2x2 cells.
    private static let anchors = 84
    private static let names = ["names": "{0: 'arrow', 1: 'hole', 2: 'face'}", "task": "detect"]

    private func detector(
        _ tensor: Tensor, _ metadata: [String: String] = names, _ settings: DetectorSettings = DetectorSettings(),
        format: ModelFormat = .onnx
    ) throws -> YOLODetector {
        try YOLODetector(FakeModel([tensor], metadata: metadata, format: format), settings: settings)
    }

    private static func v8(_ entries: [[Float]]) -> Tensor { .columns(entries, fields: 7, columns: anchors) }

    @Test("reads class scores in columns and takes the best class")
    func yolov8() throws {
        let found = try detector(Self.v8([[20, 30, 10, 6, 0.1, 0.9, 0.5], [50, 50, 4, 4, 0.2, 0.1, 0.3]])).detections()
        #expect(
            found == [
                Detection(
                    label: "hole", classId: 1, confidence: Double(Float(0.9)),
                    box: Box(x: 15, y: 27, width: 10, height: 6))
            ])
    }

    @Test("multiplies objectness and class score in v5")
    func yolov5() throws {
        let tensor = Tensor.rows(
            [[20, 30, 10, 6, 0.5, 0.1, 0.9, 0.5], [50, 50, 4, 4, 0.9, 0.2, 0.1, 0.3]], fields: 8, rows: 252)
        let found = try detector(tensor).detections()
        #expect(found.count == 1)
        #expect(found.first?.classId == 1)
        #expect(found.first?.confidence == Double(Float(0.5) * Float(0.9)))
        #expect(found.first?.box == Box(x: 15, y: 27, width: 10, height: 6))
    }

    @Test("reads confidence and class number in the layout of one class")
    func classId() throws {
        let one = ["names": "{0: 'arrow'}", "task": "detect"]
        let tensor = Tensor.columns(
            [[20, 30, 10, 6, 0.8, 0], [40, 40, 4, 4, 0.9, .nan], [50, 50, 4, 4, 0.7, 3]], fields: 6,
            columns: Self.anchors)
        let found = try detector(tensor, one).detections()
        #expect(found.map(\.label) == ["arrow", "class 3"])
        #expect(found.first?.box == Box(x: 15, y: 27, width: 10, height: 6))
    }

    @Test("takes end-to-end findings as they are, overlapping or not")
    func endToEnd() throws {
        let tensor = Tensor.rows(
            [[10, 10, 30, 30, 0.5, 2], [10, 10, 30, 30, 0.9, 2], [0, 0, 5, 5, 0.349, 0]], fields: 6, rows: 300)
        let found = try detector(tensor).detections()
        #expect(found.map(\.confidence) == [0.9, 0.5].map { Double(Float($0)) })
        #expect(
            found.first
                == Detection(
                    label: "face", classId: 2, confidence: Double(Float(0.9)),
                    box: Box(x: 10, y: 10, width: 20, height: 20)))
    }

    @Test("reads RT-DETR's boxes as parts of a stretched photo")
    func rtDetr() throws {
        let metadata = Self.names.merging(["head": "RTDETRDecoder"]) { $1 }
        let detector = try detector(.rows([[0.5, 0.5, 0.5, 0.25, 0.9, 0]], fields: 6, rows: 300), metadata)
        #expect(detector.request.fit == .stretch)
        let found = try detector.detections(photo: PixelSize(width: 400, height: 200))
        #expect(found.first?.box == Box(x: 100, y: 75, width: 200, height: 50))
        let wide = DetectorSettings(layout: .rtDetr)
        let older = Tensor.rows([[0.5, 0.5, 0.5, 0.25, 0.1, 0.2, 0.9]], fields: 7, rows: 300)
        #expect(try self.detector(older, Self.names, wide).detections().first?.label == "face")
    }

    @Test("puts boxes back into the photo and clips them there")
    func placement() throws {
        let tensor = Self.v8([[32, 32, 64, 64, 0.9, 0, 0], [32, 4, 8, 8, 0, 0.8, 0]])
        let found = try detector(tensor).detections(photo: PixelSize(width: 128, height: 64))
        // The second box lies in the grey above the photo, and is no finding.
        #expect(found.map(\.box) == [Box(x: 0, y: 0, width: 128, height: 64)])
    }

    @Test("keeps only what reaches the threshold, its own where a class has one")
    func thresholds() throws {
        let tensor = Self.v8([
            [10, 10, 4, 4, 0.5, 0, 0], [30, 10, 4, 4, 0.51, 0, 0], [50, 10, 4, 4, 0, 0.3, 0],
            [10, 50, 4, 4, 0, 0, 0.9], [30, 50, 4, 4, Float(0.5).nextDown, 0, 0],
        ])
        let settings = DetectorSettings(confidence: 0.5, confidenceByClass: ["hole": 0.2, "2": 0.95])
        let found = try detector(tensor, Self.names, settings).detections()
        #expect(found.map(\.label) == ["arrow", "arrow", "hole"])
        #expect(found.map(\.confidence) == [0.51, 0.5, 0.3].map { Double(Float($0)) })
    }

    @Test("finds nothing where every score is 0, whatever the threshold")
    func zeroes() throws {
        let tensor = Self.v8([[10, 10, 4, 4, 0, 0, 0], [30, 10, 4, 4, 0, 0.001, 0]])
        let found = try detector(tensor, Self.names, DetectorSettings(confidence: 0)).detections()
        #expect(found.map(\.label) == ["hole"])
    }

    @Test("filters classes by name and number before anything else", arguments: [["hole"], ["1"]])
    func filter(classes: [String]) throws {
        let tensor = Self.v8([[10, 10, 8, 8, 0.9, 0, 0], [10, 10, 8, 8, 0, 0.6, 0], [30, 30, 8, 8, 0.7, 0.6, 0]])
        // The filtered class neither appears nor suppresses, and the third anchor's best class is another one.
        let settings = DetectorSettings(classes: classes, classAware: false)
        #expect(try detector(tensor, Self.names, settings).detections().map(\.label) == ["hole"])
    }

    @Test("takes a class's name before its number")
    func namesAreNumbers() throws {
        let metadata = ["names": "{0: '0', 1: '1', 2: '10'}", "task": "detect"]
        let tensor = Self.v8([[10, 10, 8, 8, 0.9, 0, 0], [30, 30, 8, 8, 0, 0, 0.9]])
        #expect(try detector(tensor, metadata, DetectorSettings(classes: ["10"])).detections().map(\.classId) == [2])
    }

    @Test("drops what is not a number", arguments: 0..<7)
    func notFinite(field: Int) throws {
        for value in [Float.nan, .infinity, -.infinity] {
            var entry: [Float] = [20, 30, 10, 6, 0.9, 0.8, 0.7]
            entry[field] = value
            let found = try detector(Self.v8([entry, [50, 50, 4, 4, 0.6, 0, 0]])).detections()
            #expect(found.allSatisfy { $0.confidence.isFinite && $0.box.x.isFinite && $0.box.width > 0 })
            #expect(found.contains { $0.confidence == Double(Float(0.6)) })
        }
    }

    @Test("blames a model that gives no numbers", arguments: [Float.nan, .infinity, -.infinity], [0, 4])
    func noNumbers(value: Float, field: Int) throws {
        // The whole output, or its scores alone.
        let entry = (0..<7).map { $0 < field ? 10 : value }
        let tensor = Self.v8(Array(repeating: entry, count: Self.anchors))
        let error = try #require(throws: DetectionError.self) { try detector(tensor).detections() }
        #expect(error.code == .output && error.fault == .input)
        let rows = Tensor(shape: [1, 300, 6], values: Array(repeating: value, count: 1800))
        #expect(throws: DetectionError.self) { try detector(rows).detections() }
    }

    @Test("calls a photo empty where one entry is sound")
    func oneNumber() throws {
        let entries =
            [[Float](repeating: 1, count: 4) + [0, 0, 0]]
            + Array(repeating: [Float](repeating: .nan, count: 7), count: Self.anchors - 1)
        #expect(try detector(Self.v8(entries)).detections().isEmpty)
    }

    @Test("blames a model whose scores are none", arguments: [Float(1.5), 37])
    func scores(value: Float) throws {
        let error = try #require(throws: DetectionError.self) {
            try detector(Self.v8([[20, 30, 10, 6, value, 0, 0]])).detections()
        }
        #expect(error.code == .output && error.message.contains("between 0 and 1"))
        #expect(try detector(Self.v8([[20, 30, 10, 6, 1.001, 0, 0]])).detections().map(\.confidence) == [1])
    }

    @Test("leaves commands out of labels")
    func labels() throws {
        let names = ["names": #"{0: '\x1b]0;x\x07arrow', 1: 'hole', 2: 'face'}"#, "task": "detect"]
        let tensor = Self.v8([[20, 30, 10, 6, 0.9, 0, 0]])
        #expect(try detector(tensor, names).detections().map(\.label) == ["]0;xarrow"])
        let own = DetectorSettings(labels: ["a\u{1B}[31m", "b", "c"])
        #expect(try detector(tensor, Self.names, own).detections().map(\.label) == ["a[31m"])
    }

    @Test("refuses settings that mean nothing")
    func settings() {
        let tensor = Self.v8([])
        for settings in [
            DetectorSettings(confidence: 1.5), DetectorSettings(iou: .nan), DetectorSettings(maximumDetections: 0),
            DetectorSettings(confidenceByClass: ["hole": -1]),
        ] {
            let error = #expect(throws: DetectionError.self) { try detector(tensor, Self.names, settings) }
            #expect(error?.code == .setting)
        }
        for settings in [
            DetectorSettings(classes: ["arow"]), DetectorSettings(classes: ["3"]),
            DetectorSettings(confidenceByClass: ["holes": 0.5]), DetectorSettings(labels: ["a", "b"]),
        ] {
            let error = #expect(throws: DetectionError.self) { try detector(tensor, Self.names, settings) }
            #expect(error?.code == .classes)
        }
        #expect(throws: DetectionError.self) {
            try YOLODetector(FakeModel([tensor], metadata: Self.names), settings: DetectorSettings(classes: ["arow"]))
        }
    }

    @Test("finds the best column in tables of any width", arguments: [1, 15, 16, 17, 2047, 2048, 2049, 8400])
    func scan(columns: Int) {
        let rows = 3
        var table = [Float](repeating: 0.1, count: rows * columns)
        table[2 * columns + columns - 1] = 0.9
        table[1 * columns] = 0.5
        var found: [Int: Float] = [:]
        table.withUnsafeBufferPointer { values in
            guard let start = values.baseAddress else { return }
            ScoreScan.columns(from: 0.5, in: start, rows: rows, columns: columns) { found[$0] = $1 }
        }
        #expect(found == (columns == 1 ? [0: 0.9] : [0: 0.5, columns - 1: 0.9]))
    }
}
