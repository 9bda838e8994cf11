import Findings
import Foundation
import Results
import Scoring
import Settings
import SystemPackage
import SystemValues
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

/// A worker that is taken over says numbers and texts that no photo gives.
@Suite struct AnswerValuesTests {
    private let bounds: AnswerBounds

    init() throws {
        var settings = Settings()
        settings.detectors[0].model = FilePath(RunFixtures.model)
        bounds = AnswerBounds(try WorkPlan(settings))
    }

    private static let box = Box(x: 1, y: 2, width: 3, height: 4)

    private static func detection(
        label: String = "arrow", classId: Int = 0, confidence: Double = 0.9, box: Box = box
    ) -> Detection {
        Detection(label: label, classId: classId, confidence: confidence, box: box)
    }

    private static func result(
        _ detections: [Detection], of detector: String = "targets", model: Int? = 0,
        parent: DetectorResult.Parent? = nil
    ) -> DetectorResult {
        DetectorResult(
            detector: detector, task: .detect, model: model, parent: parent, found: .detections(detections))
    }

    private static func turned(_ corners: [Point]) -> Detection {
        var detection = detection()
        detection.corners = corners
        return detection
    }

    private static func arrow(
        id: Int = 1, face: Int? = 0, x: Double = 0.1, clock: Double = 90, confidence: Double = 1, score: Int = 10,
        millimetres: Double = 61, nock: Point? = Point(x: 5, y: 6), reasons: [ReviewReason] = []
    ) -> DetectedArrow {
        DetectedArrow(
            id: id, face: face, normalizedX: x, normalizedY: 0, pixelX: 100, pixelY: 200, distanceFromCenter: 0.1,
            clockPositionDeg: clock, confidence: confidence, boundingBox: box, kind: .arrow, nock: nock, score: score,
            isX: false, distanceMm: millimetres, distanceToLine: 0, reviewReasons: reasons, source: .model)
    }

    private static func face(residual: Double = 0.01, homography: Homography = .identity) -> TargetDetection.Face {
        TargetDetection.Face(
            type: .wa122, sizeAssumed: false, center: Point(x: 100, y: 100), homography: homography,
            outline: Ellipse(cx: 100, cy: 100, a: 50, b: 40, angleDeg: -170), residual: residual, confidence: 0.8)
    }

    private static func honest() -> AnswerLine {
        var answer = AnswerLine(claim: "1.1", ending: .done)
        answer.photo.image = Record.Image(width: 4000, height: 3000, orientation: 6, format: "jpeg")
        answer.photo.imageMetadata = Record.ImageMetadata(
            width: 4000, height: 3000, orientation: 6, format: "jpeg", captured: "2026-05-30T14:05:09", make: "Ä",
            model: "1")
        answer.photo.models = [Record.Model(name: "a.onnx", sha256: "00", engine: "OpenVINO", precision: "bf16")]
        answer.photo.results = [result([detection(), detection(confidence: 0), detection(confidence: 1)])]
        answer.photo.targetDetection = TargetDetection(faces: [face()], reason: nil)
        answer.photo.arrows = [arrow(), arrow(id: 2, face: nil, score: 0, nock: nil, reasons: ReviewReason.allCases)]
        answer.photo.timings = Record.Timings(load: 0, infer: 59_999.5)
        return answer
    }

    private static func pages(
        _ count: Int, _ size: PixelSize? = PixelSize(width: 9, height: 9), error: String? = nil
    ) -> [PhotoPage] {
        (1...count).map { number in
            PhotoPage(
                number: number, size: size,
                error: error.map { Record.Failure(code: $0, message: "", fault: .input) })
        }
    }

    @Test func whatAnHonestWorkerSaysOfPagesIsBelieved() {
        var answer = Self.honest()
        answer.photo.pages = Self.pages(3)
        answer.photo.results.append(Self.result([Self.detection()]))
        answer.photo.results[answer.photo.results.endIndex - 1].page = 3
        answer.files.pages = [.init(staged: RawPathText("/x"), page: 2)]
        #expect(answer.violation(of: bounds) == nil)
    }

