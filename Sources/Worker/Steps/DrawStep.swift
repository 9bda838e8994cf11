import Imaging
import Results
import WorkerProtocol

/// Draws what was found into a picture of the photo.
struct DrawStep: PhotoStep {
    func run(_ context: inout PhotoContext) throws {
        guard context.job.wanted?.annotated == true else { return }
        let (marks, quality) = (context.result.marks, context.plan.quality)
        context.annotated = try context.stage(.draw, \.draw) { context in
            try context.upright().annotated(marks, quality: quality)
        }
    }
}
