import Findings
import Imaging
import Results
import WorkerProtocol

/// Reads the photo's header within the limits, and notes what the photo is.
struct LoadStep: PhotoStep {
    /// The models that will look at it, as records name them.
    let models: [Record.Model]

    func run(_ context: inout PhotoContext) throws {
        try context.stage(.load, \.load) { context in
            context.take(
                try Photo.open(
                    context.job, context.file, limits: context.plan.limits, strict: context.plan.strict,
                    window: context.plan.window))
        }
        let photo = try context.loaded
        context.result.models = models
        context.result.image = Record.Image(
            width: photo.size.width, height: photo.size.height, orientation: photo.orientation,
            format: photo.format.rawValue, pages: photo.frames > 1 ? photo.frames : nil,
            dynamicRange: photo.dynamicRange)
        context.result.imageMetadata = Record.ImageMetadata(
            width: photo.size.width, height: photo.size.height, orientation: photo.orientation,
            format: photo.format.rawValue, captured: photo.camera.captured, make: photo.camera.make,
            model: photo.camera.model)
    }
}
