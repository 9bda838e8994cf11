import Findings
import Imaging
import Results
import WorkerProtocol

/// Cuts each detection out into a picture of its own, in the order of the record's flat list.
struct CropStep: PhotoStep {
    func run(_ context: inout PhotoContext) throws {
        let result = context.result
        let found = result.detectionsByConfidence
        guard context.job.wanted?.crops == true, !found.isEmpty else { return }
        let quality = context.plan.quality
        context.crops = try context.stage(.draw, \.draw) { context in
            let upright = try context.upright()
            return try found.map { index, detection in
                // Labels of two detectors may be the same word.
                let name =
                    result.hasSeveralDetectors
                    ? "\(result.results[index].detector)-\(detection.label)" : detection.label
                return (name, try upright.crop(detection.box, quality: quality))
            }
        }
    }
}
