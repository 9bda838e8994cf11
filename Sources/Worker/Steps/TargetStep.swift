import Findings
import Results
import Targets
import WorkerProtocol

/// Reads the photo's target: faces, arrows, scores.
struct TargetStep: PhotoStep {
    /// The labels of findings that help to find rings.
    static let hints: Set = ["face", "bull"]

    private let reader: TargetReader
    private let hints: Set<String>

    init(_ reader: TargetReader, hints: Set<String>) {
        self.reader = reader
        self.hints = hints
    }

    func run(_ context: inout PhotoContext) throws {
        let upright = try context.stage(.load, \.load) { context in try context.upright() }
        context.onStage(.score)
        let boxes = context.result.results.flatMap(\.found.items)
            .filter { hints.contains($0.label) }.compactMap { $0.region?.bounds }
        let reading = try reader.read(upright.pixels.bytes, size: upright.pixels.size, hints: boxes)
        context.result.targetDetection = reading.detection
        context.result.arrows = reading.arrows
        context.add(reading.times.register, to: \.register)
        context.add(reading.times.infer, to: \.infer)
        context.add(reading.times.decode, to: \.decode)
    }
}
