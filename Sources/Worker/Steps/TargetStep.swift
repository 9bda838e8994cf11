import Findings
import Results
import Targets
import WorkerProtocol

/// Reads the photo's target: faces, arrows, scores; they are findings of the photo from here on.
struct TargetStep: PhotoStep {
    /// The labels of objects that help to find rings: of detectors of objects, since people have faces too.
    private static let hints: Set = [TargetClass.face.rawValue, TargetClass.bull.rawValue]

    private let reader: TargetReader
    /// The detectors whose findings of a target are nothing but hints.
    private let seekers: [String]
    /// The index of the model that sees arrows.
    private let model: Int?

    init(_ reader: TargetReader, seekers: [String], model: Int?) {
        self.reader = reader
        self.seekers = seekers
        self.model = model
    }

    func run(_ context: inout PhotoContext) throws {
        let upright = try context.stage(.load, \.load) { context in try context.upright() }
        context.onStage(.score)
        let detections: [Detection] = context.result.results.filter { $0.task == .detect }
            .flatMap { $0.found.detections ?? [] }
        let hints = detections.filter { Self.hints.contains($0.label) }.sorted { $0.confidence > $1.confidence }
        let reading = try reader.read(upright.pixels.bytes, size: upright.pixels.size, hints: hints.map(\.box))
        context.result.targetDetection = reading.detection
        context.result.arrows = reading.arrows
        context.result.settleScored(lookingFor: seekers, model: model)
        context.add(reading.times.register, to: \.register)
        context.add(reading.times.infer, to: \.infer)
        context.add(reading.times.decode, to: \.decode)
    }
}