    @Test func whatAnHonestWorkerSaysIsBelieved() {
        #expect(Self.honest().violation(of: bounds) == nil)
        #expect(AnswerLine(claim: "1.1", ending: .gone).violation(of: bounds) == nil)
    }

    /// Each lie in the fewest strokes, with the word by which it is told.
    private static let lies: [(String, @Sendable (inout AnswerLine) -> Void)] = [
        ("a size", { $0.photo.image?.width = .max }),
        ("a size", { $0.photo.image?.width = 0 }),
        ("a size", { $0.photo.image?.height = -3 }),
        ("a size", { $0.photo.image = Record.Image(width: 65_500, height: 65_500, orientation: 1, format: "jpeg") }),
        ("a size", { $0.photo.image?.orientation = 9 }),
        ("a size", { $0.photo.image?.format = "exe" }),
        ("a size", { $0.photo.image?.pages = 1 }),
        ("a size", { $0.photo.image?.pages = .max }),
        ("data of a camera", { $0.photo.imageMetadata?.height = .max }),
        ("data of a camera", { $0.photo.imageMetadata?.make = "\u{1B}]0;x\u{07}" }),
        ("data of a camera", { $0.photo.imageMetadata?.model = String(repeating: "x", count: 2000) }),
        ("a number of detections", { $0.photo.results = [result(Array(repeating: detection(), count: 301))] }),
        ("a number of faces", { $0.photo.targetDetection?.faces = Array(repeating: face(), count: 1001) }),
        ("a number of arrows", { $0.photo.arrows = Array(repeating: arrow(), count: 10_001) }),
        ("a model", { $0.photo.models[0].name = String(repeating: "x", count: 2000) }),
        ("a model", { $0.photo.models[0].engine = "a\nb" }),
        ("a model", { $0.photo.models = Array(repeating: $0.photo.models[0], count: 101) }),
        ("a time", { $0.photo.timings.load = 1e300 }),
        ("a time", { $0.photo.timings.infer = -1 }),
        ("a time", { $0.photo.timings.decode = .nan }),
        ("a time", { $0.photo.timings.write = .infinity }),
        ("a reason", { $0.photo.targetDetection?.reason = String(repeating: "x", count: 70_000) }),
        ("a reason", { $0.error = Record.Failure(code: "x\u{1B}", message: "", fault: .input) }),
        ("a detector", { $0.photo.results[0].threshold = 1.5 }),
        ("a detector", { $0.photo.results[0].thresholds = ["arrow": .nan] }),
        ("a detector", { $0.photo.results[0].thresholds = ["a\u{1B}": 0.5] }),
        ("a detection", { $0.photo.results = [result([detection(label: "a\u{1B}[31m")])] }),
        ("a detection", { $0.photo.results = [result([detection(label: String(repeating: "x", count: 2000))])] }),
        ("a detection", { $0.photo.results = [result([detection(classId: -1)])] }),
        ("a detection", { $0.photo.results = [result([detection(classId: .max)])] }),
        ("a detection", { $0.photo.results = [result([detection(confidence: 1.5)])] }),
        ("a detection", { $0.photo.results = [result([detection(confidence: .nan)])] }),
        ("a detection", { $0.photo.results = [result([detection(box: Box(x: 1e300, y: 0, width: 1, height: 1))])] }),
        ("a detection", { $0.photo.results = [result([detection(box: Box(x: 0, y: 0, width: -1, height: 1))])] }),
        ("a detection", { $0.photo.results = [result([detection(box: Box(x: 0, y: .nan, width: 1, height: 1))])] }),
        ("a detection", { $0.photo.results = [result([turned([Point(x: 1, y: 1)])])] }),
        ("a detection", { $0.photo.results = [result([turned(Array(repeating: Point(x: .nan, y: 1), count: 4))])] }),
        ("a detector", { $0.photo.results = [result([], of: "another")] }),
        ("a detector", { $0.photo.results[0].crowd = Crowd(faces: -1) }),
        ("a detector", { $0.photo.results[0].ignored = .classes([]) }),
        ("a detection", { $0.photo.results[0].ignored = .detections([detection(confidence: 7)]) }),
        (
            "a number of detections",
            { $0.photo.results[0].ignored = .detections(Array(repeating: detection(), count: 299)) }
        ),
        ("a detector", { $0.photo.results[0].crowd = Crowd(faces: 5, bodies: Int.max) }),
        ("a mask", { $0.photo.results[0].crowd = Crowd(faces: 5, mask: RunLengthMask(pixelOf: true)) }),
        ("a detector", { $0.photo.results = [result([], model: 7)] }),
        ("a detector", { $0.photo.results = [result([], parent: .init(detector: "targets", index: -1))] }),
        ("a time", { $0.photo.results[0].timings.infer = .infinity }),
        ("a number of detectors", { $0.photo.results = Array(repeating: result([]), count: 400) }),
        ("a number of pages", { $0.photo.pages = pages(1) }),
        ("a number of pages", { $0.photo.pages = pages(101) }),
        ("a number of pages", { $0.photo.pages = pages(2).reversed() }),
        ("a number of pages", { $0.photo.results[0].page = 2 }),
        ("a number of pages", { $0.photo.pages = pages(2, PixelSize(width: .max, height: 2)) }),
        ("a number of pages", { $0.photo.pages = pages(2, error: "a\u{1B}") }),
        ("a picture of a page", { $0.files.pages = [.init(staged: RawPathText("/x"), page: 2)] }),
        ("a detector", { $0.photo.results[0].noInputFrom = "another" }),
        ("a vector", { $0.photo.results[0].embedding = Embedding([1, 2]) }),
        ("a face", { $0.photo.targetDetection?.faces = [face(residual: .infinity)] }),
        (
            "a face",
            {
                $0.photo.targetDetection?.faces = [
                    face(homography: Homography(rows: Array(repeating: 1e200, count: 9)))
                ]
            }
        ),
        ("an arrow", { $0.photo.arrows = [arrow(score: .max), arrow(score: .max)] }),
        ("an arrow", { $0.photo.arrows = [arrow(score: 11)] }),
        ("an arrow", { $0.photo.arrows = [arrow(score: -1)] }),
        ("an arrow", { $0.photo.arrows = [arrow(id: .min)] }),
        ("an arrow", { $0.photo.arrows = [arrow(face: 1)] }),
        ("an arrow", { $0.photo.arrows = [arrow(face: -1)] }),
        ("an arrow", { $0.photo.arrows = [arrow(x: 1e300)] }),
        ("an arrow", { $0.photo.arrows = [arrow(clock: 361)] }),
        ("an arrow", { $0.photo.arrows = [arrow(confidence: -0.1)] }),
        ("an arrow", { $0.photo.arrows = [arrow(millimetres: .infinity)] }),
        ("an arrow", { $0.photo.arrows = [arrow(nock: Point(x: .nan, y: 0))] }),
        (
            "an arrow",
            { $0.photo.arrows = [arrow(reasons: Array(repeating: .nearLine, count: ReviewReason.allCases.count + 1))] }
        ),
        ("a picture", { $0.picture = AnswerLine.Picture(file: Data("<svg>".utf8), width: 1, height: 1) }),
        ("a picture", { $0.picture = AnswerLine.Picture(file: Data([0xFF, 0xD8, 0xFF]), width: .max, height: 1) }),
    ]

    @Test(arguments: lies.indices) func aLieIsTold(index: Int) {
        let (word, lie) = Self.lies[index]
        var answer = Self.honest()
        lie(&answer)
        let told = answer.violation(of: bounds)
        #expect(told?.hasPrefix(word) == true, "\(told ?? "believed")")
    }

    @Test(arguments: [0, 59_999.4, 1e300, .infinity, -1e300]) func timesAreAddedUpWithoutATrap(time: Double) {
        let timings = Record.Timings(load: time, infer: time)
        #expect(timings.milliseconds >= 0 || time < 0)
    }
}
